import fc from "fast-check";
import type { Json, JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import type { OperationSilent } from "../../client/unanswered.ts";
import { anewWhereLost, comesToBe, isNeverAnswered, tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CallOptions, CaseContext, CheckContext, RunContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { everyMarkdown, everyPiece, LONG_STORY, ODD_SIGNS } from "../../models/telling-texts.ts";
import { wordOf } from "../../models/words.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { answered, stringAt, valueAt } from "../../verifiers/read.ts";
import { orInFewWords } from "../reasons.ts";
import { lineOfText } from "../text.ts";
import { wordUnlike } from "../words-unlike.ts";
import { expectAbsent, inListing, type Listing, list, type Sighting, sight } from "./listing.ts";
import type { TaskFixtures } from "./population.ts";
import { LONG_TEXT, longTitle } from "./population-rows.ts";
import { blockTask, type MadeTask, makeTask, releaseTask } from "./requests.ts";
import { statusesToBlock } from "./statuses-to-block.ts";

/** One step in the life of a task: what was done, what came back, and what the listing then came to show. */
export interface Step {
  readonly done: "block" | "release";
  readonly answer: Exchange;
  /** Last sighting; it shows the effect, unless the listing never came to. Null when the task was not listed at all. */
  readonly seen: Sighting | null;
  /** Why nobody looked at the listing, where that gives no response. */
  readonly unseen?: OperationSilent;
  /** What the status filters came to list after it, where more was done to the task; after a release where that came first. */
  readonly filed?: Filed;
}

/** What filters for statuses came to list of a task that was moved. */
interface Filed {
  /** The status that it then had, and what the filter for it lists. */
  readonly status: string;
  readonly listing: Listing;
  /** Null where a move leads out of no status. */
  readonly before: { readonly status: string; readonly listing: Listing } | null;
}

/** The life of one task that is created by the caller and assigned to it; many checks look at it. */
export interface Scenario {
  readonly task: MadeTask;
  readonly self: string;
  /** What the listing showed before anything was done; null when the task was not listed. */
  readonly before: Sighting | null;
  /** Accepted steps, in order. */
  readonly steps: readonly Step[];
  /** The rejection of a release that the assignee asked for; the story ends with it. */
  readonly refusedRelease: Exchange | null;
  /** Every block that was tried, rejected ones too: whence a task can be blocked is open. */
  readonly blocks: readonly TriedBlock[];
}

/** A block that was tried, with the status before it, and how the listing showed the task by then. */
export interface TriedBlock {
  readonly from: Json | undefined;
  readonly before: Sighting | null;
  readonly answer: Exchange;
}

/** Lives at the standard budget: from each initial status two, one that is blocked first and one that is released first. */
const LIVES = 12;
const LEAST = 1;

/**
 * The stories of a run, told once: in the smallest one among the tasks of the population, in larger ones beside them.
 * What has to be there before them is made first.
 */
export function createScenarios(
  { population }: Pick<TaskFixtures, "population">,
  before: (check: CheckContext) => Promise<unknown>,
) {
  return once(async (check: CheckContext): Promise<readonly Scenario[]> => {
    await before(check);
    const self = await check.reference("agent");
    const [root] = check.world.budget === "smoke" ? (await population(check)).tasks : [];
    const plots = await plotsOf(check, self, root?.id ?? null);
    const told = await Promise.all(
      plots.map((plot, index) => {
        const tell = () =>
          anewWhereLost((turn) => live(check, self, plot, `story ${index}${turn > 0 ? `, again ${turn}` : ""}`));
        // Whom the caller may assign a task to, besides itself, is not stated.
        return plot.members.assigneeUserId === undefined ? tell() : tryOrNull(tell);
      }),
    );
    return told.filter((scenario) => scenario !== null);
  });
}

interface Plot {
  readonly members: JsonObject;
  /** Members that a target may have a ground to reject beside the others; what is rejected is tried with fewer. */
  readonly more?: readonly JsonObject[];
  /** For one block after the other, beginning again after the last. */
  readonly reasons: readonly string[];
  readonly order: readonly Step["done"][];
}

const ORDERS: readonly (readonly Step["done"][])[] = [
  ["block", "release", "block"],
  ["release", "block"],
];

async function plotsOf(check: CheckContext, self: string, root: string | null): Promise<Plot[]> {
  const { document, target } = check.world;
  const statuses = wordsOf(fieldSchema(document, "create-task", "status"), "status");
  const priorities = wordsOf(fieldSchema(document, "create-task", "priority"), "priority");
  const { memberChannel, user } = target.fixtures;
  const titles = fc.sample(lineOfText, { seed: check.seed, numRuns: LIVES });
  const count = Math.min(3 * LIVES, Math.max(LEAST, check.cases(LIVES)));
  const small = check.world.budget === "smoke";
  // The only one has to be one that can be blocked.
  const [blockable] = small ? await statusesToBlock(check) : [];
  const parent = stringAt((await check.baseline("create-task")).exchange, "/data/id");
  const isBound = (index: number) => memberChannel !== undefined && (index + round(index)) % 2 === 0;
  const own = Array.from({ length: count }, (_, index) => ({
    members: {
      // What shortens or plainly rewrites a text when it changes the task shows in the long and rich ones.
      title: titleOf(check.world, titles[index % LIVES] ?? "", index % 3 === 2),
      description: `Some **text** of story ${index}\n\n${[LONG_TEXT, everyMarkdown][index % 4] ?? ""}`.trim(),
      status: blockable ?? statuses[(index + 2) % statuses.length] ?? "",
      // The last first: code that treats the most urgent tasks in its own way is met in the smallest run.
      priority: priorities[(priorities.length - 1 + index) % priorities.length] ?? "",
      assigneeAgentId: self,
      ...(isBound(index) ? { channelId: memberChannel } : {}),
      ...(index % 3 === 1 && !isBound(index) ? { parentTaskId: parent } : {}),
    },
    reasons: small ? REASONS.slice(1) : REASONS.slice(index % REASONS.length).slice(0, 1),
    ...(index % 3 === 1 && isBound(index) ? { more: [{ parentTaskId: parent }] } : {}),
    // What is longer than has to be taken, and what stores may write in another form.
    ...(UNCOMMON[index] === undefined ? {} : { more: [{ description: uncommonOf(check.world, index) }] }),
    // The only one has to show what otherwise several do: what happens to its parent, to others below it, and to what it has.
    ...(root === null ? {} : { more: moreOf(check.world, `story ${index}`, root, memberChannel) }),
    order: ORDERS[Math.floor(index / 2 + index) % ORDERS.length] ?? [],
  }));
  if (small || user === undefined) return own;
  const underWay = statuses.includes("in_progress") ? { status: "in_progress" } : {};
  const title = `of a user ${titles[0]}`;
  return [
    ...own,
    { members: { title, assigneeUserId: user, ...underWay }, reasons: REASONS.slice(0, 1), order: ["block"] as const },
  ];
}

/** The only one of the smallest run has one that is both. */
function titleOf(world: RunContext, rich: string, isLong: boolean): string {
  const long = longTitle(world);
  if (world.budget === "smoke") return `${rich} ${long.slice(rich.length + 1)}`;
  return isLong ? long : rich;
}

/** A word far into a description that is longer than has to be taken. */
export function farWordOf(world: RunContext): string {
  return wordOf(world, "far into a long story");
}

/** Behind what careless code searches, and well before what a target may reasonably search. */
const FAR = 4_500;

function uncommonOf(world: RunContext, index: number): string {
  const text = UNCOMMON[index] ?? "";
  return text === LONG_STORY ? `${text.slice(0, FAR)} ${farWordOf(world)}\n\n${text}` : text;
}

/** Descriptions of some of them that a target may reject. */
const UNCOMMON: Readonly<Record<number, string>> = { 2: LONG_STORY, 3: `  Between spaces, ${ODD_SIGNS}  \n` };

/**
 * A parent, a channel, and texts that are longer than what has to be taken, and odd: what takes them is to give them back in
 * one form.
 */
function moreOf(
  world: RunContext,
  key: string,
  parentTaskId: string,
  channelId: string | undefined,
): readonly JsonObject[] {
  const relations = { parentTaskId, ...(channelId === undefined ? {} : { channelId }) };
  const long = `Some **text** of ${key}\n\n${LONG_TEXT}\n\n${LONG_TEXT}\n\n${LONG_TEXT}`;
  const descriptions = [`${long} ${farWordOf(world)}\n\n${ODD_SIGNS}\n\n${LONG_STORY}`, long];
  return [...descriptions.map((description) => ({ ...relations, description })), relations];
}

/** A word of the reasons for which the task of a story is blocked; it is in nothing else, and its task has nothing like it. */
export function reasonWordOf(world: RunContext, { word, asked }: Pick<MadeTask, "word" | "asked">): string {
  const texts = [asked.title, asked.description].filter((text) => typeof text === "string");
  return wordUnlike(world, `reason to block ${word}`, texts);
}

/** How often all initial statuses have had their turn. */
function round(index: number): number {
  return Math.floor(index / (LIVES / 2));
}

/** Reasons for a block: in few words, and longer than what careless code takes. */
export const SHORT_REASON = "Waiting for a response";
export const LONG_REASON = "Waiting, and waiting for a long time. ".repeat(7).trim();
/** Within what every reading takes; one of them of several scripts and signs. */
const REASONS = [SHORT_REASON, everyPiece, LONG_REASON];

async function live(
  check: CheckContext,
  self: string,
  { members, more, order, reasons }: Plot,
  key: string,
): Promise<Scenario> {
  const make = (asked: JsonObject) => makeTask(check, key, asked);
  let tried: MadeTask | null = null;
  for (const further of more ?? []) tried ??= await tryOrNull(() => make({ ...members, ...further }));
  const task = tried ?? (await make(members));
  // The responses tell of the task, too.
  let unseen: OperationSilent | undefined;
  const look = async (settled: (seen: Sighting) => boolean) => {
    try {
      return await lastSight(check, task, settled);
    } catch (error) {
      if (!isNeverAnswered(error)) throw error;
      unseen = error;
      return null;
    }
  };
  const before = await look(() => true);
  const steps: Step[] = [];
  const blocks: TriedBlock[] = [];
  // From then on the task is not assigned to the caller.
  let released = members.assigneeAgentId !== self;
  let refusedRelease: Exchange | null = null;
  for (const [index, done] of order.entries()) {
    const from = valueAt(steps.at(-1)?.answer ?? task.answer, "/data/status");
    const answer =
      done === "block"
        ? await block(check, task, reasons[blocks.length % reasons.length] ?? "")
        : await releaseTask(check, task.id);
    answered(answer);
    if (done === "block") {
      blocks.push({ from, before: steps.length === 0 ? before : (steps.at(-1)?.seen ?? null), answer });
    }
    if (statusOf(answer) === 200) {
      released ||= done === "release";
      const isSettled = settledAfter(done, self, released);
      const seen = await look(isSettled);
      // After the last step others look, and the smallest run has no requests for it.
      const isBetween = index < order.length - 1 && check.world.budget !== "smoke";
      const isFirst = steps.length === 0;
      const after = done === "block" ? BLOCKED : isFirst ? seen?.task.status : undefined;
      const filed =
        isBetween && typeof after === "string"
          ? await filedAfter(check, task, after, done === "block" ? from : undefined)
          : null;
      steps.push({ done, answer, seen, ...(unseen ? { unseen } : {}), ...(filed === null ? {} : { filed }) });
    } else if (done === "release") {
      refusedRelease = answer;
      break;
    }
  }
  return { task, self, before, steps, blocks, refusedRelease };
}

/** Blocks a task for a reason, to which a word of its own is added. */
async function block(check: CheckContext, task: MadeTask, reason: string): Promise<Exchange> {
  const word = reasonWordOf(check.world, task);
  const words = { long: LONG_REASON, short: SHORT_REASON };
  const { answer } = await orInFewWords(reason, words, (given) => blockTask(check, task.id, `${given} ${word}`));
  return answer;
}

/** When the listing shows the effect of a step. */
function settledAfter(done: Step["done"], self: string, released: boolean): (seen: Sighting) => boolean {
  return ({ task }) => (done === "release" || task.status === BLOCKED) && (task.assigneeAgentId === self) !== released;
}

/** The one status that a transition of the contract leads to. */
export const BLOCKED = "blocked";

/**
 * What is not to be blocked is not, where it was not before. Another status is none of a block's doing: a workspace may sort
 * its new tasks by rules of its own.
 */
export function expectUnblocked(
  { exchange, pointer }: Pick<Sighting, "exchange" | "pointer">,
  was: Json | undefined,
  why: string,
): void {
  if (was === undefined || was === BLOCKED) return;
  const is = valueAt(exchange, `${pointer}/status`);
  expectThat(is !== BLOCKED, {
    message: why,
    expected: `${JSON.stringify(was)} at ${pointer}/status`,
    actual: JSON.stringify(is),
    pointer: `${pointer}/status`,
    keyword: "value",
  });
}

/** Looks until a task is listed as expected, or the target's patience is over; then the last sighting. */
export async function lastSight(
  check: CaseContext,
  task: Pick<MadeTask, "id" | "word">,
  settled: (seen: Sighting) => boolean,
  options: CallOptions = {},
): Promise<Sighting | null> {
  let last: Sighting | null = null;
  await comesToBe(check, async () => {
    last = await sight(check, task, "the task is not listed", options);
    expectThat(settled(last), {
      message: "not yet",
      expected: "the change",
      actual: "the task as before",
      keyword: "lag",
    });
  });
  return last;
}

/**
 * Looks by the filters for two statuses until the target's patience is over. An index may be brought up to date by some moves
 * alone, and the next one fixes what this one left: so it is looked at in between. Null where a filter is rejected, which is
 * another check's matter, or where others have moved the task on.
 */
async function filedAfter(
  check: CaseContext,
  task: Pick<MadeTask, "id" | "word">,
  status: string,
  was: Json | undefined,
): Promise<Filed | null> {
  const earlier = typeof was === "string" && was !== status ? was : null;
  const by = (one: string) => list(check, { status: one, text: task.word });
  let last: Filed | null = null;
  const look = async () => {
    const listing = await by(status);
    last = { status, listing, before: earlier === null ? null : { status: earlier, listing: await by(earlier) } };
    expectFiled(task, last, "not yet");
  };
  return tryOrNull(async () => {
    if (await comesToBe(check, look)) return last;
    const now = inListing(await list(check, { text: task.word }), task.id);
    return now === undefined || now.task.status === status ? last : null;
  });
}

/** Fails where a filter lists it as it was before the move. */
export function expectFiled(task: Pick<MadeTask, "id">, { status, listing, before }: Filed, message: string): void {
  judging([listing.exchange], () =>
    expectThat(listing.full || inListing(listing, task.id) !== undefined, {
      message,
      expected: `the task ${task.id} with the filter for ${status}`,
      actual: "it is not there",
      keyword: "missing",
    }),
  );
  if (before === null) return;
  const why = "a blocked task must not be listed with the filter for the status that it had before";
  judging([before.listing.exchange], () => expectAbsent(before.listing, task, why));
}
