import { asObject, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, type Received, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { restartWhenLost } from "../../engine/cases/attempt.ts";
import { NOT_YET_USABLE, retryUntilUsable } from "../../engine/cases/retry-until-usable.ts";
import type { CallOptions, CaseContext, OutsideOptions } from "../../engine/check/check.ts";
import { headerText, withBody } from "../../engine/resources/create-resources.ts";
import { sendFollowingRedirects } from "../../engine/resources/redirects.ts";
import { idsInMessage } from "../../models/attachment-ids.ts";
import { fail, requireAccepted } from "../../verifiers/expect.ts";
import { requireResponse, stringAt, urlAt, valueAt } from "../../verifiers/read.ts";
import { requestMessage } from "../messages/requests.ts";
import { otherTypesOf } from "./allowed-and-forbidden-types.ts";
import { type SampleFile, sampleFile } from "./sample-files.ts";

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
  /** The response to sending its message. */
  readonly response: Exchange;
}

/** Requests an upload and returns any response. */
export async function requestUpload(
  check: CaseContext,
  members: JsonObject,
  options: CallOptions = {},
): Promise<Exchange> {
  const { input } = await check.baseline("request-file-upload");
  return check.call("request-file-upload", withBody(input, members), options);
}

/**
 * Requests the upload of a file. Throws `Inconclusive` if it is rejected. If the file is larger than the target's
 * limit, it is cut to that: the file of the grant is the one to put.
 */
export async function grantFor(
  check: CaseContext,
  file: SampleFile,
  members: JsonObject = {},
  options: CallOptions = {},
): Promise<Grant> {
  const request = ({ fileName, mimeType, bytes }: SampleFile) =>
    requestUpload(check, { fileName, mimeType, sizeBytes: bytes.length, ...members }, options);
  let fitting = truncated(file, (await statedLimit(check)) ?? file.bytes.length);
  let exchange = await request(fitting);
  if (SIZE_REJECTIONS.includes(statusOf(exchange)) && fitting.bytes.length > 1) {
    // The limit may depend on the type.
    const smallest = await request(truncated(file, 1));
    const maxBytes = statusOf(smallest) === 200 ? valueAt(smallest, "/data/maxBytes") : undefined;
    if (typeof maxBytes === "number" && maxBytes >= 1 && maxBytes < fitting.bytes.length) {
      fitting = truncated(file, maxBytes);
      exchange = await request(fitting);
    }
  }
  for (const other of [withShorterName(fitting), ...withOtherTypes(fitting)]) {
    if (statusOf(exchange) !== 400 || other === null) continue;
    const otherExchange = await request(other);
    if (statusOf(otherExchange) === 200) [fitting, exchange] = [other, otherExchange];
  }
  requireAccepted(exchange, "files.upload.succeeds");
  return { attachmentId: stringAt(exchange, "/data/attachmentId"), exchange, file: fitting };
}

/** The length of a name before its extension that every target accepts. The contract leaves the maximum open. */
const SAFE_NAME_LENGTH = 20;

/** Returns the file with a shorter plain name; null if its name is already short, or not plain. */
function withShorterName(file: SampleFile): SampleFile | null {
  const [, base = "", extension = ""] = /^([a-z0-9-]+)(\.[a-z0-9]+)$/.exec(file.fileName) ?? [];
  return base.length <= SAFE_NAME_LENGTH
    ? null
    : { ...file, fileName: `${base.slice(0, SAFE_NAME_LENGTH - 1)}z${extension}` };
}

/**
 * Returns the file with the other media types of its kind. The contract leaves open which of these a target knows, and
 * another requirement judges that it knows one.
 */
function withOtherTypes(file: SampleFile): readonly SampleFile[] {
  return otherTypesOf(file).map((mimeType) => ({ ...file, mimeType }));
}

/** Statuses that may reject an upload for its size. */
const SIZE_REJECTIONS = [400, 403, 409];

/** Returns the largest size in a response, in bytes; null if it has none. */
export async function statedLimit(check: CaseContext): Promise<number | null> {
  const { exchange } = await check.baseline("request-file-upload");
  const maxBytes = valueAt(exchange, "/data/maxBytes");
  return typeof maxBytes === "number" && maxBytes >= 1 ? maxBytes : null;
}

function truncated(file: SampleFile, maxBytes: number): SampleFile {
  if (file.bytes.length <= maxBytes) return file;
  return { ...file, bytes: file.ofSize?.(maxBytes) ?? file.bytes.subarray(0, maxBytes) };
}

/** Puts bytes to the URL of a grant with its method and headers, following redirects; never with the API key. */
export async function put(
  check: CaseContext,
  { exchange, file }: Grant,
  override: {
    readonly url?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly bytes?: Uint8Array;
    readonly options?: OutsideOptions;
  } = {},
): Promise<Exchange> {
  const request = {
    method: stringAt(exchange, "/data/method"),
    url: override.url ?? urlAt(exchange, "/data/uploadUrl"),
    headers: { ...grantedHeaders(exchange), ...override.headers },
    body: override.bytes ?? file.bytes,
  };
  return sendFollowingRedirects(check, request, override.options);
}

function grantedHeaders(exchange: Exchange): Record<string, string> {
  const headers = valueAt(exchange, "/data/headers");
  const entries = Object.entries(asObject(headers));
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), headerText(value)]));
}

/** Returns the response. Fails if the preceding response gave a URL, method or header that cannot be sent. */
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

/** Returns true for any 2xx status. */
export function hasSucceeded(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status >= 200 && status < 300;
}

/** Uploads a file. Throws `Inconclusive` if the URL does not accept it. */
export async function uploadFile(
  check: CaseContext,
  file: SampleFile,
  members: JsonObject = {},
  options: CallOptions = {},
): Promise<Grant> {
  // The contract does not state whether a URL accepts the bytes twice, so a new one is requested if a response is lost.
  return restartWhenLost(async () => {
    const grant = await grantFor(check, file, members, options);
    const exchange = await put(check, grant);
    if (!hasSucceeded(exchange)) {
      throw new Inconclusive(`the upload URL responded with ${requireResponse(exchange).status}`, "files.flow.put");
    }
    return grant;
  });
}

/** Uploads files and sends them in one message. Throws `Inconclusive` if a step is rejected. */
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
  const ask = () => requestMessage(check, { channelId, attachmentIds, ...members }, options);
  const response = await retryUntilUsable(check, ask, NOT_YET_USABLE);
  requireAccepted(response, "files.flow.attach");
  return sharedWith(response, grants, channelId);
}

/** Returns the files of an accepted message, each with the id that the message shows. */
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
export async function shareSample(
  check: CaseContext,
  key: string,
  channelId: string,
  options: CallOptions,
): Promise<SharedFile> {
  const [shared] = await shareFiles(check, [sampleFile(key)], channelId, options);
  if (!shared) throw new Error("one file was shared");
  return shared;
}

/** Requests the download of a file, retrying while it is not known yet, and returns any other response. */
export async function requestDownload(
  check: CaseContext,
  { attachmentId, channelId }: Pick<SharedFile, "attachmentId" | "channelId">,
  options: CallOptions = {},
): Promise<Exchange> {
  return check.call("request-file-download", { parameters: { channel: channelId, attachment: attachmentId } }, options);
}

/** Requests the download of a file that was just shared. Throws `Inconclusive` if it is rejected. */
export async function requireDownload(
  check: CaseContext,
  shared: Pick<SharedFile, "attachmentId" | "channelId">,
  options: CallOptions = {},
): Promise<Exchange> {
  const exchange = await retryUntilUsable(check, () => requestDownload(check, shared, options), NOT_YET_USABLE);
  requireAccepted(exchange, "files.download.succeeds");
  return exchange;
}

/** Fetches a signed URL, following redirects, without any header of the API. */
export async function fetchSigned(
  check: CaseContext,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  options: OutsideOptions = {},
): Promise<Exchange> {
  return sendFollowingRedirects(check, { method: "GET", url, headers, body: null }, options);
}

/** Returns the response with the bytes of a download, from a new URL. Throws `Inconclusive` if the URL does not return them. */
export async function requireDownloaded(
  check: CaseContext,
  shared: Pick<SharedFile, "attachmentId" | "channelId">,
  options: CallOptions = {},
): Promise<Received> {
  const granted = await requireDownload(check, shared, options);
  const exchange = await fetchSigned(check, urlAt(granted, "/data/signedUrl"));
  if (!hasSucceeded(exchange)) {
    throw new Inconclusive(`the signed URL responded with ${requireResponse(exchange).status}`, "files.download.get");
  }
  return requireResponse(exchange);
}
