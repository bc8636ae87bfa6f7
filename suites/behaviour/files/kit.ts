import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive, OperationSilent } from "../../client/inconclusive.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once, oncePer } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import { NOT_YET_USABLE, retryUntilUsable } from "../../engine/cases/retry-until-usable.ts";
import type { CallOptions, CaseContext, RunContext } from "../../engine/check/check.ts";
import { requireAccepted } from "../../verifiers/expect.ts";
import { urlAt } from "../../verifiers/read.ts";
import { askToSend } from "../messages/requests.ts";
import { hasRoomForLarge, LARGE_BYTES } from "./large.ts";
import {
  ADDRESS_NAME,
  ALL_TOUCHY,
  fileOfSize,
  OF_OLDER_NAME,
  PICTURE,
  type SampleFile,
  sampleOf,
  UNUSUAL_NAME,
} from "./samples.ts";
import { SPECIAL_KINDS, samplesOf } from "./special-files.ts";
import {
  askForDownload,
  fetchSigned,
  type Grant,
  grantFor,
  hasSucceeded,
  put,
  type SharedFile,
  shareAnew,
  sharedWith,
  shareFiles,
} from "./transfer.ts";

/** The error of storage that did not respond; null if it did. */
interface Silence {
  readonly silence: OperationSilent | null;
}

/**
 * Files that most checks of files share: one of each kind that may be treated specially, several of them in one
 * message, each downloaded once.
 */
export interface Kit extends Silence {
  /** The responses that granted uploads of the files that every target must accept. */
  readonly granted: readonly Exchange[];
  /** The responses to putting the bytes of those files. */
  readonly puts: readonly { readonly grant: Grant; readonly response: Exchange }[];
  /** The responses to the messages that every target must accept. */
  readonly sendings: readonly { readonly count: number; readonly response: Exchange }[];
  readonly shared: readonly SharedFile[];
  /** Requests the download of a file and then its bytes. Returns both responses. */
  take(check: CaseContext, shared: SharedFile): Promise<Taken>;
}

interface Taken {
  readonly granted: Exchange;
  readonly got: Exchange | null;
}

type Made = Silence & Pick<Kit, "granted" | "puts" | "sendings" | "shared">;
type Take = Kit["take"];

const kits = oncePerRun(() => once(makeKit));

/** Returns the kit of a run. */
export function kitOf(check: CaseContext): Promise<Kit> {
  return kits(check.context)(check);
}

/** Returns true if the name of a file is one that a target may reject or clean. */
export function isOfUnusualName({ file }: SharedFile): boolean {
  return [ADDRESS_NAME, UNUSUAL_NAME].some(({ fileName }) => fileName === file.fileName);
}

/** Returns the files of the kit. Throws `Inconclusive` if none could be shared. */
export async function sharedOfKit(check: CaseContext): Promise<readonly SharedFile[]> {
  const { shared } = await kitOf(check);
  if (shared.length > 0) return shared;
  const puts = await putsOfKit(check);
  const isPut = puts.some(({ response }) => hasSucceeded(response));
  throw new Inconclusive("no file could be shared", isPut ? "files.flow.attach" : "files.flow.put");
}

/** Returns the download of a file of the kit. Throws `Inconclusive` if it is rejected. */
export async function downloadOfKit(check: CaseContext, shared: SharedFile): Promise<Exchange> {
  const { granted } = await (await kitOf(check)).take(check, shared);
  requireAccepted(granted, "files.download.succeeds");
  return granted;
}

/** Returns the responses that granted uploads of the kit. Throws `Inconclusive` if there is none. */
export async function uploadsOfKit(check: CaseContext): Promise<readonly Exchange[]> {
  const { granted } = await kitOf(check);
  if (granted.length === 0) throw new Inconclusive("no upload was granted", "files.upload.succeeds");
  return granted;
}

/** Returns the responses to putting the bytes of the kit. Throws `Inconclusive` if none were put. */
export async function putsOfKit(check: CaseContext): Promise<Kit["puts"]> {
  const { puts, silence } = await kitOf(check);
  if (puts.length > 0) return puts;
  await uploadsOfKit(check);
  if (silence !== null) throw silence;
  throw new Inconclusive("no upload URL gave a response", "files.flow.put");
}

/** Returns the responses that granted downloads of the kit. Throws `Inconclusive` if there is none. */
export async function downloadsOfKit(check: CaseContext): Promise<readonly Exchange[]> {
  const { take } = await kitOf(check);
  const shared = await sharedOfKit(check);
  const taken = await Promise.all(shared.map((one) => take(check, one)));
  const granted = taken.map((one) => one.granted).filter((exchange) => statusOf(exchange) === 200);
  if (granted.length === 0) throw new Inconclusive("no download was granted", "files.download.succeeds");
  return granted;
}

/** Returns true if all upload and download URLs of the kit have worked: none of them got a key. */
export async function servesWithoutKey(check: CaseContext): Promise<boolean> {
  const { puts, shared, take } = await kitOf(check);
  const got = (await Promise.all(shared.map((one) => take(check, one)))).flatMap((one) => one.got ?? []);
  const given = [puts.map(({ response }) => response), got];
  return given.every((responses) => responses.length > 0 && responses.every(hasSucceeded));
}

/**
 * Returns a file of the kit if the channel is the kit's; otherwise a small file, shared once for all calls with the
 * same channel and key.
 */
export async function shareOne(
  check: CaseContext,
  key: string,
  channelId: string,
  options: CallOptions = {},
): Promise<SharedFile> {
  if (options.apiKey === undefined && channelId === check.context.target.fixtures.memberChannel) {
    const [first] = await sharedOfKit(check);
    if (first !== undefined) return first;
  }
  return sharedOnce(check.context)(check, key, channelId, options);
}

/** The shared files of a run, by channel and key. */
const sharedOnce = oncePerRun(() =>
  oncePer((_check, _key, channelId, { apiKey }) => JSON.stringify([channelId, apiKey]), shareEither),
);

/**
 * Shares a picture of another agent, if accepted, otherwise a text: access to images, which services often make public,
 * must be restricted too.
 */
async function shareEither(
  check: CaseContext,
  key: string,
  channelId: string,
  options: CallOptions,
): Promise<SharedFile> {
  const picture = () => shareFiles(check, [PICTURE], channelId, options);
  const [one] = options.apiKey === undefined ? [] : ((await tryOrNull(picture)) ?? []);
  return one ?? shareAnew(check, key, channelId, options);
}

/**
 * Kinds that must be accepted, by message: a single file, several of which two have the same name, and one in a thread.
 */
const sureFiles = ({ target }: RunContext): readonly (readonly SampleFile[])[] => [
  // Capitals, and the longer of two extensions: not a reason to change the name.
  [{ ...fileOfSize(1201, 6), fileName: "Of-1201-Bytes.jpeg" }],
  // The second has the same name, kind and size as the first, and no end of line at its end.
  [
    ALL_TOUCHY,
    { ...ALL_TOUCHY, bytes: Buffer.from("another text, of one line".padEnd(ALL_TOUCHY.bytes.length, ".")) },
    sampleOf("spaced.json"),
  ],
  [fileOfSize(hasRoomForLarge(target) ? LARGE_BYTES : 300_001, 1), sampleOf("packed.gz")],
];

/** Special kinds that are sent together, and those that are sent separately, as each may be rejected for its content. */
const TOGETHER = SPECIAL_KINDS.filter(({ plainer }) => plainer === undefined);
const ALONE = SPECIAL_KINDS.filter(({ plainer }) => plainer !== undefined);

/** Types of files whose bytes may be changed by code that takes them for text, or compresses or cleans them. */
const TOUCHED = [
  "text/plain",
  "application/json",
  "image/png",
  "application/gzip",
  ...SPECIAL_KINDS.flatMap(({ mimeTypes }) => mimeTypes),
];

async function makeKit(check: CaseContext): Promise<Kit> {
  const take = oncePer((_one: CaseContext, { attachmentId }: SharedFile) => attachmentId, takeFile);
  return { ...(await makeAll(check, take)), take };
}

async function takeFile(check: CaseContext, shared: SharedFile): Promise<Taken> {
  const granted = await retryUntilUsable(check, () => askForDownload(check, shared), NOT_YET_USABLE);
  if (statusOf(granted) !== 200 || !TOUCHED.includes(shared.file.mimeType)) return { granted, got: null };
  // Immediately, since a URL may expire soon.
  return { granted, got: await fetchSigned(check, urlAt(granted, "/data/signedUrl")) };
}

async function makeAll(check: CaseContext, take: Take): Promise<Made> {
  const channelId = await check.reference("channel");
  const granted: Exchange[] = [];
  const puts: Made["puts"][number][] = [];
  let silence: OperationSilent | null = null;
  const sendings: Made["sendings"][number][] = [];
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
    const ask = () => askToSend(check, { channelId, attachmentIds, ...members });
    const response = await retryUntilUsable(check, ask, NOT_YET_USABLE);
    if (statusOf(response) !== 200) return response;
    shared.push(...sharedWith(response, grants, channelId));
    return response;
  };
  const sure = sureFiles(check.context);
  for (const [index, files] of sure.entries()) {
    const grants: Grant[] = [];
    for (const file of files) grants.push(...(await upload(file, true)));
    if (grants.length === 0) continue;
    const thread = index < sure.length - 1 ? {} : { threadId: await check.reference("message") };
    sendings.push({ count: grants.length, response: await send(grants, thread) });
  }
  // The contract leaves open which of the others are accepted, and how many in one message.
  const others: Grant[] = await upload(ADDRESS_NAME, false);
  if (others.length === 0) others.push(...(await upload(UNUSUAL_NAME, false)));
  for (const kind of TOGETHER) {
    for (const sample of samplesOf(kind)) {
      const [grant] = await upload(sample, sample.mimeType === OF_OLDER_NAME.mimeType);
      if (grant === undefined) continue;
      others.push(grant);
      break;
    }
  }
  if (others.length > 0 && statusOf(await send(others)) !== 200) for (const grant of others) await send([grant]);
  for (const kind of ALONE) {
    for (const sample of samplesOf(kind)) {
      // A file that some targets disallow may be rejected at any step; the plainer file is like any other.
      const isPlain = sample.bytes === kind.plainer;
      const grants = await upload(sample, isPlain);
      const count = shared.length;
      if (grants.length === 0 || statusOf(await send(grants)) !== 200) continue;
      const [one] = shared.slice(count);
      const taken = one === undefined ? null : await tryOrNull(() => take(check, one));
      // If its URL gives no response, the file counts as accepted.
      if (isPlain || taken === null || statusOf(taken.granted) === 200) break;
      shared.length = count;
    }
  }
  return { granted, puts, sendings, shared, silence };
}
