import type { JsonObject } from "../../../spec/json.ts";
import type { CheckContext, Observer, RunContext } from "../../engine/check/check.ts";
import { isUnset } from "../../verifiers/read.ts";
import { defineObserver, lagOf, observeEach } from "../observe.ts";
import { inListing, type Listing, list, sight } from "./listing.ts";
import { shownOnce } from "./named-tasks.ts";
import { type FixtureTask, natureOf } from "./population.ts";
import { createTask } from "./requests.ts";
import { sharedOf } from "./shared.ts";

const OPERATIONS = ["list-tasks", "create-task"];

/** Observers of the open points of listing tasks. */
export function listObservers(context: RunContext): Observer[] {
  const { taskFixtures } = sharedOf(context);
  return [
    defineObserver({ name: "listings of tasks", operations: OPERATIONS }, async (check) => {
      const ours = await taskFixtures.visible(check);
      const listing = await taskFixtures.shown(check);
      await observeEach([
        async () => check.observe("list-tasks.order", orderOf(listing, ours), `${ours.length} tasks of this run`),
        async () => origins(check, listing),
        () => textMatching(check, ours),
      ]);
    }),
    defineObserver({ name: "lag of listings", operations: OPERATIONS }, lagOfListing),
  ];
}

/** Possible sort orders of a listing, each with its sort key. */
const ORDERS: Readonly<Record<string, (task: JsonObject) => string>> = {
  "by creation": ({ createdAt }) => timeKey(createdAt),
  "by change": ({ updatedAt }) => timeKey(updatedAt),
  "by title": ({ title }) => String(title),
  "by id": ({ id }) => String(id),
};

function timeKey(value: JsonObject[string] | undefined): string {
  return typeof value === "string" ? String(Date.parse(value)).padStart(16, "0") : "";
}

function orderOf(listing: Listing, ours: readonly FixtureTask[]): string {
  const mine = new Set(ours.map(({ id }) => id));
  const tasks = listing.tasks.filter(({ id }) => typeof id === "string" && mine.has(id));
  for (const [name, keyOf] of Object.entries(ORDERS)) {
    const keys = tasks.map(keyOf);
    if (new Set(keys).size < 2) continue;
    if (keys.every((key, index) => index === 0 || key <= (keys[index - 1] ?? ""))) return `falling ${name}`;
    if (keys.every((key, index) => index === 0 || key >= (keys[index - 1] ?? ""))) return `rising ${name}`;
  }
  return "no order that fields of a task show";
}

async function origins(check: CheckContext, listing: Listing): Promise<void> {
  const all = await shownOnce(check.context)(check);
  const everything = [...listing.tasks, ...all.tasks];
  const named = everything.filter((task) => !isUnset(task.originMessageId) || !isUnset(task.originExtractionId)).length;
  const answer = named === 0 ? "no listed task names one" : "some listed tasks name one";
  check.observe("tasks.origin", answer, `listings of all visible tasks: ${named} of ${everything.length} name one`);
}

async function textMatching(check: CheckContext, [task]: readonly FixtureTask[]): Promise<void> {
  if (!task) return;
  const found = async (text: string) => (inListing(await list(check, { text }), task.id) ? "yes" : "no");
  const answers = [
    `upper case: ${await found(task.word.toUpperCase())}`,
    `beginning of a word: ${await found(task.word.slice(0, 8))}`,
    `middle of a word: ${await found(task.word.slice(2, 10))}`,
    `two words, one of them elsewhere: ${await found(`${task.word} ${String(natureOf(task).id)}`)}`,
  ];
  check.observe("list-tasks.text-matching", answers.join("; "), "searches for a word of a title, changed");
}

async function lagOfListing(check: CheckContext): Promise<void> {
  const task = await createTask(check, "how soon it is listed");
  const lag = await lagOf(check, "a task just created", () => sight(check, task, "the task is not listed"));
  check.observe("list-tasks.lag", lag.answer, lag.evidence);
}
