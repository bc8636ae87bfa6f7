import { asObject, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { SPECIAL_CHARACTERS, VERY_LONG_TEXT } from "../../models/sample-texts.ts";
import { Failure } from "../../outcome/failure.ts";
import { ownChannels } from "../../target/own-channels.ts";
import { expectEqual, expectThat, requireAccepted } from "../../verifiers/expect.ts";
import { isUnset, stringAt, valueAt } from "../../verifiers/read.ts";
import { sameTime, slackBetween } from "../../verifiers/same-resource.ts";
import { mayMention, type TaskNames } from "../../verifiers/task-mentions.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { expectComplete } from "../expect-complete.ts";
import { pollWithFewAttempts } from "../limited-polling.ts";
import { requestTask } from "../tasks/requests.ts";
import type { FlaggingSource } from "./flagging-fixtures.ts";
import { entriesExceptFlag, expectOtherEntriesKept } from "./metadata.ts";
import { readingSize, readPage } from "./pages.ts";
import { contentOf, flagMessage, requestMessage } from "./requests.ts";

/** Checks that flagging leaves the other fields of a message unchanged. */
export function flagPreservationChecks(flagging: FlaggingSource): Check[] {
  return [contentKept(flagging), longAndSpecialTextKept(), responseIsComplete(flagging), metadataKept(flagging)];
}

/** Fields that a flag must not change. */
const KEPT_FIELDS = ["content", "channelId", "parentId", "senderType", "senderId"] as const;

function contentKept(flagging: FlaggingSource): Check {
  return defineCheck(
    {
      requirement: "messages.flag.keeps-content",
      name: "a flag changes no other field of the message",
      operations: ["flag-needs-human"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { flagged, flaggedTwice } = await flagging(check);
      for (const { before, response } of [
        ...flagged.map((one) => ({ ...one, before: one.sent.response })),
        ...flaggedTwice,
      ]) {
        check.asserted(withEvidence([before, response], () => expectKept(before, response)));
      }
    },
  );
}

/**
 * Texts that are longer than must be accepted, or that stores may rewrite: once accepted, a flag must not change them.
 */
function longAndSpecialTextKept(): Check {
  return defineCheck(
    {
      requirement: "messages.flag.keeps-content",
      name: "a flag changes no long content and no special characters",
      operations: ["flag-needs-human", "send-message"],
      fixtures: ["memberChannel"],
      costly: true,
    },
    async (check) => {
      const channelId = await check.reference("channel");
      for (const [index, text] of [VERY_LONG_TEXT, `  ${SPECIAL_CHARACTERS}  \n`].entries()) {
        const content = `${contentOf(check.context, `flagged at length ${index}`)} ${text}`;
        const before = await requestMessage(check, { channelId, content });
        if (statusOf(before) !== 200) continue;
        const response = await tryOrNull(() => flagMessage(check, stringAt(before, "/data/id"), REASON));
        if (response === null || statusOf(response) !== 200) continue;
        check.asserted(withEvidence([before, response], () => expectKept(before, response)));
      }
    },
  );
}

const REASON = "someone has to decide";

function responseIsComplete(flagging: FlaggingSource): Check {
  return defineCheck(
    {
      requirement: "messages.flag.full-form",
      name: "the response to a flag has the fields of the response to sending",
      operations: ["flag-needs-human", "send-message"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { flagged } = await flagging(check);
      for (const { sent, response } of flagged)
        check.asserted(expectComplete(sent.response, response, RESPONSE_FIELDS, "the response to a flag"));
    },
  );
}

/** Fields that the response to sending may have and that a flag must not change. */
const RESPONSE_FIELDS = [...KEPT_FIELDS, "isEdited", "replyCount", "reactions", "attachments", "createdAt"];

/**
 * Fails if a flag changed a field that both responses have. Returns the number of these fields. A response may omit a
 * field, but null for a field with an earlier value means that it was cleared.
 */
function expectKept(before: Exchange, after: Exchange): number {
  const shown = KEPT_FIELDS.filter(
    (field) => !isUnset(valueAt(before, `/data/${field}`)) && valueAt(after, `/data/${field}`) !== undefined,
  );
  for (const field of shown) {
    const why = `a flag must not change the ${field} of a message`;
    expectEqual(after, `/data/${field}`, valueAt(before, `/data/${field}`) ?? null, why);
  }
  expectSameCreation(before, after);
  expectSameFiles(before, after);
  return shown.length;
}

function expectSameFiles(before: Exchange, after: Exchange): void {
  const [files, remaining] = [attachmentsOf(before), attachmentsOf(after)];
  if (files === null || remaining === null) return;
  for (const file of files) expectAttachmentKept(after, file, remaining);
  expectThat(remaining.length === files.length, {
    message: "a flag must not change the attachments of a message",
    expected: `${files.length} attachments`,
    actual: `${remaining.length}`,
    pointer: "/data/attachments",
    keyword: "count",
  });
}

function expectSameCreation(before: Exchange, after: Exchange): void {
  const [createdBefore, createdAfter] = [before, after].map((one) => valueAt(one, "/data/createdAt") ?? null);
  if (typeof createdBefore !== "string" || typeof createdAfter !== "string") return;
  expectThat(sameTime(createdBefore, createdAfter, slackBetween(before, after)), {
    message: "a flag must not change the createdAt of a message",
    expected: createdBefore,
    actual: createdAfter,
    pointer: "/data/createdAt",
    keyword: "value",
  });
}

function attachmentsOf(exchange: Exchange): JsonObject[] | null {
  const list = valueAt(exchange, "/data/attachments");
  return Array.isArray(list) ? list.map(asObject) : null;
}

/** Other fields may differ: URLs may be signed again for each response, and display fields are the target's own. */
const KEPT_ATTACHMENT_FIELDS = ["messageId", "name", "mimeType", "sizeBytes"] as const;

function expectAttachmentKept(after: Exchange, file: JsonObject, remaining: readonly JsonObject[]): void {
  const place = remaining.findIndex(({ id }) => id === file.id);
  expectThat(place >= 0, {
    message: "a flag must not change the attachments of a message",
    expected: `the attachment ${JSON.stringify(file.id ?? null)}`,
    actual: remaining.map(({ id }) => JSON.stringify(id ?? null)).join(", ") || "none",
    pointer: "/data/attachments",
    keyword: "value",
  });
  for (const field of KEPT_ATTACHMENT_FIELDS) {
    const pointer = `/data/attachments/${place}/${field}`;
    if (isUnset(file[field]) || valueAt(after, pointer) === undefined) continue;
    expectEqual(after, pointer, file[field] ?? null, `a flag must not change the ${field} of an attachment`);
  }
}

function metadataKept(flagging: FlaggingSource): Check {
  return defineCheck(
    {
      requirement: "messages.flag.keeps-metadata",
      name: "a flag changes no other entry of the metadata",
      operations: ["flag-needs-human", "send-message", "create-task", "get-messages"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { flagged, flaggedTwice } = await flagging(check);
      // Compared with what was sent: a flag may add entries other than needsHuman, and a second flag more.
      const own = [...flagged, ...flaggedTwice].map(({ sent, response }) => ({
        before: entriesExceptFlag(valueAt(sent.response, "/data/metadata")),
        response,
      }));
      const card = own.some(({ before }) => Object.keys(before).length > 0) ? [] : await flagCard(check);
      for (const { before, response } of [...own, ...card]) {
        if (Object.keys(before).length === 0) continue;
        check.asserted();
        withEvidence([response], () => expectOtherEntriesKept(before, response));
      }
    },
  );
}

/**
 * Flags the card of one of the run's tasks, which may have metadata if messages of agents have none. Returns an empty
 * list if there is no card, or one without metadata.
 */
async function flagCard(check: CheckContext): Promise<{ before: JsonObject; response: Exchange }[]> {
  const { channel, title, created } = await taskInChannel(check);
  if (statusOf(created) !== 200) return [];
  const identifier = valueAt(created, "/data/identifier");
  const card = await findCard(check, channel, {
    id: stringAt(created, "/data/id"),
    identifier: typeof identifier === "string" && identifier !== "" ? identifier : null,
    word: title,
  }).catch((error: unknown) => {
    if (error instanceof Failure) return null;
    throw error;
  });
  if (card === null || typeof card.id !== "string") return [];
  const response = await flagMessage(check, card.id, "a card to look at");
  requireAccepted(response, "messages.flag.succeeds");
  return [{ before: entriesExceptFlag(card.metadata), response }];
}

/** Returns a task in a channel: an existing one if possible, as tasks are scarce, otherwise a new one. */
async function taskInChannel(check: CheckContext): Promise<{ channel: string; title: string; created: Exchange }> {
  const { context } = check;
  const channels = ownChannels(context);
  const known = check
    .history("create-task")
    .filter(({ exchange, isOwn }) => isOwn && statusOf(exchange) === 200)
    .map(({ input, exchange }) => ({ requested: asObject(input.body), created: exchange }))
    .findLast(({ requested }) => channels.some((channel) => channel === requested.channelId));
  if (known !== undefined) {
    const { channelId, title } = known.requested;
    return { channel: String(channelId), title: String(title), created: known.created };
  }
  const channel = await check.reference("channel");
  const title = `${context.mark} carded`;
  return { channel, title, created: await requestTask(check, { title, channelId: channel }) };
}

async function findCard(check: CheckContext, channel: string, names: TaskNames): Promise<JsonObject> {
  const limit = await readingSize(check);
  return pollWithFewAttempts(check, async () => {
    const { messages } = await readPage(check, { channel, limit });
    const card = messages.find((message) => mayMention(message, names, check.context.mark));
    expectThat(card !== undefined, {
      message: "no card of the task is listed",
      expected: "a card",
      actual: "none",
      keyword: "missing",
    });
    return card ?? {};
  });
}
