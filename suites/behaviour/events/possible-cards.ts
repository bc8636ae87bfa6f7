import { isObject, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { valueAt } from "../../verifiers/read.ts";
import { mayMention } from "../../verifiers/task-mentions.ts";

/**
 * Returns true if these pages show a message that no human wrote, that the run did not send, and that names no known
 * task. The form of a card is not stated, so it may be one that does not name its task.
 */
export function showPossibleCard(check: CheckContext, pages: readonly Exchange[]): boolean {
  const sent = new Set(check.history("send-message").map(({ exchange }) => valueAt(exchange, "/data/id")));
  const tasks = [...taskMentionTests(check)];
  return pages
    .flatMap((page) => valueAt(page, "/data/messages") ?? [])
    .filter(isObject)
    .some((message) => isNotHuman(message) && !sent.has(message.id) && !tasks.some((names) => names(message)));
}

/** Throws `Inconclusive` if these pages show messages that may be the missing cards. */
export function requireNoPossibleCard(check: CheckContext, pages: readonly Exchange[]): void {
  if (showPossibleCard(check, pages))
    throw new Inconclusive("there are messages that may be cards without naming their task");
}

/** The length of a title from which on it occurs in no other text by chance. */
const UNIQUE_TITLE_LENGTH = 12;

/** Humans are marked as such, and are not services that post cards. */
const isNotHuman = ({ senderType }: JsonObject) => senderType !== "human";

/** Yields, for each task that the run has created or changed, a test that is true for messages that name it. */
function* taskMentionTests(check: CheckContext): Generator<(message: JsonObject) => boolean> {
  for (const { exchange } of ["create-task", "block-task", "release-task"].flatMap((one) => check.history(one))) {
    const task = valueAt(exchange, "/data");
    if (!isObject(task) || typeof task.id !== "string") continue;
    const { id, identifier, title } = task;
    const names = {
      id,
      identifier: typeof identifier === "string" ? identifier : null,
      word: typeof title === "string" && title.length >= UNIQUE_TITLE_LENGTH ? title : id,
    };
    yield (message) => mayMention(message, names, check.context.mark);
  }
}
