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
import { nonAsciiWordOf, type PopulationRow, populationRows } from "./population-rows.ts";
import { type CreatedTask, createdTaskOf, createTask, type TaskAttempt, tryTask } from "./requests.ts";

/** Tasks that are not changed after their creation, for all checks of fields, filters and counts. */
export interface Population {
  /** A word that occurs in the title of each of them and nowhere else. */
  readonly word: string;
  readonly tasks: readonly [FixtureTask, ...FixtureTask[]];
  /** Tasks that were rejected although they are valid. */
  readonly rejected: readonly RejectedCreation[];
  /** The caller's own agent id. */
  readonly self: string;
}

/** A creation that was rejected. */
export type RejectedCreation = Pick<TaskAttempt, "requested" | "response">;

/** A task of the population. */
export interface FixtureTask extends CreatedTask {
  /** A word of its description; null without a description. */
  readonly descriptionWord: string | null;
  /** A word of its title in letters beyond ASCII. */
  readonly nonAsciiWord: string;
}

/** The population of a run and its listings. */
export interface TaskFixtures {
  population(check: CheckContext): Promise<Population>;
  /**
   * Returns the listing by their word that first showed all of them, or the last one within the consistency timeout.
   */
  listing(check: CheckContext): Promise<Listing>;
  /** Returns the tasks that the listing showed. Throws `Inconclusive` if there is none. */
  visible(check: CheckContext): Promise<readonly FixtureTask[]>;
}

/** The number of tasks at the standard budget. */
const TASKS = 20;
const MIN_TASKS = 6;

/** Returns the population of one run, which is created when the first check needs it. */
export function createTaskFixtures(): TaskFixtures {
  const population = once(createPopulation);
  const shown = once(async (check: CheckContext) => pollForAll(check, await population(check)));
  return {
    population,
    listing: shown,
    async visible(check) {
      const { tasks } = await population(check);
      const { ids } = await shown(check);
      // A task whose status or priority is not known from the response to its creation cannot be judged by filters.
      const withKnownFields = tasks.filter((task) =>
        [createdFieldsOf(task).status, createdFieldsOf(task).priority].every((one) => typeof one === "string"),
      );
      const visible = withKnownFields.filter(({ id }) => ids.includes(id));
      if (visible.length > 0) return visible;
      throw new Inconclusive("no task of this run is listed by a word of its title", "tasks.list.text-title");
    },
  };
}

async function createPopulation(check: CheckContext): Promise<Population> {
  const word = dissimilarWord(check.context, "population of tasks", enumValuesOf(check));
  const self = await check.reference("agent");
  const rootWord = nonAsciiWordOf(check.context, "root");
  const title = `${word} ${rootWord}`;
  const { root, rejectedRoot } = await createRoot(check, title);
  const bodies = await populationRows(check, self, root.id, Math.max(MIN_TASKS, check.cases(TASKS)) - 1);
  const results = await Promise.all(
    bodies.map((row, index) => createFixtureTask(check, `population ${index}`, word, row)),
  );
  const tasks = results.filter(isFixtureTask);
  return {
    word,
    self,
    tasks: [{ ...root, descriptionWord: null, nonAsciiWord: rootWord }, ...tasks],
    rejected: [...rejectedRoot, ...results.filter((one) => !isFixtureTask(one))],
  };
}

/**
 * Returns the names that text searches use. The word in all titles, and the first title, must not be similar to them.
 */
function enumValuesOf({ context }: CheckContext): readonly string[] {
  return ["status", "priority"].flatMap((field) => wordsOf(fieldSchema(context.document, "create-task", field), field));
}

/**
 * Creates the first task, without channel and assignee. It has the one status that the first rows leave out, or none if
 * that is rejected.
 */
async function createRoot(check: CheckContext, title: string) {
  const key = keyOfDissimilarWord(check.context, "population root", enumValuesOf(check));
  const [status] = wordsOf(fieldSchema(check.context.document, "create-task", "status"), "status");
  const attempt = await tryTask(check, key, { title, ...(status ? { status } : {}) });
  const created = createdTaskOf(attempt);
  if (created) return { root: created, rejectedRoot: [] };
  return { root: await createTask(check, key, { title }), rejectedRoot: [attempt] };
}

/** Creates one task. A rejection is kept, for the checks that judge it. */
async function createFixtureTask(
  check: CheckContext,
  key: string,
  word: string,
  row: PopulationRow,
): Promise<FixtureTask | RejectedCreation> {
  const { members, ...words } = row;
  const request = (bodyMembers: JsonObject) =>
    tryTask(check, key, { ...bodyMembers, title: `${word} ${words.nonAsciiWord} ${members.title}` });
  const attempt = await request(members);
  const created = createdTaskOf(attempt);
  if (created) return { ...created, ...words };
  const fewerMembers = withoutChannel(members);
  if (fewerMembers === null) return attempt;
  const secondAttempt = await request(fewerMembers);
  const createdSecond = createdTaskOf(secondAttempt);
  return createdSecond ? { ...createdSecond, ...words } : secondAttempt;
}

/**
 * Returns the members without the channel, which may be a valid reason to reject a user or parent (`x-safe` of the
 * body); null if they do not have both.
 */
function withoutChannel({ channelId, ...members }: JsonObject): JsonObject | null {
  if (channelId === undefined) return null;
  return members.assigneeUserId === undefined && members.parentTaskId === undefined ? null : members;
}

function isFixtureTask(one: FixtureTask | RejectedCreation): one is FixtureTask {
  return "id" in one;
}

const createdFields = new WeakMap<CreatedTask, JsonObject>();

/**
 * Returns the fields of a task by its creation: those of the request, and those that the response adds. Cached, since
 * every listing is compared with those of all tasks.
 */
export function createdFieldsOf(task: CreatedTask): JsonObject {
  const cached = createdFields.get(task);
  if (cached !== undefined) return cached;
  const fields = { ...asObject(valueAt(task.response, "/data")), ...task.requested };
  createdFields.set(task, fields);
  return fields;
}

async function pollForAll(check: CaseContext, { word, tasks }: Population): Promise<Listing> {
  let last = await list(check, { text: word });
  const attempt = async () => {
    const missing = tasks.filter(({ id }) => !last.ids.includes(id));
    if (missing.length === 0) return;
    last = await list(check, { text: word });
    expectThat(missing.length === 0, {
      message: "not all are listed",
      expected: "all tasks",
      actual: "fewer tasks",
      keyword: "missing",
    });
  };
  await succeedsEventually(check, attempt);
  return last;
}
