import { findTokens, plainRequestOf } from "../../../generators/index.ts";
import type { Operation } from "../../../spec/document/model.ts";
import type { RunContext } from "./check.ts";

/** A request with all members at once would be one more task, of which a run has few. */
export function isWholeTooDear({ creates }: Operation): boolean {
  return creates === "task";
}

/** A task is created by the request, or for it: a change that can be made once needs a fresh one each time. */
export function costsTask(context: RunContext, operation: Operation): boolean {
  if (operation.body === null) return false;
  const plain = plainRequestOf(context.document, operation);
  const onTask = findTokens(plain?.body).some(({ kind }) => kind === "task");
  return operation.creates === "task" || (operation.effect === "change" && onTask);
}
