import type { Exchange } from "../client/exchange.ts";
import { accepted, itemsIn, requestedAttachments } from "../knowledge/exchanges.ts";
import { MESSAGE_LISTS } from "../knowledge/item-lists.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { acceptedHere, viewsOf } from "../knowledge/resources.ts";
import { idsInMessage } from "../models/attachment-ids.ts";
import { expectThat } from "../verifiers/expect.ts";
import { isUnset, valueAt } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/** A sent message shows exactly the attachments of the request, and an attachment names its message. */
export const sentAttachmentRules: readonly Rule[] = [
  {
    requirement: "messages.send.attachments",
    name: "a sent message shows exactly the attachments of the request",
    operations: ["send-message", "request-file-upload"],
    judge: judgeAttachments,
  },
  {
    requirement: "files.flow.attachment-message",
    name: "an attachment names the message that carries it",
    operations: ["send-message", "request-file-upload"],
    judge: judgeMessageIds,
  },
];

const POINTER = "/data/attachments";

function judgeAttachments(knowledge: Knowledge): number {
  const uploaded = idsOfUploads(knowledge);
  const used = new Set<unknown>();
  let judged = 0;
  for (const entry of acceptedHere(knowledge, "send-message")) {
    const ids = requestedAttachments(entry);
    // The contract leaves open what happens to a file that a second message names.
    const isFirstUse = ids.every((id) => uploaded.has(id) && !used.has(id)) && new Set(ids).size === ids.length;
    for (const id of ids) used.add(id);
    if (ids.length === 0 || !isFirstUse) continue;
    judged += 1;
    withEvidence([entry.exchange], () => expectShown(entry.exchange, ids));
  }
  return judged;
}

function expectShown(exchange: Exchange, ids: readonly string[]): void {
  const expected = idsInMessage(
    valueAt(exchange, POINTER),
    ids.map((attachmentId) => ({ attachmentId })),
  );
  const shown = itemsIn(exchange, POINTER).map(({ value }) => String(value.id));
  expectThat(shown.toSorted().join() === expected.toSorted().join(), {
    message: "the response must show exactly the attachments that were sent",
    expected: expected.join(", "),
    actual: shown.join(", ") || "no attachment",
    pointer: POINTER,
    keyword: "attachments",
  });
}

/** Returns the ids of the uploads that the agents of the workspace were granted. */
function idsOfUploads(knowledge: Knowledge): ReadonlySet<unknown> {
  return new Set(
    acceptedHere(knowledge, "request-file-upload").map(({ exchange }) => valueAt(exchange, "/data/attachmentId")),
  );
}

function judgeMessageIds(knowledge: Knowledge): number {
  let judged = 0;
  const judge = (exchange: Exchange, message: string) => {
    const id = valueAt(exchange, `${message}/id`);
    for (const { value, pointer } of itemsIn(exchange, `${message}/attachments`)) {
      if (isUnset(value.messageId) || typeof id !== "string") continue;
      judged += 1;
      withEvidence([exchange], () =>
        expectThat(value.messageId === id, {
          message: "an attachment must name the message that carries it",
          expected: id,
          actual: String(value.messageId),
          pointer: `${pointer}/messageId`,
          keyword: "owner",
        }),
      );
    }
  };
  for (const operation of ["send-message", "flag-needs-human"])
    for (const { exchange } of accepted(knowledge, operation)) judge(exchange, "/data");
  for (const { operation, pointers } of MESSAGE_LISTS)
    for (const entry of accepted(knowledge, operation))
      for (const { exchange, pointer } of viewsOf(entry, pointers)) judge(exchange, pointer);
  return judged;
}
