import { asObject, type JsonObject } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { succeedsEventually } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CaseContext, CheckContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { dissimilarWord, keyOfDissimilarWord } from "../dissimilar-words.ts";
import { type Listing, list } from "./listing.ts";
import { foreignWordOf, type Row, rows } from "./population-rows.ts";
import { type CreatedTask, createTask, madeOf, type TriedTask, tryTask } from "./requests.ts";

/** Tasks that are not changed after their creation, for all checks of fields, filters and counts. */
export interface Population {
  /** A word that occurs in the title of each of them and nowhere else. */
  readonly word: string;
  readonly tasks: readonly [FixtureTask, ...FixtureTask[]];
  /** Tasks that were rejected although they are valid. */
  readonly rejected: readonly Rejected[];
  /** The caller's own agent id. */
  readonly self: string;
}

/** A creation that was rejected. */
export type Rejected = Pick<TriedTask, "asked" | "response">;

/** A task of the population. */
export interface FixtureTask extends CreatedTask {
  /** A word of its description; null without a description. */
  readonly descriptionWord: string | null;
  /** A word of its title in letters beyond ASCII. */
  readonly foreignWord: string;
}

/** The population of a run and its listings. */
export interface TaskFixtures {
  population(check: CheckContext): Promise<Population>;
  /**
   * Returns the listing by their word that first showed all of them, or the last one within the consistency timeout.
   */
  shown(check: CheckContext): Promise<Listing>;
  /** Returns the tasks that the listing showed. Throws `Inconclusive` if there is none. */
  visible(check: CheckContext): Promise<readonly FixtureTask[]>;
}

/** The number of tasks at the standard budget. */
const TASKS = 20;
const MIN_TASKS = 6;

/** Returns the population of one run, which is created when the first check needs it. */
export function createTaskFixtures(): TaskFixtures {
  const population = once(settle);
  const shown = once(async (check: CheckContext) => showing(check, await population(check)));
  return {
    population,
    shown,
    async visible(check) {
      const { tasks } = await population(check);
      const { ids } = await shown(check);
      // A task whose status or priority is not known from the response to its creation cannot be judged by filters.
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
  const word = dissimilarWord(check.context, "population of tasks", namesOf(check));
  const self = await check.reference("agent");
  const rootWord = foreignWordOf(check.context, "root");
  const title = `${word} ${rootWord}`;
  const { root, rejectedRoot } = await settleRoot(check, title);
  const bodies = await rows(check, self, root.id, Math.max(MIN_TASKS, check.cases(TASKS)) - 1);
  const made = await Promise.all(bodies.map((row, index) => settleOne(check, `population ${index}`, word, row)));
  const tasks = made.filter(isInhabitant);
  return {
    word,
    self,
    tasks: [{ ...root, descriptionWord: null, foreignWord: rootWord }, ...tasks],
    rejected: [...rejectedRoot, ...made.filter((one) => !isInhabitant(one))],
  };
}

/**
 * Returns the names that text searches use. The word in all titles, and the first title, must not be similar to them.
 */
function namesOf({ context }: CheckContext): readonly string[] {
  return ["status", "priority"].flatMap((field) => wordsOf(fieldSchema(context.document, "create-task", field), field));
}

/**
 * Creates the first task, without channel and assignee. It has the one status that the first rows leave out, or none if
 * that is rejected.
 */
async function settleRoot(check: CheckContext, title: string) {
  const key = keyOfDissimilarWord(check.context, "population root", namesOf(check));
  const [status] = wordsOf(fieldSchema(check.context.document, "create-task", "status"), "status");
  const tried = await tryTask(check, key, { title, ...(status ? { status } : {}) });
  const made = madeOf(tried);
  if (made) return { root: made, rejectedRoot: [] };
  return { root: await createTask(check, key, { title }), rejectedRoot: [tried] };
}

/** Creates one task. A rejection is kept, for the checks that judge it. */
async function settleOne(check: CheckContext, key: string, word: string, row: Row): Promise<FixtureTask | Rejected> {
  const { members, ...words } = row;
  const ask = (some: JsonObject) =>
    tryTask(check, key, { ...some, title: `${word} ${words.foreignWord} ${members.title}` });
  const tried = await ask(members);
  const made = madeOf(tried);
  if (made) return { ...made, ...words };
  const surer = withoutDoubt(members);
  if (surer === null) return tried;
  const second = await ask(surer);
  const again = madeOf(second);
  return again ? { ...again, ...words } : second;
}

/**
 * Returns the members without the channel, which may be a valid reason to reject a user or parent (`x-safe` of the
 * body); null if they do not have both.
 */
function withoutDoubt({ channelId, ...members }: JsonObject): JsonObject | null {
  if (channelId === undefined) return null;
  return members.assigneeUserId === undefined && members.parentTaskId === undefined ? null : members;
}

function isInhabitant(one: FixtureTask | Rejected): one is FixtureTask {
  return "id" in one;
}

const natures = new WeakMap<CreatedTask, JsonObject>();

/**
 * Returns the fields of a task by its creation: those of the request, and those that the response adds. Cached, since
 * every listing is compared with those of all tasks.
 */
export function natureOf(task: CreatedTask): JsonObject {
  const known = natures.get(task);
  if (known !== undefined) return known;
  const nature = { ...asObject(valueAt(task.response, "/data")), ...task.asked };
  natures.set(task, nature);
  return nature;
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
  await succeedsEventually(check, attempt);
  return last;
}
