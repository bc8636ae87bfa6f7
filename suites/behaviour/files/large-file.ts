import type { Exchange } from "../../client/exchange.ts";
import { orNotApplicable } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { NOT_YET_USABLE, retryUntilUsable } from "../../engine/cases/retry-until-usable.ts";
import type { Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat, requireAccepted } from "../../verifiers/expect.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { requestMessage } from "../messages/requests.ts";
import { expectSameBytes } from "./same-bytes.ts";
import { fileOfSize } from "./sample-files.ts";
import {
  type Grant,
  grantFor,
  hasSucceeded,
  put,
  requireDownloaded,
  requireSent,
  sharedWith,
  statedLimit,
} from "./transfer.ts";

const FIXTURES = ["memberChannel"];

/**
 * One byte more than a MiB, which is the default limit of proxies in front of a store, and of some buffers and columns.
 */
export const LARGE_BYTES = 1_048_577;
const MIB = 1024 * 1024;
/**
 * The number of such files that the upload limit of a run must allow for one to be uploaded: the small files find more.
 */
const LARGE_FILES_OF_LIMIT = 8;

/** Returns true if the target file allows the upload of a large file. */
export function hasRoomForLarge({ limits }: RunContext["target"]): boolean {
  return LARGE_BYTES * LARGE_FILES_OF_LIMIT <= limits.uploadMiB * MIB;
}

/**
 * Puts and fetches one large file. If a target accepts none, or takes too long, the checks of small ones are enough.
 */
export function largeFileChecks(): Check[] {
  const large = once(putLarge);
  return [largeFileAccepted(large), largeFileReturned(large)];
}

interface LargePut {
  readonly grant: Grant;
  readonly channelId: string;
  readonly response: Exchange;
}

type LargePutSource = (check: CheckContext) => Promise<LargePut>;

async function putLarge(check: CheckContext): Promise<LargePut> {
  if (!hasRoomForLarge(check.context.target)) {
    throw new NotApplicable("the target file leaves no room for the upload of a large file");
  }
  return orNotApplicable(async () => {
    const limit = await statedLimit(check);
    if (limit !== null && limit < LARGE_BYTES) throw new NotApplicable(`the target accepts ${limit} bytes and no more`);
    const channelId = await check.reference("channel");
    const grant = await grantFor(check, fileOfSize(LARGE_BYTES, 0), { channelId });
    if (grant.file.bytes.length < LARGE_BYTES) throw new NotApplicable("the target accepts no file of this size");
    return { grant, channelId, response: await put(check, grant) };
  });
}

function largeFileAccepted(large: LargePutSource): Check {
  return defineCheck(
    {
      requirement: "files.flow.put",
      name: "more than a MiB is accepted where it was granted",
      operations: ["request-file-upload"],
      fixtures: FIXTURES,
    },
    async (check) => {
      const { grant, response } = await large(check);
      const { status } = await orNotApplicable(async () => requireSent(response));
      if (status === 401) throw new NotApplicable("the upload URL requires credentials");
      check.asserted();
      withEvidence([grant.exchange, response], () =>
        expectThat(hasSucceeded(response), {
          message: `the ${LARGE_BYTES} bytes that an upload was granted for must be accepted`,
          expected: "a 2xx status",
          actual: String(status),
          keyword: "status",
        }),
      );
    },
  );
}

function largeFileReturned(large: LargePutSource): Check {
  return defineCheck(
    {
      requirement: "files.flow.same-bytes",
      name: "more than a MiB is returned byte by byte",
      operations: ["request-file-upload", "send-message", "request-file-download"],
      fixtures: FIXTURES,
    },
    async (check) => {
      const { grant, channelId, response } = await large(check);
      if (!hasSucceeded(response)) throw new NotApplicable("a large file was rejected");
      const { attachmentId, file } = grant;
      const downloaded = await orNotApplicable(async () => {
        const message = { channelId, attachmentIds: [attachmentId] };
        const sent = await retryUntilUsable(check, () => requestMessage(check, message), NOT_YET_USABLE);
        requireAccepted(sent, "files.flow.attach");
        const [shared] = sharedWith(sent, [grant], channelId);
        return requireDownloaded(check, shared ?? { attachmentId, channelId });
      });
      check.asserted();
      expectSameBytes(downloaded, file, "the download");
    },
  );
}
