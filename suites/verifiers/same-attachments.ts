import { asObject, type JsonObject } from "../../spec/json.ts";
import type { Exchange } from "../client/exchange.ts";
import { expectEqual, expectThat } from "./expect.ts";
import { isUnset, valueAt } from "./read.ts";

/** Other fields may differ: URLs may be signed again for each response, and display fields are the target's own. */
const KEPT_FIELDS = ["messageId", "name", "mimeType", "sizeBytes"] as const;

/** Fails if a flag changed the attachments of a message, as far as both responses show them. */
export function expectSameAttachments(before: Exchange, after: Exchange): void {
  const [attachments, remaining] = [attachmentsOf(before), attachmentsOf(after)];
  if (attachments === null || remaining === null) return;
  for (const attachment of attachments) expectKept(after, attachment, remaining);
  expectThat(remaining.length === attachments.length, {
    message: "a flag must not change the attachments of a message",
    expected: `${attachments.length} attachments`,
    actual: `${remaining.length}`,
    pointer: "/data/attachments",
    keyword: "count",
  });
}

function attachmentsOf(exchange: Exchange): JsonObject[] | null {
  const list = valueAt(exchange, "/data/attachments");
  return Array.isArray(list) ? list.map(asObject) : null;
}

function expectKept(after: Exchange, attachment: JsonObject, remaining: readonly JsonObject[]): void {
  const index = remaining.findIndex(({ id }) => id === attachment.id);
  expectThat(index >= 0, {
    message: "a flag must not change the attachments of a message",
    expected: `the attachment ${JSON.stringify(attachment.id ?? null)}`,
    actual: remaining.map(({ id }) => JSON.stringify(id ?? null)).join(", ") || "no attachment",
    pointer: "/data/attachments",
    keyword: "value",
  });
  for (const field of KEPT_FIELDS) {
    const pointer = `/data/attachments/${index}/${field}`;
    if (isUnset(attachment[field]) || valueAt(after, pointer) === undefined) continue;
    expectEqual(after, pointer, attachment[field] ?? null, `a flag must not change the ${field} of an attachment`);
  }
}
