import fc from "fast-check";
import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { CaseContext, CheckContext, World } from "../../engine/check.ts";
import { Failure, Inconclusive, Skipped } from "../../engine/outcome.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { answered, stringAt, valueAt } from "../../verifiers/read.ts";
import { fieldSchema, numberAt, wordsOf } from "../document-facts.ts";
import { once } from "../once.ts";
import { lineOfText, markdownText } from "../text.ts";
import { wordOf } from "../words.ts";
import { type Listing, list } from "./listing.ts";
import { askForTask, type MadeTask, makeTask, taskAt } from "./requests.ts";

/** Tasks that nothing changes once they are made: they serve every check of fields, filters and counts. */
export interface Population {
  /** A word that stands in the title of each of them and in nothing else. */
  readonly word: string;
  readonly tasks: readonly Inhabitant[];
  /** Tasks that were refused, although nothing is wrong with them. */
  readonly refused: readonly Refused[];
  /** The caller's own agent id. */
  readonly self: string;
}

/** A creation that was refused. */
export interface Refused {
  readonly members: JsonObject;
  readonly answer: Exchange;
}

/** A task of the population. */
export interface Inhabitant extends MadeTask {
  /** A word of its description, null without a description. */
  readonly descriptionWord: string | null;
  /** A word of its title in letters beyond ASCII. */
  readonly foreignWord: string;
}

/** Makes and shows the population of a run. */
export interface Settlement {
  population(check: CheckContext): Promise<Population>;
  /** The listing by their word that first showed all of them, or the last one within the target's patience. */
  shown(check: CheckContext): Promise<Listing>;
  /** Those of them that the listing showed; Inconclusive when there are none. */
  visible(check: CheckContext): Promise<readonly Inhabitant[]>;
}

/** Tasks at the standard budget. */
const SIZE = 24;
const LEAST = 5;

/** The population of one run, made once, when the first check asks for it. */
export function createSettlement(): Settlement {
  const population = once(settle);
  const shown = once(async (check: CheckContext) => showing(check, await population(check)));
  return {
    population,
    shown,
    async visible(check) {
      const { tasks } = await population(check);
      const { ids } = await shown(check);
      // Of a task whose answer does not tell its status or priority, filters can say nothing.
      const told = tasks.filter((task) =>
        [natureOf(task).status, natureOf(task).priority].every((one) => typeof one === "string"),
      );
      const visible = told.filter(({ id }) => ids.includes(id));
      if (visible.length > 0) return visible;
      throw new Inconclusive("no task of this run is listed by a word of its title", "tasks.list.text-title");
    },
  };
}

async function settle(check: CheckContext): Promise<Population> {
  const word = wordOf(check.world, "population");
  const self = await check.reference("agent");
  const rootWord = foreignWordOf(check.world, "root");
  const root = await makeTask(check, "population root", { title: `${word} ${rootWord}` });
  const bodies = await rows(check, self, root.id, Math.max(LEAST, check.cases(SIZE)) - 1);
  const made = await Promise.all(bodies.map((row, index) => settleOne(check, `population ${index}`, word, row)));
  const tasks = made.flatMap((one) => ("id" in one ? [one] : []));
  const child = tasks.find(({ asked }) => asked.parentTaskId === root.id);
  // A task below a task that is below another, in runs that can afford it.
  const below = {
    descriptionWord: null,
    foreignWord: rootWord,
    members: { title: "below", parentTaskId: child?.id ?? "" },
  };
  const last = child && check.world.budget !== "smoke" ? [await settleOne(check, "population below", word, below)] : [];
  return {
    word,
    self,
    tasks: [
      { ...root, descriptionWord: null, foreignWord: rootWord },
      ...[...tasks, ...last].flatMap((one) => ("id" in one ? [one] : [])),
    ],
    refused: made.flatMap((one) => ("id" in one ? [] : [one])),
  };
}

interface Row {
  readonly descriptionWord: string | null;
  readonly foreignWord: string;
  readonly members: JsonObject & { readonly title: string };
}

/** Makes one of them; a refusal is kept for those who ask whether it may be. */
async function settleOne(check: CheckContext, key: string, word: string, row: Row): Promise<Inhabitant | Refused> {
  const { descriptionWord, foreignWord, members } = row;
  const own = wordOf(check.world, key);
  const asked = { ...members, title: `${check.world.mark} ${own} ${word} ${foreignWord} ${members.title}` };
  const answer = await askForTask(check, asked);
  if (answered(answer).status !== 200) return { members: asked, answer };
  return { id: stringAt(answer, "/data/id"), word: own, asked, answer, descriptionWord, foreignWord };
}

/** A word that only this run knows, in Cyrillic letters or in Latin ones with marks. */
function foreignWordOf(world: World, key: string): string {
  const letters = [...wordOf(world, `foreign ${key}`)].map((letter) => letter.charCodeAt(0) - 0x61);
  const alphabet = ALPHABETS[(letters[0] ?? 0) % ALPHABETS.length] ?? [];
  return letters.map((letter) => alphabet[letter % alphabet.length]).join("");
}

const ALPHABETS = [[..."бвгдежзиклмнопрсту"], [..."éèñöüçåøłşžäîûôáíó"]];

/** What a task is, as far as its creation tells: what was asked for, and what the answer shows beside it. */
export function natureOf({ asked, answer }: MadeTask): JsonObject {
  return { ...taskAt(valueAt(answer, "/data")), ...asked };
}

async function rows(check: CheckContext, self: string, parent: string, count: number): Promise<Row[]> {
  const { document } = check.world;
  const statuses = wordsOf(fieldSchema(document, "create-task", "status"), "status");
  const priorities = wordsOf(fieldSchema(document, "create-task", "priority"), "priority");
  const relations = await relationsOf(check, self, parent);
  const titles = [longTitle(check.world), ...fc.sample(lineOfText, { seed: check.seed, numRuns: count })];
  const texts = [LONG_TEXT, ...fc.sample(markdownText, { seed: check.seed, numRuns: count })];
  return Array.from({ length: count }, (_, index) => {
    const descriptionWord = index % 3 === 2 ? null : wordOf(check.world, `description ${index}`);
    return {
      descriptionWord,
      foreignWord: foreignWordOf(check.world, `${index}`),
      members: {
        title: titles[index] ?? "",
        status: at(statuses, index + 1),
        priority: at(priorities, index + 1),
        // One step more in each round, so that relations meet every status and priority.
        ...at(relations, index + Math.floor(index / relations.length)),
        ...(descriptionWord === null ? {} : { description: `${texts[index]}\n\n${descriptionWord}` }),
      },
    };
  });
}

/** Within what every reading takes, and longer than what careless code does. */
const LONG_TEXT = "A long text of many words, which is to come back whole. ".repeat(30).trim();

/** The longest title that has to be taken, less what stands before it. */
function longTitle(world: World): string {
  const most = numberAt(fieldSchema(world.document, "create-task", "title"), "maxLength") ?? 0;
  const before = `${world.mark} ${wordOf(world, "")} ${wordOf(world, "")} ${foreignWordOf(world, "")} `.length;
  return most > before ? `${"lengthy ".repeat(Math.ceil(most / 8)).slice(0, most - before - 1)}z` : "z";
}

/** What a task can be bound to and assigned to here; the fixtures that are there decide. */
async function relationsOf(check: CheckContext, self: string, parent: string): Promise<JsonObject[]> {
  const { memberChannel, secondMemberChannel, user, otherAgent, ownedAgent } = check.world.target.fixtures;
  const when = (value: string | undefined, members: (value: string) => JsonObject) => (value ? [members(value)] : []);
  // The smallest run takes the first four: they show every field that a task can be given.
  return [
    ...when(memberChannel, (channelId) => ({ channelId, assigneeAgentId: self })),
    ...when(user, (assigneeUserId) => ({ assigneeUserId })),
    { parentTaskId: parent },
    ...when(otherAgent?.id, (assigneeAgentId) => ({ assigneeAgentId })),
    ...when(secondMemberChannel, (channelId) => ({ channelId })),
    {},
    ...when(ownedAgent, (assigneeAgentId) => ({ assigneeAgentId })),
    { assigneeAgentId: self },
    ...when(memberChannel, (channelId) => ({ channelId })),
    { parentTaskId: parent, assigneeAgentId: self },
  ];
}

function at<T>(values: readonly T[], index: number): T {
  const value = values[index % values.length];
  if (value === undefined) throw new Skipped("there is nothing to choose from");
  return value;
}

async function showing(check: CaseContext, { word, tasks }: Population): Promise<Listing> {
  let last = await list(check, { text: word });
  const attempt = async () => {
    const missing = tasks.filter(({ id }) => !last.ids.includes(id));
    if (missing.length === 0) return;
    last = await list(check, { text: word });
    expectThat(missing.length === 0, {
      message: "not all are listed",
      expected: "all",
      actual: "less",
      keyword: "missing",
    });
  };
  try {
    await check.eventually(attempt);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
  return last;
}
