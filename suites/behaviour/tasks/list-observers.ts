import type { JsonObject } from "../../../spec/json.ts";
import type { CheckContext, Observer, RunContext } from "../../engine/check/check.ts";
import { isUnset } from "../../verifiers/read.ts";
import { defineObserver, lagOf, observeEach } from "../observe.ts";
import { expectListed, inListing, type Listing, list } from "./listing.ts";
import { createdFieldsOf, type FixtureTask } from "./population.ts";
import { createTask } from "./requests.ts";
import { sharedTasksOf } from "./shared-tasks.ts";
import { listUnfilteredOnce } from "./target-file-tasks.ts";

const OPERATIONS = ["list-tasks", "create-task"];

/** Observers of the open points of listing tasks. */
export function listObservers(context: RunContext): Observer[] {
  const { taskFixtures } = sharedTasksOf(context);
  return [
    defineObserver({ name: "listings of tasks", operations: OPERATIONS }, async (check) => {
      const ours = await taskFixtures.visible(check);
      const listing = await taskFixtures.listing(check);
      await observeEach([
        async () => check.observe("list-tasks.order", orderOf(listing, ours), `${ours.length} tasks of this run`),
        async () => observeOrigins(check, listing),
        () => observeTextMatching(check, ours),
      ]);
    }),
    defineObserver({ name: "lag of listings", operations: OPERATIONS }, observeLag),
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

async function observeOrigins(check: CheckContext, listing: Listing): Promise<void> {
  const all = await listUnfilteredOnce(check.context)(check);
  const everything = [...listing.tasks, ...all.tasks];
  const count = everything.filter((task) => !isUnset(task.originMessageId) || !isUnset(task.originExtractionId)).length;
  const answer = count === 0 ? "no listed task names an origin" : "some listed tasks name an origin";
  check.observe("tasks.origin", answer, `listings of all visible tasks: ${count} of ${everything.length} name one`);
}

async function observeTextMatching(check: CheckContext, [task]: readonly FixtureTask[]): Promise<void> {
  if (!task) return;
  const found = async (text: string) => (inListing(await list(check, { text }), task.id) ? "yes" : "no");
  const answers = [
    `upper case: ${await found(task.word.toUpperCase())}`,
    `beginning of a word: ${await found(task.word.slice(0, 8))}`,
    `middle of a word: ${await found(task.word.slice(2, 10))}`,
    `two words, one of them elsewhere: ${await found(`${task.word} ${String(createdFieldsOf(task).id)}`)}`,
  ];
  check.observe("list-tasks.text-matching", answers.join("; "), "searches for a word of a title, changed");
}

async function observeLag(check: CheckContext): Promise<void> {
  const task = await createTask(check, "how soon it is listed");
  const lag = await lagOf(check, "a task just created", () => expectListed(check, task, "the task is not listed"));
  check.observe("list-tasks.lag", lag.answer, lag.evidence);
}
