import { asObject, isObject, type Json } from "../../spec/json.ts";
import type { Change } from "../changes/change.ts";
import { bodyMember, editBody, onCall, onReply, rules, showing } from "../changes/hooks.ts";
import { fileRules } from "../features/files/rules.ts";
import { memoryRules } from "../features/memories/rules.ts";
import { type Fault, fault } from "./fault.ts";
import { editingList, member, refused } from "./tools.ts";

const DOWNLOAD = ["request-file-download"];
const REMEMBER = ["remember"];
const SEARCH = ["search-memories"];

/** Serves the files of one type without their last byte. */
const cutting = (type: string): Change =>
  rules({
    files: {
      served: (content, file) =>
        file.mimeType === type ? [Buffer.concat([...content]).subarray(0, -1)] : fileRules.served(content, file),
    },
  });

const isOfType = (file: Json, type: string) => member(file, "mimeType") === type;

/** Members of a claim that a remark may cost it, and which values of them are right. */
const LOSABLE = {
  confidence: (value: unknown) => typeof value === "number" && value >= 0 && value <= 1,
  ttl_seconds: (value: unknown) => typeof value === "number",
  metadata: (value: unknown) => isObject(value) && JSON.stringify(value).length < 2048,
};

/** Beside a remark on the claim, a member of it counts as not said. */
const losingBeside = (remark: string, lost: keyof typeof LOSABLE): Change =>
  onCall("remember", (call) => {
    if (bodyMember(call, remark) === undefined || !LOSABLE[lost](bodyMember(call, lost))) return;
    if (bodyMember(call, "ttl_preset") !== undefined && lost === "ttl_seconds") return;
    editBody(call, ({ [lost]: _lost, ...rest }) => rest);
  });

/** Keeps metadata without some of its members. */
const keepingMembers = (isKept: (name: string, value: unknown) => boolean): Change =>
  rules({
    memories: {
      keptMetadata: (metadata) =>
        Object.fromEntries(Object.entries(metadata).filter(([name, value]) => isKept(name, value))),
    },
  });

const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

/** Faults that show for what is seldom sent: rare kinds of files, signs in tags and texts, odd metadata, remarks on a claim. */
export const seldomFaults: readonly Fault[] = [
  fault("bytes-without-scripts", "files.flow.same-bytes", "images of text are served without scripts", DOWNLOAD, () =>
    rules({
      files: {
        served: (content, file) =>
          file.mimeType === "image/svg+xml"
            ? [Buffer.from(String(Buffer.concat([...content])).replaceAll(/<script.*?<\/script>/gsu, ""))]
            : fileRules.served(content, file),
      },
    }),
  ),
  fault(
    "attachment-type-by-its-newer-name",
    "files.flow.attachment-type",
    "application/x-yaml is shown as application/yaml",
    ["send-message", "request-file-upload"],
    () =>
      editingList("send-message", "data.attachments", (files) =>
        files.map((one) =>
          isOfType(one, "application/x-yaml") ? { ...asObject(one), mimeType: "application/yaml" } : one,
        ),
      ),
  ),
  ...["application/yaml", "image/gif", "image/svg+xml"].map((type) =>
    fault(
      `bytes-cut-of-${type.replace(/\W/gu, "-")}`,
      "files.flow.same-bytes",
      `files of type ${type} lose their last byte`,
      DOWNLOAD,
      () => cutting(type),
    ),
  ),
  ...["application/gzip", "image/webp", "text/html"].flatMap((type) => [
    fault(
      `attachment-type-lost-of-${type.replace("/", "-")}`,
      "files.flow.attachment-type",
      `attachments of type ${type} are shown as bytes of any type`,
      ["send-message"],
      () =>
        editingList("send-message", "data.attachments", (list) =>
          list.map((file) =>
            isOfType(file, type) ? { ...asObject(file), mimeType: "application/octet-stream" } : file,
          ),
        ),
    ),
    fault(
      `download-type-lost-of-${type.replace("/", "-")}`,
      "files.download.type",
      `downloads of type ${type} are shown as bytes of any type`,
      DOWNLOAD,
      () => showing("Download", "mimeType", (shown) => (shown === type ? "application/octet-stream" : shown)),
    ),
  ]),
  ...["application/yaml", "text/javascript"].map((type) =>
    fault(
      `download-refused-of-${type.replace("/", "-")}`,
      "files.download.succeeds",
      `files of type ${type} cannot be downloaded`,
      DOWNLOAD,
      () =>
        onReply("request-file-download", (reply, call) => {
          if (reply.status === 200 && isOfType(asObject(reply.body).data ?? null, type))
            Object.assign(reply, refused(call, 404));
        }),
    ),
  ),
  fault("download-name-yml", "files.download.name", "the extension yaml becomes yml", DOWNLOAD, () =>
    showing("Download", "name", (name) => String(name).replace(/\.yaml$/u, ".yml")),
  ),
  ...(["where", "why", "stated_by_identity_id"] as const).flatMap((remark) => [
    fault(
      `confidence-lost-beside-${remark.replaceAll("_", "-")}`,
      "memories.remember.confidence",
      `beside ${remark} the confidence is the usual one`,
      REMEMBER,
      () => losingBeside(remark, "confidence"),
    ),
    fault(
      `metadata-lost-beside-${remark.replaceAll("_", "-")}`,
      "memories.remember.metadata",
      `beside ${remark} the metadata is empty`,
      REMEMBER,
      () => losingBeside(remark, "metadata"),
    ),
  ]),
  fault(
    "ttl-seconds-lost-beside-where",
    "memories.remember.ttl-seconds",
    "beside where a lifetime is ignored",
    REMEMBER,
    () => losingBeside("where", "ttl_seconds"),
  ),
  ...["kind", "status", "created_at", "where"].map((name) =>
    fault(
      `metadata-without-${name.replace("_", "-")}`,
      "memories.remember.metadata",
      `metadata that is called ${name}, as a member of a memory is, is dropped`,
      REMEMBER,
      () => keepingMembers((other) => other !== name),
    ),
  ),
  fault(
    "metadata-ten-levels",
    "memories.remember.metadata",
    "metadata of more than ten levels is dropped",
    REMEMBER,
    () => keepingMembers((_name, value) => depthOf(value) <= 10),
  ),
  fault(
    "metadata-lists-of-a-hundred",
    "memories.remember.metadata",
    "lists of more than a hundred items are dropped from metadata",
    REMEMBER,
    () => keepingMembers((_name, value) => !Array.isArray(value) || value.length <= 100),
  ),
  ...(
    [
      ["hash", /#/u],
      ["quote", /"/u],
      ["backslash", /\\/u],
      ["equals", /=/u],
      ["emoji", /\p{Extended_Pictographic}/u],
    ] as const
  ).map(([name, sign]) =>
    fault(
      `memory-tags-with-${name}-lost`,
      "memories.search.tags",
      `a tag with a sign (${name}) finds nothing`,
      SEARCH,
      () =>
        rules({
          memories: {
            filters: {
              tags: (stored, wanted) =>
                memoryRules.filters.tags(stored, wanted) && !wanted.some((tag) => sign.test(tag)),
            },
          },
        }),
    ),
  ),
  fault("memory-tags-of-digits-alike", "memories.search.tags", "leading zeros of a tag do not count", SEARCH, () =>
    rules({
      memories: {
        filters: {
          tags: (stored, wanted) => {
            const own = new Set([...stored.tags].map(withoutZeros));
            return wanted.every((tag) => own.has(withoutZeros(tag)));
          },
        },
      },
    }),
  ),
  ...(
    [
      ["line-end", /\n/u],
      ["tab", /\t/u],
      ["two-blanks", / {2}/u],
      ["blank-that-joins", /\u00a0/u],
    ] as const
  ).map(([name, sign]) =>
    fault(
      `memory-text-with-${name}-lost`,
      "memories.search.text-literal",
      `a text with white space (${name}) finds nothing`,
      SEARCH,
      () =>
        rules({
          memories: {
            filters: { text: (stored, wanted) => memoryRules.filters.text(stored, wanted) && !sign.test(wanted) },
          },
        }),
    ),
  ),
];

const withoutZeros = (tag: string) => tag.replace(/(^|-)0+(?=\d)/u, "$1");
