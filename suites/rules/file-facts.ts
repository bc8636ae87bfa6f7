import type { Json } from "../../spec/json.ts";
import type { Exchange } from "../client/exchange.ts";
import { accepted, itemsIn, requested, requestedAttachments, uniqueById } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { acceptedHere, isOfTheWorkspace } from "../knowledge/resources.ts";
import { idsInMessage } from "../models/attachment-ids.ts";
import { essenceOfType } from "../models/media-type.ts";
import { expectThat } from "../verifiers/expect.ts";
import { isUnset, valueAt } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/** Facts of a file in attachments and downloads, and the member of the upload request that sets each. */
const FACTS = [
  { field: "name", member: "fileName", attachment: "files.flow.attachment-name", download: "files.download.name" },
  { field: "mimeType", member: "mimeType", attachment: "files.flow.attachment-type", download: "files.download.type" },
  {
    field: "sizeBytes",
    member: "sizeBytes",
    attachment: "files.flow.attachment-size",
    download: "files.download.size",
  },
] as const;

/** File names that no service would sanitize. */
const PLAIN_NAME = /^[a-z0-9-]+\.[a-z0-9]+$/i;

/** Every sent attachment and every download shows its file as the upload requested it. */
export const fileFactRules: readonly Rule[] = FACTS.flatMap(({ field, member, attachment, download }): Rule[] => [
  {
    requirement: attachment,
    name: `each attachment has the ${field} of its upload`,
    operations: ["request-file-upload", "send-message"],
    judge: (knowledge) => judgeAttachments(knowledge, field, member),
  },
  {
    requirement: download,
    name: `each download has the ${field} of its upload`,
    operations: ["request-file-upload", "request-file-download"],
    judge: (knowledge) => judgeDownloads(knowledge, field, member),
  },
]);

function judgeAttachments(knowledge: Knowledge, field: string, member: string): number {
  const uploads = uploadsOf(knowledge);
  let judged = 0;
  for (const { exchange } of acceptedHere(knowledge, "send-message")) {
    for (const { value, pointer } of itemsIn(exchange, "/data/attachments")) {
      const upload = uploads.get(String(value.id)) ?? null;
      judged += judgeFact("an attachment", { upload, exchange, pointer, field, member });
    }
  }
  return judged;
}

function judgeDownloads(knowledge: Knowledge, field: string, member: string): number {
  const uploads = uploadsOf(knowledge);
  let judged = 0;
  for (const entry of acceptedHere(knowledge, "request-file-download")) {
    const upload = uploads.get(String(requested(entry, "attachment"))) ?? null;
    judged += judgeFact("a download", { upload, exchange: entry.exchange, pointer: "/data", field, member });
  }
  return judged;
}

interface ShownFile {
  /** The upload of the file; null if unknown. */
  readonly upload: HistoryEntry | null;
  readonly exchange: Exchange;
  readonly pointer: string;
  readonly field: string;
  readonly member: string;
}

function judgeFact(what: string, { upload, exchange, pointer, field, member }: ShownFile): number {
  const [expected, actual] = [upload && requested(upload, member), valueAt(exchange, `${pointer}/${field}`)];
  if (upload === null || expected === undefined || expected === null || isUnset(actual)) return 0;
  if (field === "name" && !PLAIN_NAME.test(String(expected))) return 0;
  withEvidence([upload.exchange, exchange], () =>
    expectThat(essenceOf(field, actual) === essenceOf(field, expected), {
      message: `${what} must have the ${field} of its upload request`,
      expected: String(expected),
      actual: JSON.stringify(actual),
      pointer: `${pointer}/${field}`,
      keyword: "value",
    }),
  );
  return 1;
}

/**
 * Returns the uploads of the workspace by attachment id; null for an id that two uploads share, even if one of them is
 * in another workspace.
 */
function uploadsOf(knowledge: Knowledge): ReadonlyMap<string, HistoryEntry | null> {
  const all = uniqueById(accepted(knowledge, "request-file-upload"), ({ exchange }) =>
    valueAt(exchange, "/data/attachmentId"),
  );
  const here = new Map([...all].filter(([, upload]) => upload === null || isOfTheWorkspace(knowledge, upload)));
  return new Map([...here, ...byMessageIds(knowledge, here)]);
}

/** Returns the same uploads by the attachment ids that messages show, where these are different. */
function byMessageIds(
  knowledge: Knowledge,
  uploads: ReadonlyMap<string, HistoryEntry | null>,
): readonly (readonly [string, HistoryEntry | null])[] {
  return acceptedHere(knowledge, "send-message").flatMap((entry) => {
    const ids = requestedAttachments(entry);
    const sent = ids.map((attachmentId) => {
      const upload = uploads.get(attachmentId) ?? null;
      return { attachmentId, fileName: upload === null ? "" : String(requested(upload, "fileName")) };
    });
    const shown = idsInMessage(valueAt(entry.exchange, "/data/attachments"), sent);
    return shown.flatMap((id, index) => {
      const upload = uploads.get(ids[index] ?? "");
      return upload === undefined || uploads.has(id) ? [] : [[id, upload] as const];
    });
  });
}

function essenceOf(field: string, value: Json | undefined): Json | undefined {
  return field === "mimeType" ? essenceOfType(value) : value;
}
