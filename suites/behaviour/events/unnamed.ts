import { isObject, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/unanswered.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { valueAt } from "../../verifiers/read.ts";
import { mayMention } from "../../verifiers/task-mentions.ts";

/**
 * True where these pages show a message that no person wrote, that the run did not send, and that names no task which the
 * run knows. How a card looks is not stated: it may be one that names its task nowhere.
 */
export function showUnnamed(check: CheckContext, pages: readonly Exchange[]): boolean {
  const sent = new Set(check.history("send-message").map(({ exchange }) => valueAt(exchange, "/data/id")));
  const tasks = [...namesOf(check)];
  return pages
    .flatMap((page) => valueAt(page, "/data/messages") ?? [])
    .filter(isObject)
    .some((message) => isOfService(message) && !sent.has(message.id) && !tasks.some((names) => names(message)));
}

/** Where none of the cards that were looked for came: throws Inconclusive where these pages show messages that may be them. */
export function requireNamed(check: CheckContext, pages: readonly Exchange[]): void {
  if (showUnnamed(check, pages)) throw new Inconclusive("messages came that may be cards, and none names its task");
}

/** Characters of a title from which on it is in no other text by chance. */
const TELLING_TITLE = 12;

/** People are named as such, and are no service that posts cards. */
const isOfService = ({ senderType }: JsonObject) => senderType !== "human";

/** For each task that the run has created or moved: whether a message names it. */
function* namesOf(check: CheckContext): Generator<(message: JsonObject) => boolean> {
  for (const { exchange } of ["create-task", "block-task", "release-task"].flatMap((one) => check.history(one))) {
    const task = valueAt(exchange, "/data");
    if (!isObject(task) || typeof task.id !== "string") continue;
    const { id, identifier, title } = task;
    const names = {
      id,
      identifier: typeof identifier === "string" ? identifier : null,
      word: typeof title === "string" && title.length >= TELLING_TITLE ? title : id,
    };
    yield (message) => mayMention(message, names, check.context.mark);
  }
}
