import { asObject, type JsonObject } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/unanswered.ts";
import { comesToBe } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CaseContext, CheckContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { keyUnlike, wordUnlike } from "../words-unlike.ts";
import { type Listing, list } from "./listing.ts";
import { foreignWordOf, type Row, rows } from "./population-rows.ts";
import { type CreatedTask, createTask, madeOf, type TriedTask, tryTask } from "./requests.ts";

/** Tasks that nothing changes once they are created: they serve every check of fields, filters and counts. */
export interface Population {
  /** A word that is in the title of each of them and in nothing else. */
  readonly word: string;
  readonly tasks: readonly [FixtureTask, ...FixtureTask[]];
  /** Tasks that were rejected, although nothing is wrong with them. */
  readonly rejected: readonly Rejected[];
  /** The caller's own agent id. */
  readonly self: string;
}

/** A creation that was rejected. */
export type Rejected = Pick<TriedTask, "asked" | "response">;

/** A task of the population. */
export interface FixtureTask extends CreatedTask {
  /** A word of its description, null without a description. */
  readonly descriptionWord: string | null;
  /** A word of its title in letters beyond ASCII. */
  readonly foreignWord: string;
}

/** Makes and shows the population of a run. */
export interface TaskFixtures {
  population(check: CheckContext): Promise<Population>;
  /** The listing by their word that first showed all of them, or the last one within the target's patience. */
  shown(check: CheckContext): Promise<Listing>;
  /** Those of them that the listing showed; Inconclusive when there are none. */
  visible(check: CheckContext): Promise<readonly FixtureTask[]>;
}

/** Tasks at the standard budget. */
const TASKS = 20;
const MIN_TASKS = 6;

/** The population of one run, made once, when the first check asks for it. */
export function createTaskFixtures(): TaskFixtures {
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
  const word = wordUnlike(check.context, "population of tasks", namesOf(check));
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

/** Names that a text search is asked for: what is in all titles has nothing of them, and the first title as a whole. */
function namesOf({ context }: CheckContext): readonly string[] {
  return ["status", "priority"].flatMap((field) => wordsOf(fieldSchema(context.document, "create-task", field), field));
}

/**
 * The first of them, which is bound to nothing and nobody. It has the one status that the first rows leave out; where that is
 * rejected, it does without.
 */
async function settleRoot(check: CheckContext, title: string) {
  const key = keyUnlike(check.context, "population root", namesOf(check));
  const [status] = wordsOf(fieldSchema(check.context.document, "create-task", "status"), "status");
  const tried = await tryTask(check, key, { title, ...(status ? { status } : {}) });
  const made = madeOf(tried);
  if (made) return { root: made, rejectedRoot: [] };
  return { root: await createTask(check, key, { title }), rejectedRoot: [tried] };
}

/** Makes one of them; a rejection is kept for those who ask whether it may be. */
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

/** Without the channel beside which a user or a parent may be rejected (`x-safe` of the body); null where there is none. */
function withoutDoubt({ channelId, ...members }: JsonObject): JsonObject | null {
  if (channelId === undefined) return null;
  return members.assigneeUserId === undefined && members.parentTaskId === undefined ? null : members;
}

function isInhabitant(one: FixtureTask | Rejected): one is FixtureTask {
  return "id" in one;
}

const natures = new WeakMap<CreatedTask, JsonObject>();

/**
 * What a task is, as far as its creation tells: what was asked for, and what the response shows beside it. Every listing is
 * compared with the natures of all of them.
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
  await comesToBe(check, attempt);
  return last;
}
