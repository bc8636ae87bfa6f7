import { isObject, type Json } from "../../../spec/json.ts";
import { comesToBe } from "../../engine/cases/attempt.ts";
import { oncePer } from "../../engine/cases/once.ts";
import { onceARun } from "../../engine/cases/once-a-run.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { isUnset, stringAt, valueAt } from "../../verifiers/read.ts";
import { sight } from "./listing.ts";
import { type CreatedTask, createTask } from "./requests.ts";

const responses = onceARun(() => oncePer((_check, field) => field, lookFor));

/**
 * Returns true if tasks that were created without this field get a value without a request: rules of the workspace may
 * set it, with a delay. If no listing has shown this, one task is watched until the consistency timeout.
 */
export function comesByItself(check: CheckContext, field: string): Promise<boolean> {
  return responses(check.context)(check, field);
}

async function lookFor(check: CheckContext, field: string): Promise<boolean> {
  if (hasCome(check, field)) return true;
  const task = leftAlone(check, field).at(-1) ?? (await createTask(check, `left alone, without its ${field}`));
  return comesToBe(check, async () => {
    await sight(check, task, "a task that nobody changes is not listed");
    expectThat(hasCome(check, field), {
      message: `a task that nobody changes has not come by its ${field}`,
      expected: `a ${field}`,
      actual: "none",
      keyword: "missing",
    });
  });
}

/** Returns true if a listing has shown the field on a task that was created without it and not changed. */
function hasCome(check: CheckContext, field: string): boolean {
  const bare = new Set(leftAlone(check, field).map(({ id }) => id));
  return check
    .history("list-tasks")
    .flatMap(({ exchange }) => valueAt(exchange, "/data") ?? [])
    .some((task) => isObject(task) && bare.has(String(task.id)) && !isUnset(task[field]));
}

/** Returns tasks of the run that were created without this field and that no request has blocked or released. */
function leftAlone({ history }: CheckContext, field: string): readonly Pick<CreatedTask, "id" | "word">[] {
  const moved = new Set(
    ["block-task", "release-task"].flatMap(history).map(({ input }) => isObject(input.body) && input.body.taskId),
  );
  return history("create-task").flatMap(({ input, exchange }) => {
    const task = valueAt(exchange, "/data");
    if (!isObject(task) || moved.has(task.id ?? null) || !isUnset(task[field])) return [];
    return [{ id: stringAt(exchange, "/data/id"), word: lastWordOf(input.body) }];
  });
}

function lastWordOf(body: Json | undefined): string {
  const title = isObject(body) ? String(body.title) : "";
  return title.split(" ").at(-1) ?? "";
}
