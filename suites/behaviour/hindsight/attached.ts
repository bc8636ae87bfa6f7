import type { Json } from "../../../spec/json.ts";
import type { CheckContext } from "../../engine/check.ts";
import type { Past } from "../../engine/history.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { judging } from "../evidence.ts";
import { essenceOfType } from "../files/attachments.ts";
import { isUnset } from "../messages/requests.ts";
import { askedFor, granted, onceById, type Rule, thingsIn } from "./rule.ts";

/** What an attachment says of its file, and the member of the upload that it was asked for with. */
const FACTS = [
  { field: "name", member: "fileName", requirement: "files.flow.attachment-name" },
  { field: "mimeType", member: "mimeType", requirement: "files.flow.attachment-type" },
  { field: "sizeBytes", member: "sizeBytes", requirement: "files.flow.attachment-size" },
] as const;

/** Names that nobody cleans. */
const PLAIN = /^[a-z0-9-]+\.[a-z0-9]+$/;

/** Every file that was sent with a message is shown as its upload was asked for. */
export const attachedRules: readonly Rule[] = FACTS.map(({ field, member, requirement }) => ({
  requirement,
  name: `each attachment has the ${field} of its upload`,
  operations: ["request-file-upload", "send-message"],
  judge: (check) => judgeAttachments(check, field, member),
}));

function judgeAttachments(check: CheckContext, field: string, member: string): number {
  const uploads = uploadsOf(check);
  let judged = 0;
  for (const { isOwn, exchange } of granted(check, "send-message")) {
    if (!isOwn) continue;
    for (const { value, pointer } of thingsIn(exchange, "/data/attachments")) {
      const upload = uploads.get(String(value.id)) ?? null;
      const [wanted, actual] = [upload && askedFor(upload, member), value[field]];
      if (upload === null || wanted === undefined || wanted === null || isUnset(actual)) continue;
      if (field === "name" && !PLAIN.test(String(wanted))) continue;
      judged += 1;
      judging([upload.exchange, exchange], () =>
        expectThat(essenceOf(field, actual) === essenceOf(field, wanted), {
          message: `an attachment must have the ${field} that the upload was requested with`,
          expected: String(wanted),
          actual: JSON.stringify(actual),
          pointer: `${pointer}/${field}`,
          keyword: "value",
        }),
      );
    }
  }
  return judged;
}

/** Uploads of the caller's by the id that they gave; null where two share one. */
function uploadsOf(check: CheckContext): ReadonlyMap<string, Past | null> {
  const own = granted(check, "request-file-upload").filter(({ isOwn }) => isOwn);
  return onceById(own, ({ exchange }) => valueAt(exchange, "/data/attachmentId"));
}

function essenceOf(field: string, value: Json | undefined): Json | undefined {
  return field === "mimeType" ? essenceOfType(value) : value;
}
