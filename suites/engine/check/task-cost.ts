import { findTokens, plainRequestOf } from "../../../generators/index.ts";
import type { Operation } from "../../../spec/document/model.ts";
import type { RunContext } from "./check.ts";

/** Returns true if a request with all members would create one more task, of which a run has few. */
export function createsTask({ creates }: Operation): boolean {
  return creates === "task";
}

/**
 * Returns true if a request creates a task or needs a new one: a change that can be made once needs a new task each
 * time.
 */
export function costsTask(context: RunContext, operation: Operation): boolean {
  if (operation.body === null) return false;
  const plain = plainRequestOf(context.document, operation);
  const onTask = findTokens(plain?.body).some(({ kind }) => kind === "task");
  return operation.creates === "task" || (operation.effect === "change" && onTask);
}
