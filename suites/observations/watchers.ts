import type { ApiDocument } from "../../spec/document/model.ts";
import type { Observation } from "./collected-answers.ts";
import { createErrorWatcher } from "./errors.ts";
import { createFieldWatcher } from "./fields.ts";
import { createLoadWatcher } from "./load.ts";
import { createLostResponseWatcher } from "./lost-responses.ts";
import { createMetaWatcher } from "./meta.ts";
import type { Watcher } from "./watcher.ts";

/** Creates a watcher that combines all others; `timeoutMs` is the timeout of a request. */
export function createWatchers(document: ApiDocument, timeoutMs: number): Watcher {
  const lost = createLostResponseWatcher(timeoutMs);
  const watchers = [createMetaWatcher(), createFieldWatcher(document), createErrorWatcher(), createLoadWatcher()];
  return {
    note(exchange) {
      lost.note(exchange);
      if (exchange.outcome.kind !== "response" || exchange.operation === null) return;
      for (const watcher of watchers) watcher.note(exchange);
    },
    answers: (): readonly Observation[] => [...watchers, lost].flatMap((watcher) => watcher.answers()),
  };
}
