import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive, OperationSilent } from "../../client/inconclusive.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once, oncePer } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import { NOT_YET_USABLE, retryUntilUsable } from "../../engine/cases/retry-until-usable.ts";
import type { CallOptions, CaseContext, RunContext } from "../../engine/check/check.ts";
import { requireAccepted } from "../../verifiers/expect.ts";
import { urlAt } from "../../verifiers/read.ts";
import { requestMessage } from "../messages/requests.ts";
import { hasRoomForLarge, LARGE_BYTES } from "./large-file.ts";
import {
  FRAGILE_TEXT,
  fileOfSize,
  fragileFileNamed,
  OLDER_TYPE_NAME,
  PICTURE,
  type SampleFile,
  UNUSUAL_NAME,
  URL_CHARACTER_NAME,
} from "./sample-files.ts";
import { SPECIAL_KINDS, samplesOf } from "./special-files.ts";
import {
  fetchSigned,
  type Grant,
  grantFor,
  hasSucceeded,
  put,
  requestDownload,
  type SharedFile,
  sharedWith,
  shareFiles,
  shareSample,
} from "./transfer.ts";

/** The error of storage that did not respond; null if it did. */
interface StorageSilence {
  readonly silence: OperationSilent | null;
}

/**
 * Files that most checks of files share: one of each kind that may be treated specially, several of them in one
 * message, each downloaded once.
 */
export interface FileSet extends StorageSilence {
  /** The responses that granted uploads of the files that every target must accept. */
  readonly granted: readonly Exchange[];
  /** The responses to putting the bytes of those files. */
  readonly puts: readonly { readonly grant: Grant; readonly response: Exchange }[];
  /** The responses to the messages that every target must accept. */
  readonly messages: readonly { readonly count: number; readonly response: Exchange }[];
  readonly shared: readonly SharedFile[];
  /** Requests the download of a file and then its bytes. Returns both responses. */
  download(check: CaseContext, shared: SharedFile): Promise<FetchedFile>;
}

interface FetchedFile {
  readonly granted: Exchange;
  readonly fetched: Exchange | null;
}

type UploadedFiles = StorageSilence & Pick<FileSet, "granted" | "puts" | "messages" | "shared">;
type Download = FileSet["download"];

const fileSets = oncePerRun(() => once(createFileSet));

/** Returns the file set of a run. */
export function fileSetOf(check: CaseContext): Promise<FileSet> {
  return fileSets(check.context)(check);
}

/** Returns true if the name of a file is one that a target may reject or clean. */
export function hasUnusualName({ file }: SharedFile): boolean {
  return [URL_CHARACTER_NAME, UNUSUAL_NAME].some(({ fileName }) => fileName === file.fileName);
}

/** Returns the files of the set. Throws `Inconclusive` if none could be shared. */
export async function sharedFilesOfSet(check: CaseContext): Promise<readonly SharedFile[]> {
  const { shared } = await fileSetOf(check);
  if (shared.length > 0) return shared;
  const puts = await putsOfSet(check);
  const isPut = puts.some(({ response }) => hasSucceeded(response));
  throw new Inconclusive("no file could be shared", isPut ? "files.flow.attach" : "files.flow.put");
}

/** Returns the download of a file of the set. Throws `Inconclusive` if it is rejected. */
export async function downloadFromSet(check: CaseContext, shared: SharedFile): Promise<Exchange> {
  const { granted } = await (await fileSetOf(check)).download(check, shared);
  requireAccepted(granted, "files.download.succeeds");
  return granted;
}

/** Returns the responses that granted uploads of the set. Throws `Inconclusive` if there is none. */
export async function grantedUploadsOfSet(check: CaseContext): Promise<readonly Exchange[]> {
  const { granted } = await fileSetOf(check);
  if (granted.length === 0) throw new Inconclusive("no upload was granted", "files.upload.succeeds");
  return granted;
}

/** Returns the responses to putting the bytes of the set. Throws `Inconclusive` if none were put. */
export async function putsOfSet(check: CaseContext): Promise<FileSet["puts"]> {
  const { puts, silence } = await fileSetOf(check);
  if (puts.length > 0) return puts;
  await grantedUploadsOfSet(check);
  if (silence !== null) throw silence;
  throw new Inconclusive("no upload URL gave a response", "files.flow.put");
}

/** Returns the responses that granted downloads of the set. Throws `Inconclusive` if there is none. */
export async function grantedDownloadsOfSet(check: CaseContext): Promise<readonly Exchange[]> {
  const { download } = await fileSetOf(check);
  const shared = await sharedFilesOfSet(check);
  const downloads = await Promise.all(shared.map((file) => download(check, file)));
  const granted = downloads.map((file) => file.granted).filter((exchange) => statusOf(exchange) === 200);
  if (granted.length === 0) throw new Inconclusive("no download was granted", "files.download.succeeds");
  return granted;
}

/** Returns true if all upload and download URLs of the set have worked: none of them got a key. */
export async function haveAllUrlsWorked(check: CaseContext): Promise<boolean> {
  const { puts, shared, download } = await fileSetOf(check);
  const fetched = (await Promise.all(shared.map((file) => download(check, file)))).flatMap(
    (file) => file.fetched ?? [],
  );
  const responseLists = [puts.map(({ response }) => response), fetched];
  return responseLists.every((responses) => responses.length > 0 && responses.every(hasSucceeded));
}

/**
 * Returns a file of the set if it is the channel of the set; otherwise a small file, shared once for all calls with the
 * same channel and key.
 */
export async function sharedFileIn(
  check: CaseContext,
  key: string,
  channelId: string,
  options: CallOptions = {},
): Promise<SharedFile> {
  if (options.apiKey === undefined && channelId === check.context.target.fixtures.memberChannel) {
    const [first] = await sharedFilesOfSet(check);
    if (first !== undefined) return first;
  }
  return sharedOnce(check.context)(check, key, channelId, options);
}

/** The shared files of a run, by channel and key. */
const sharedOnce = oncePerRun(() =>
  oncePer((_check, _key, channelId, { apiKey }) => JSON.stringify([channelId, apiKey]), sharePictureOrText),
);

/**
 * Shares a picture of another agent, if accepted, otherwise a text: access to images, which services often make public,
 * must be restricted too.
 */
async function sharePictureOrText(
  check: CaseContext,
  key: string,
  channelId: string,
  options: CallOptions,
): Promise<SharedFile> {
  const picture = () => shareFiles(check, [PICTURE], channelId, options);
  const [file] = options.apiKey === undefined ? [] : ((await tryOrNull(picture)) ?? []);
  return file ?? shareSample(check, key, channelId, options);
}

/**
 * Kinds that must be accepted, by message: a single file, several of which two have the same name, and one in a thread.
 */
const requiredFiles = ({ target }: RunContext): readonly (readonly SampleFile[])[] => [
  // Capitals, and the longer of two extensions: not a reason to change the name.
  [{ ...fileOfSize(1201, 6), fileName: "Of-1201-Bytes.jpeg" }],
  // The second has the same name, kind and size as the first, and no end of line at its end.
  [
    FRAGILE_TEXT,
    { ...FRAGILE_TEXT, bytes: Buffer.from("another text, of one line".padEnd(FRAGILE_TEXT.bytes.length, ".")) },
    fragileFileNamed("spaced.json"),
  ],
  [fileOfSize(hasRoomForLarge(target) ? LARGE_BYTES : 300_001, 1), fragileFileNamed("packed.gz")],
];

/** Special kinds that are sent together, and those that are sent separately, as each may be rejected for its content. */
const SENT_TOGETHER = SPECIAL_KINDS.filter(({ plainer }) => plainer === undefined);
const SENT_SEPARATELY = SPECIAL_KINDS.filter(({ plainer }) => plainer !== undefined);

/** Types of files whose bytes may be changed by code that takes them for text, or compresses or cleans them. */
const FETCHED_TYPES = [
  "text/plain",
  "application/json",
  "image/png",
  "application/gzip",
  ...SPECIAL_KINDS.flatMap(({ mimeTypes }) => mimeTypes),
];

async function createFileSet(check: CaseContext): Promise<FileSet> {
  const download = oncePer((_one: CaseContext, { attachmentId }: SharedFile) => attachmentId, downloadFile);
  return { ...(await uploadAndSendAll(check, download)), download };
}

async function downloadFile(check: CaseContext, shared: SharedFile): Promise<FetchedFile> {
  const granted = await retryUntilUsable(check, () => requestDownload(check, shared), NOT_YET_USABLE);
  if (statusOf(granted) !== 200 || !FETCHED_TYPES.includes(shared.file.mimeType)) return { granted, fetched: null };
  // Immediately, since a URL may expire soon.
  return { granted, fetched: await fetchSigned(check, urlAt(granted, "/data/signedUrl")) };
}

async function uploadAndSendAll(check: CaseContext, download: Download): Promise<UploadedFiles> {
  const channelId = await check.reference("channel");
  const granted: Exchange[] = [];
  const puts: UploadedFiles["puts"][number][] = [];
  let silence: OperationSilent | null = null;
  const messages: UploadedFiles["messages"][number][] = [];
  const shared: SharedFile[] = [];
  const upload = async (file: SampleFile, isJudged: boolean): Promise<Grant[]> => {
    const grant = await tryOrNull(() => grantFor(check, file, { channelId }));
    if (grant === null) return [];
    if (isJudged) granted.push(grant.exchange);
    const response = await tryOrNull(() =>
      put(check, grant).catch((error: unknown) => {
        if (error instanceof OperationSilent) silence = error;
        throw error;
      }),
    );
    if (response === null) return [];
    if (isJudged) puts.push({ grant, response });
    return hasSucceeded(response) ? [grant] : [];
  };
  const send = async (grants: readonly Grant[], members: { readonly threadId?: string } = {}) => {
    const attachmentIds = grants.map(({ attachmentId }) => attachmentId);
    const request = () => requestMessage(check, { channelId, attachmentIds, ...members });
    const response = await retryUntilUsable(check, request, NOT_YET_USABLE);
    if (statusOf(response) !== 200) return response;
    shared.push(...sharedWith(response, grants, channelId));
    return response;
  };
  const required = requiredFiles(check.context);
  for (const [index, files] of required.entries()) {
    const grants: Grant[] = [];
    for (const file of files) grants.push(...(await upload(file, true)));
    if (grants.length === 0) continue;
    const threadMember = index < required.length - 1 ? {} : { threadId: await check.reference("message") };
    messages.push({ count: grants.length, response: await send(grants, threadMember) });
  }
  // The contract leaves open which of the others are accepted, and how many in one message.
  const optionalGrants: Grant[] = await upload(URL_CHARACTER_NAME, false);
  if (optionalGrants.length === 0) optionalGrants.push(...(await upload(UNUSUAL_NAME, false)));
  for (const kind of SENT_TOGETHER) {
    for (const sample of samplesOf(kind)) {
      const [grant] = await upload(sample, sample.mimeType === OLDER_TYPE_NAME.mimeType);
      if (grant === undefined) continue;
      optionalGrants.push(grant);
      break;
    }
  }
  if (optionalGrants.length > 0 && statusOf(await send(optionalGrants)) !== 200)
    for (const grant of optionalGrants) await send([grant]);
  for (const kind of SENT_SEPARATELY) {
    for (const sample of samplesOf(kind)) {
      // A file that some targets disallow may be rejected at any step; the plainer file is like any other.
      const isPlain = sample.bytes === kind.plainer;
      const grants = await upload(sample, isPlain);
      const count = shared.length;
      if (grants.length === 0 || statusOf(await send(grants)) !== 200) continue;
      const [file] = shared.slice(count);
      const downloaded = file === undefined ? null : await tryOrNull(() => download(check, file));
      // If its URL gives no response, the file counts as accepted.
      if (isPlain || downloaded === null || statusOf(downloaded.granted) === 200) break;
      shared.length = count;
    }
  }
  return { granted, puts, messages, shared, silence };
}
