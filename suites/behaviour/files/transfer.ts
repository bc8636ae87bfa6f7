import { asObject, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, type Received, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/unanswered.ts";
import { anewWhereLost } from "../../engine/cases/attempt.ts";
import { NOT_YET_USABLE, retryUntilUsable } from "../../engine/cases/retry-until-usable.ts";
import type { CallOptions, CaseContext, OutsideOptions } from "../../engine/check/check.ts";
import { headerText, withBody } from "../../engine/resources/create-resources.ts";
import { sendOn } from "../../engine/resources/redirects.ts";
import { idsInMessage } from "../../models/attachment-ids.ts";
import { fail, requireAccepted } from "../../verifiers/expect.ts";
import { addressAt, requireResponse, stringAt, valueAt } from "../../verifiers/read.ts";
import { askToSend } from "../messages/requests.ts";
import { otherTypesOf } from "./media-types.ts";
import { type SampleFile, sampleFile } from "./samples.ts";

/** A granted upload. */
export interface Grant {
  readonly attachmentId: string;
  readonly exchange: Exchange;
  readonly file: SampleFile;
}

/** A file in a message of a channel. */
export interface SharedFile {
  /** The id that the message shows. */
  readonly attachmentId: string;
  /** The id of the upload, which was sent with the message. */
  readonly uploadId: string;
  readonly channelId: string;
  readonly file: SampleFile;
  /** The response to the sending of its message. */
  readonly response: Exchange;
}

/** Asks for an upload, whatever the response. */
export async function askForUpload(
  check: CaseContext,
  members: JsonObject,
  options: CallOptions = {},
): Promise<Exchange> {
  const { input } = await check.baseline("request-file-upload");
  return check.call("request-file-upload", withBody(input, members), options);
}

/**
 * Asks for the upload of a file; Inconclusive when it is rejected. Of a file that is larger than the target says it takes
 * so many bytes as it takes are asked for: the file of the grant is what is to be put.
 */
export async function grantFor(
  check: CaseContext,
  file: SampleFile,
  members: JsonObject = {},
  options: CallOptions = {},
): Promise<Grant> {
  const ask = ({ fileName, mimeType, bytes }: SampleFile) =>
    askForUpload(check, { fileName, mimeType, sizeBytes: bytes.length, ...members }, options);
  let fitting = cut(file, (await toldLimit(check)) ?? file.bytes.length);
  let exchange = await ask(fitting);
  if (REJECTED.includes(statusOf(exchange)) && fitting.bytes.length > 1) {
    // The limit may differ with the type.
    const least = await ask(cut(file, 1));
    const told = statusOf(least) === 200 ? valueAt(least, "/data/maxBytes") : undefined;
    if (typeof told === "number" && told >= 1 && told < fitting.bytes.length) {
      fitting = cut(file, told);
      exchange = await ask(fitting);
    }
  }
  for (const other of [withShorterName(fitting), ...underOtherTypes(fitting)]) {
    if (statusOf(exchange) !== 400 || other === null) continue;
    const second = await ask(other);
    if (statusOf(second) === 200) [fitting, exchange] = [other, second];
  }
  requireAccepted(exchange, "files.upload.succeeds");
  return { attachmentId: stringAt(exchange, "/data/attachmentId"), exchange, file: fitting };
}

/** Characters of a name before its extension that every target takes; how many it may have is open. */
const SURE_NAME = 20;

/** The file under a plain name that is shorter; null where its name is short, or not plain. */
function withShorterName(file: SampleFile): SampleFile | null {
  const [, base = "", extension = ""] = /^([a-z0-9-]+)(\.[a-z0-9]+)$/.exec(file.fileName) ?? [];
  return base.length <= SURE_NAME ? null : { ...file, fileName: `${base.slice(0, SURE_NAME - 1)}z${extension}` };
}

/** The file under the other names of its type: which of these a target knows is open, and a requirement of its own that it knows one. */
function underOtherTypes(file: SampleFile): readonly SampleFile[] {
  return otherTypesOf(file).map((mimeType) => ({ ...file, mimeType }));
}

/** Statuses in which an upload may be rejected for its size. */
const REJECTED = [400, 403, 409];

/** The largest size that a response tells, in bytes; null where it tells none. */
export async function toldLimit(check: CaseContext): Promise<number | null> {
  const { exchange } = await check.baseline("request-file-upload");
  const told = valueAt(exchange, "/data/maxBytes");
  return typeof told === "number" && told >= 1 ? told : null;
}

function cut(file: SampleFile, most: number): SampleFile {
  if (file.bytes.length <= most) return file;
  return { ...file, bytes: file.ofSize?.(most) ?? file.bytes.subarray(0, most) };
}

/** Puts bytes to the address of a grant with the method and headers that came with it, through redirects; never with the API key. */
export async function put(
  check: CaseContext,
  { exchange, file }: Grant,
  change: {
    readonly url?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly bytes?: Uint8Array;
    readonly how?: OutsideOptions;
  } = {},
): Promise<Exchange> {
  const request = {
    method: stringAt(exchange, "/data/method"),
    url: change.url ?? addressAt(exchange, "/data/uploadUrl"),
    headers: { ...grantedHeaders(exchange), ...change.headers },
    body: change.bytes ?? file.bytes,
  };
  return sendOn(check, request, change.how);
}

function grantedHeaders(exchange: Exchange): Record<string, string> {
  const headers = valueAt(exchange, "/data/headers");
  const entries = Object.entries(asObject(headers));
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), headerText(value)]));
}

/** What was answered; a failure where the response before it gave an address, method or header that nobody can send. */
export function requireSent(exchange: Exchange): Received {
  const { outcome } = exchange;
  if (outcome.kind === "none" && outcome.reason === "unsendable") {
    fail({
      message: "a presigned URL must be one that a request can be sent to, as its response says",
      expected: "an http or https URL, with a method and headers of HTTP",
      actual: outcome.message,
      verifier: "needSent",
      pointer: "",
      keyword: "address",
      exchanges: [exchange],
    });
  }
  return requireResponse(exchange);
}

/** True for any of the statuses that say that a request has succeeded. */
export function hasSucceeded(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status >= 200 && status < 300;
}

/** Uploads a file; Inconclusive when the address does not take it. */
export async function uploadFile(
  check: CaseContext,
  file: SampleFile,
  members: JsonObject = {},
  options: CallOptions = {},
): Promise<Grant> {
  // Whether an address takes the bytes twice is not stated: where the response is lost, another one is asked for.
  return anewWhereLost(async () => {
    const grant = await grantFor(check, file, members, options);
    const exchange = await put(check, grant);
    if (!hasSucceeded(exchange)) {
      throw new Inconclusive(`the upload URL responded with ${requireResponse(exchange).status}`, "files.flow.put");
    }
    return grant;
  });
}

/** Uploads files and sends them in one message; Inconclusive when a step is rejected. */
export async function shareFiles(
  check: CaseContext,
  files: readonly SampleFile[],
  channelId: string,
  options: CallOptions = {},
  members: JsonObject = {},
): Promise<readonly SharedFile[]> {
  const grants: Grant[] = [];
  for (const file of files) grants.push(await uploadFile(check, file, { channelId }, options));
  const attachmentIds = grants.map((grant) => grant.attachmentId);
  const ask = () => askToSend(check, { channelId, attachmentIds, ...members }, options);
  const response = await retryUntilUsable(check, ask, NOT_YET_USABLE);
  requireAccepted(response, "files.flow.attach");
  return sharedWith(response, grants, channelId);
}

/** The files of a message that was accepted, each by the id that the message gives it. */
export function sharedWith(response: Exchange, grants: readonly Grant[], channelId: string): readonly SharedFile[] {
  const sent = grants.map(({ attachmentId, file: { fileName } }) => ({ attachmentId, fileName }));
  const ids = idsInMessage(valueAt(response, "/data/attachments"), sent);
  return grants.map(({ attachmentId, file }, index) => ({
    attachmentId: ids[index] ?? attachmentId,
    uploadId: attachmentId,
    channelId,
    file,
    response,
  }));
}

/** Shares one small file. */
export async function shareAnew(
  check: CaseContext,
  key: string,
  channelId: string,
  options: CallOptions,
): Promise<SharedFile> {
  const [shared] = await shareFiles(check, [sampleFile(key)], channelId, options);
  if (!shared) throw new Error("one file was shared");
  return shared;
}

/** Asks for the download of a file, whatever the response but that it is not known yet. */
export async function askForDownload(
  check: CaseContext,
  { attachmentId, channelId }: Pick<SharedFile, "attachmentId" | "channelId">,
  options: CallOptions = {},
): Promise<Exchange> {
  return check.call("request-file-download", { parameters: { channel: channelId, attachment: attachmentId } }, options);
}

/** Asks for the download of a file that was just shared; Inconclusive when it is rejected. */
export async function requireDownload(
  check: CaseContext,
  shared: Pick<SharedFile, "attachmentId" | "channelId">,
  options: CallOptions = {},
): Promise<Exchange> {
  const exchange = await retryUntilUsable(check, () => askForDownload(check, shared, options), NOT_YET_USABLE);
  requireAccepted(exchange, "files.download.succeeds");
  return exchange;
}

/** Gets what a signed URL gives, through redirects, with no header of ours. */
export async function fetchSigned(
  check: CaseContext,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  how: OutsideOptions = {},
): Promise<Exchange> {
  return sendOn(check, { method: "GET", url, headers, body: null }, how);
}

/** The bytes of a download by a fresh address; Inconclusive when the address gives none. */
export async function requireBytes(
  check: CaseContext,
  shared: Pick<SharedFile, "attachmentId" | "channelId">,
  options: CallOptions = {},
): Promise<Uint8Array> {
  const granted = await requireDownload(check, shared, options);
  const exchange = await fetchSigned(check, addressAt(granted, "/data/signedUrl"));
  if (!hasSucceeded(exchange)) {
    throw new Inconclusive(`the signed URL responded with ${requireResponse(exchange).status}`, "files.download.get");
  }
  return requireResponse(exchange).bytes;
}
