import fc from "fast-check";
import type { Json, JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import type { OperationSilent } from "../../client/inconclusive.ts";
import { isNeverResponding, restartWhenLost, succeedsEventually, tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CallOptions, CaseContext, CheckContext, RunContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { allMarkdown, allPieces, SPECIAL_CHARACTERS, VERY_LONG_TEXT } from "../../models/sample-texts.ts";
import { wordOf } from "../../models/words.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { requireResponse, stringAt, valueAt } from "../../verifiers/read.ts";
import { lineOfText } from "../arbitrary-text.ts";
import { dissimilarWord } from "../dissimilar-words.ts";
import { withShorterReasonIfRejected } from "../long-reasons.ts";
import { expectListed, type ListedTask } from "./listing.ts";
import type { TaskFixtures } from "./population.ts";
import { LONG_TEXT, longTitle } from "./population-rows.ts";
import { blockTask, type CreatedTask, createTask, releaseTask } from "./requests.ts";
import { statusesToBlock } from "./statuses-to-block.ts";

/** One change of a task: the operation, its response, and how the task was listed afterwards. */
export interface Step {
  readonly change: "block" | "release";
  readonly response: Exchange;
  /**
   * The last sighting. It shows the effect unless that never became visible. Null if the task was not listed at all.
   */
  readonly seen: ListedTask | null;
  /** The error if the listing gave no response, so the task was not seen. */
  readonly unseen?: OperationSilent;
}

/** A task that the caller created for itself, with the changes made to it. Shared by many checks. */
export interface Scenario {
  readonly task: CreatedTask;
  readonly self: string;
  /** Accepted steps, in order. */
  readonly steps: readonly Step[];
  /** The rejection of a release by the assignee, after which the scenario ends. */
  readonly rejectedRelease: Exchange | null;
  /**
   * Every attempted block, including rejected ones: the contract leaves open from which status a task can be blocked.
   */
  readonly blocks: readonly BlockAttempt[];
}

/** An attempted block, with the status and the sighting of the task before it. */
export interface BlockAttempt {
  readonly from: Json | undefined;
  readonly before: ListedTask | null;
  readonly response: Exchange;
}

/**
 * Scenarios at the standard budget: two for each initial status, one that is blocked first and one that is released
 * first.
 */
const SCENARIOS = 12;
const MIN_SCENARIOS = 1;

/** Returns the scenarios of a run, which are created once, after the population and `before`. */
export function createScenarios(
  { population }: Pick<TaskFixtures, "population">,
  before: (check: CheckContext) => Promise<unknown>,
) {
  return once(async (check: CheckContext): Promise<readonly Scenario[]> => {
    await before(check);
    const self = await check.reference("agent");
    const [root] = (await population(check)).tasks;
    const plans = await scenarioPlansOf(check, self, root.id);
    return Promise.all(
      plans.map((plan, index) =>
        restartWhenLost((restart) =>
          runScenario(check, self, plan, `story ${index}${restart > 0 ? `, again ${restart}` : ""}`),
        ),
      ),
    );
  });
}

interface ScenarioPlan {
  readonly members: JsonObject;
  /** Members that a target may have a valid reason to reject together; if it does, fewer of them are tried. */
  readonly optionalMembers: readonly JsonObject[];
  readonly order: readonly Step["change"][];
}

const ORDERS: readonly (readonly Step["change"][])[] = [
  ["block", "release", "block"],
  ["release", "block"],
];

async function scenarioPlansOf(check: CheckContext, self: string, root: string): Promise<ScenarioPlan[]> {
  const { document, target } = check.context;
  const statuses = wordsOf(fieldSchema(document, "create-task", "status"), "status");
  const priorities = wordsOf(fieldSchema(document, "create-task", "priority"), "priority");
  const { memberChannel } = target.fixtures;
  const titles = fc.sample(lineOfText, { seed: check.seed, numRuns: SCENARIOS });
  const count = Math.min(3 * SCENARIOS, Math.max(MIN_SCENARIOS, check.cases(SCENARIOS)));
  // It must be a task that can be blocked.
  const [blockable] = await statusesToBlock(check);
  const parent = stringAt((await check.baseline("create-task")).exchange, "/data/id");
  const isBound = (index: number) => memberChannel !== undefined && (index + statusRoundOf(index)) % 2 === 0;
  return Array.from({ length: count }, (_, index) => ({
    members: {
      // Long and rich texts reveal targets that cut or rewrite a text when the task changes.
      title: richLongTitle(check.context, titles[index % SCENARIOS] ?? ""),
      description: `Some **text** of story ${index}\n\n${[LONG_TEXT, allMarkdown][index % 4] ?? ""}`.trim(),
      status: blockable ?? statuses[(index + 2) % statuses.length] ?? "",
      // From the last to the first, so that code with special treatment of the most urgent tasks is tried early.
      priority: priorities[(priorities.length - 1 + index) % priorities.length] ?? "",
      assigneeAgentId: self,
      ...(isBound(index) ? { channelId: memberChannel } : {}),
      ...(index % 3 === 1 && !isBound(index) ? { parentTaskId: parent } : {}),
    },
    // Each shows the effect on its parent, on the siblings, and on its own members.
    optionalMembers: optionalMembersOf(check.context, `story ${index}`, root, memberChannel),
    order: ORDERS[Math.floor(index / 2 + index) % ORDERS.length] ?? [],
  }));
}

/** Returns a title that is both rich and long. */
function richLongTitle(context: RunContext, rich: string): string {
  const long = longTitle(context);
  return `${rich} ${long.slice(rich.length + 1)}`;
}

/** Returns a word at the end of a description that is longer than must be accepted. */
export function longDescriptionEndWord(context: RunContext): string {
  return wordOf(context, "far into a long story");
}

/**
 * Returns a parent, a channel, and unusual texts longer than must be accepted: if a target accepts them, it must return
 * them unchanged each time.
 */
function optionalMembersOf(
  context: RunContext,
  key: string,
  parentTaskId: string,
  channelId: string | undefined,
): readonly JsonObject[] {
  const relations = { parentTaskId, ...(channelId === undefined ? {} : { channelId }) };
  const long = `Some **text** of ${key}\n\n${LONG_TEXT}\n\n${LONG_TEXT}\n\n${LONG_TEXT}`;
  const descriptions = [
    `${long} ${longDescriptionEndWord(context)}\n\n${SPECIAL_CHARACTERS}\n\n${VERY_LONG_TEXT}`,
    long,
  ];
  return [...descriptions.map((description) => ({ ...relations, description })), relations];
}

/**
 * Returns a word of the reasons for which the task of a scenario is blocked. It occurs nowhere else, and the task's
 * texts are not similar to it.
 */
export function reasonWordOf(
  context: RunContext,
  { word, requested }: Pick<CreatedTask, "word" | "requested">,
): string {
  const texts = [requested.title, requested.description].filter((text) => typeof text === "string");
  return dissimilarWord(context, `reason to block ${word}`, texts);
}

/** Returns how often all initial statuses have been used. */
function statusRoundOf(index: number): number {
  return Math.floor(index / (SCENARIOS / 2));
}

/** Reasons for a block: a short one, and one that is longer than careless code supports. */
export const SHORT_REASON = "Waiting for a response";
export const LONG_REASON = "Waiting, and waiting for a long time. ".repeat(7).trim();
/**
 * The reasons of successive blocks, within the length that every interpretation accepts: several scripts and special
 * characters, and a long one.
 */
const REASONS = [allPieces, LONG_REASON];

async function runScenario(
  check: CheckContext,
  self: string,
  { members, optionalMembers, order }: ScenarioPlan,
  key: string,
): Promise<Scenario> {
  const create = (requested: JsonObject) => createTask(check, key, requested);
  let withOptional: CreatedTask | null = null;
  for (const optional of optionalMembers) withOptional ??= await tryOrNull(() => create({ ...members, ...optional }));
  const task = withOptional ?? (await create(members));
  // Without a listing, the responses still show the task.
  let unseen: OperationSilent | undefined;
  const poll = async (isExpected: (seen: ListedTask) => boolean) => {
    try {
      return await pollListedTask(check, task, isExpected);
    } catch (error) {
      if (!isNeverResponding(error)) throw error;
      unseen = error;
      return null;
    }
  };
  const before = await poll(() => true);
  const steps: Step[] = [];
  const blocks: BlockAttempt[] = [];
  // True once the task is no longer assigned to the caller.
  let isReleased = false;
  let rejectedRelease: Exchange | null = null;
  for (const done of order) {
    const from = valueAt(steps.at(-1)?.response ?? task.response, "/data/status");
    const response =
      done === "block"
        ? await block(check, task, REASONS[blocks.length % REASONS.length] ?? "")
        : await releaseTask(check, task.id);
    requireResponse(response);
    if (done === "block") {
      blocks.push({ from, before: steps.length === 0 ? before : (steps.at(-1)?.seen ?? null), response });
    }
    if (statusOf(response) === 200) {
      isReleased ||= done === "release";
      const hasEffect = hasEffectOf(done, self, isReleased);
      const seen = await poll(hasEffect);
      steps.push({ change: done, response, seen, ...(unseen ? { unseen } : {}) });
    } else if (done === "release") {
      rejectedRelease = response;
      break;
    }
  }
  return { task, self, steps, blocks, rejectedRelease };
}

/** Blocks a task for a reason, with a unique word appended. */
async function block(check: CheckContext, task: CreatedTask, reason: string): Promise<Exchange> {
  const word = reasonWordOf(check.context, task);
  const words = { long: LONG_REASON, short: SHORT_REASON };
  const { response } = await withShorterReasonIfRejected(reason, words, (given) =>
    blockTask(check, task.id, `${given} ${word}`),
  );
  return response;
}

/** Returns a test that is true if a listing shows the effect of a step. */
function hasEffectOf(done: Step["change"], self: string, isReleased: boolean): (seen: ListedTask) => boolean {
  return ({ task }) =>
    (done === "release" || task.status === BLOCKED) && (task.assigneeAgentId === self) !== isReleased;
}

/** The status of a blocked task, the only one that the contract defines as the effect of an operation. */
export const BLOCKED = "blocked";

/**
 * Fails if a task that must not be blocked has become blocked. Any other new status is not the effect of a block: rules
 * of a workspace may change new tasks.
 */
export function expectUnblocked(
  { exchange, pointer }: Pick<ListedTask, "exchange" | "pointer">,
  statusBefore: Json | undefined,
  why: string,
): void {
  if (statusBefore === undefined || statusBefore === BLOCKED) return;
  const status = valueAt(exchange, `${pointer}/status`);
  expectThat(status !== BLOCKED, {
    message: why,
    expected: `${JSON.stringify(statusBefore)} at ${pointer}/status`,
    actual: JSON.stringify(status),
    pointer: `${pointer}/status`,
    keyword: "value",
  });
}

/** Polls until a task is listed as expected, or until the consistency timeout. Returns the last sighting. */
export async function pollListedTask(
  check: CaseContext,
  task: Pick<CreatedTask, "id" | "word">,
  isExpected: (seen: ListedTask) => boolean,
  options: CallOptions = {},
): Promise<ListedTask | null> {
  let lastListed: ListedTask | null = null;
  await succeedsEventually(check, async () => {
    lastListed = await expectListed(check, task, "the task is not listed", options);
    expectThat(isExpected(lastListed), {
      message: "the change is not listed yet",
      expected: "the change is listed",
      actual: "the task is listed as before",
      keyword: "lag",
    });
  });
  return lastListed;
}
