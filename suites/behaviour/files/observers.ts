import type { JsonObject } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import type { CheckContext, Observer } from "../../engine/check/check.ts";
import { statusAndCode } from "../../verifiers/expect.ts";
import { stringAt, urlAt, valueAt } from "../../verifiers/read.ts";
import { openPointObserver } from "../observe.ts";
import { sharedFileIn } from "./file-set.ts";
import { sampleFile } from "./sample-files.ts";
import {
  fetchSigned,
  grantFor,
  hasSucceeded,
  put,
  requestDownload,
  requestUpload,
  requireDownload,
  requireDownloaded,
  uploadFile,
} from "./transfer.ts";

const UPLOADS = { operations: ["request-file-upload"], fixtures: ["memberChannel"], writes: true };
const DOWNLOADS = { operations: ["request-file-download"], fixtures: ["memberChannel"], writes: true };

/** Observers of the open points of files. */
export function fileObservers(): Observer[] {
  return [
    openPointObserver("request-file-upload.limit", UPLOADS, observeLimit),
    openPointObserver("request-file-upload.url-life", UPLOADS, observeLifetime),
    openPointObserver("request-file-upload.empty-file", UPLOADS, async (check) => {
      const answer = statusAndCode(await requestUpload(check, { sizeBytes: 0 }));
      return { answer, evidence: "an upload of 0 bytes" };
    }),
    openPointObserver("request-file-upload.no-extension", UPLOADS, observeNoExtension),
    openPointObserver("request-file-upload.doubtful-types", UPLOADS, observeDisputedTypes),
    openPointObserver("request-file-upload.type-parameters", UPLOADS, async (check) => {
      const answer = statusAndCode(await requestUpload(check, { mimeType: "text/plain; charset=utf-8" }));
      return { answer, evidence: "text/plain with a charset" };
    }),
    openPointObserver("request-file-upload.size-mismatch", UPLOADS, observeSizeMismatch),
    openPointObserver("request-file-upload.put-twice", UPLOADS, observeSecondPut),
    openPointObserver("request-file-upload.origin", UPLOADS, observeOrigin),
    openPointObserver("messages.file-types", UPLOADS, (check) => observeAttachmentField(check, "fileType")),
    openPointObserver("messages.attachment-url", UPLOADS, observeAttachmentUrl),
    openPointObserver("request-file-download.unattached", DOWNLOADS, observeUnattached),
    openPointObserver(
      "request-file-download.other-own-channel",
      { ...DOWNLOADS, fixtures: ["secondMemberChannel"] },
      observeOtherOwnChannel,
    ),
    openPointObserver("request-file-download.url-twice", DOWNLOADS, observeSecondUse),
  ];
}

async function observeLimit(check: CheckContext) {
  const { exchange } = await check.baseline("request-file-upload");
  return {
    answer: `${JSON.stringify(valueAt(exchange, "/data/maxBytes") ?? null)} bytes`,
    evidence: "maxBytes of an upload",
  };
}

async function observeLifetime(check: CheckContext) {
  const { exchange } = await check.baseline("request-file-upload");
  const now = valueAt(exchange, "/meta/timestamp");
  if (typeof now !== "string") return null;
  const seconds = (Date.parse(stringAt(exchange, "/data/expiresAt")) - Date.parse(now)) / 1000;
  return { answer: `${Math.round(seconds)} seconds`, evidence: "expiry and time of one response" };
}

async function statusesOf(check: CheckContext, requests: readonly JsonObject[]): Promise<string> {
  const answers: string[] = [];
  for (const members of requests) {
    answers.push(`${Object.values(members).join(" ")}: ${statusAndCode(await requestUpload(check, members))}`);
  }
  return answers.join("; ");
}

async function observeNoExtension(check: CheckContext) {
  const answer = await statusesOf(check, [{ fileName: "without" }, { fileName: "picture.png" }]);
  return { answer, evidence: "text/plain with a name without an extension, and with the extension of another type" };
}

const DISPUTED_TYPES = [
  "image/svg+xml",
  "application/x-tar",
  "application/msword",
  "application/octet-stream",
  "text/html",
  "image/avif",
];

async function observeDisputedTypes(check: CheckContext) {
  const answer = await statusesOf(
    check,
    DISPUTED_TYPES.map((mimeType) => ({ mimeType })),
  );
  return { answer, evidence: "uploads of less usual types" };
}

async function observeSizeMismatch(check: CheckContext) {
  const file = sampleFile("of another size");
  const answers: string[] = [];
  for (const [which, bytes] of [
    ["fewer", file.bytes.slice(1)],
    ["more", new Uint8Array([...file.bytes, 1])],
  ] as const) {
    const exchange = await put(check, await grantFor(check, file), { bytes });
    answers.push(`${which}: ${statusOf(exchange) || "no response"}`);
  }
  return { answer: answers.join("; "), evidence: "fewer and more bytes than were declared" };
}

async function observeSecondPut(check: CheckContext) {
  const grant = await uploadFile(check, sampleFile("put twice"));
  const again = await put(check, grant);
  return {
    answer: hasSucceeded(again) ? "accepted again" : `rejected with ${statusOf(again)}`,
    evidence: "a second PUT",
  };
}

async function observeOrigin(check: CheckContext) {
  const { exchange } = await check.baseline("request-file-upload");
  const uploadUrl = urlAt(exchange, "/data/uploadUrl");
  if (!URL.canParse(uploadUrl)) return null;
  const isSame = new URL(uploadUrl).origin === new URL(check.context.target.baseUrl).origin;
  return { answer: isSame ? "the service itself" : "another origin", evidence: "the URL of an upload" };
}

async function observeAttachmentField(check: CheckContext, field: string) {
  const shared = await sharedFileIn(check, `to see its ${field}`, await check.reference("channel"));
  const value = valueAt(shared.response, `/data/attachments/0/${field}`);
  return typeof value === "string" ? { answer: value, evidence: "a text file in a message" } : null;
}

async function observeAttachmentUrl(check: CheckContext) {
  const shared = await sharedFileIn(check, "to see its address", await check.reference("channel"));
  const url = valueAt(shared.response, "/data/attachments/0/url");
  if (typeof url !== "string" || !URL.canParse(url, check.context.target.baseUrl)) return null;
  const exchange = await fetchSigned(check, new URL(url, check.context.target.baseUrl).href);
  return { answer: `${statusOf(exchange) || "no response"} without a key`, evidence: "the URL in an attachment" };
}

async function observeUnattached(check: CheckContext) {
  const channelId = await check.reference("channel");
  const { attachmentId } = await uploadFile(check, sampleFile("unattached"), { channelId });
  const answer = statusAndCode(await requestDownload(check, { attachmentId, channelId }));
  return { answer, evidence: "the download of a file in no message" };
}

async function observeOtherOwnChannel(check: CheckContext) {
  const shared = await sharedFileIn(check, "misplaced by its owner", await check.reference("channel"));
  await requireDownloaded(check, shared);
  const { secondMemberChannel = "" } = check.context.target.fixtures;
  const answer = statusAndCode(await requestDownload(check, { ...shared, channelId: secondMemberChannel }));
  return { answer, evidence: "the download of a file with another channel of the caller" };
}

async function observeSecondUse(check: CheckContext) {
  const shared = await sharedFileIn(check, "fetched twice", await check.reference("channel"));
  const url = urlAt(await requireDownload(check, shared), "/data/signedUrl");
  if (!hasSucceeded(await fetchSigned(check, url))) return null;
  const again = await fetchSigned(check, url);
  return {
    answer: hasSucceeded(again) ? "more than once" : `once, then ${statusOf(again)}`,
    evidence: "one URL, used twice",
  };
}
