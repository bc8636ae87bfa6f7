import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { NOT_YET_USABLE, retryUntilUsable } from "../../engine/cases/retry-until-usable.ts";
import { firstPartOf } from "../../engine/cases/sampling.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { expectAccepted, expectThat, fail } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { requireResponse, urlAt } from "../../verifiers/read.ts";
import { asFurther, defineCheck } from "../define-check.ts";
import { URGENT } from "../messages/pages.ts";
import { askToSend } from "../messages/requests.ts";
import { attachmentChecks, unusualNames } from "./attachments.ts";
import { isOfUnusualName, kitOf, putsOfKit, servesWithoutKey, sharedOfKit } from "./kit.ts";
import { largeFileChecks } from "./large.ts";
import { expectLedTo, expectSame } from "./same-bytes.ts";
import { anyRecipe, describeFile, fileFrom, fileOfSize, type SampleFile, SIZES, TOUCHY } from "./samples.ts";
import { toldApartChecks } from "./told-apart.ts";
import {
  askForDownload,
  fetchSigned,
  type Grant,
  grantFor,
  hasSucceeded,
  put,
  requireDownload,
  requireDownloaded,
  requireSent,
  type SharedFile,
  shareFiles,
  uploadFile,
} from "./transfer.ts";

/** Checks of the three steps of sharing a file, and of the bytes that are returned. */
export function flowChecks(): Check[] {
  return [
    takenOfKit(),
    attachedOfKit(),
    sameBytesOfKit(),
    withoutKey(),
    ...asFurther([
      sameBytes("of any size", (check) => firstPartOf(check, SIZES, 3).map(fileOfSize)),
      sameBytes("that one might be tempted to touch", (check) => firstPartOf(check, TOUCHY, 3)),
      anyBytes(),
      ...largeFileChecks(),
      attachedAfterRejection(),
      ...toldApartChecks(),
    ]),
    ...unusualNames(),
    ...attachmentChecks(),
  ];
}

const FLOW = {
  operations: ["request-file-upload", "send-message", "request-file-download"],
  fixtures: ["memberChannel"],
};

function expectPut(check: CaseContext, exchange: Exchange): void {
  const { status } = requireSent(exchange);
  if (status === 401) throw new Inconclusive("the upload URL asks for credentials", "files.flow.no-key");
  check.asserted();
  expectThat(hasSucceeded(exchange), {
    message: "bytes that are put to the upload URL as its response says must be accepted",
    expected: "a status of success",
    actual: String(status),
    keyword: "status",
  });
}

function takenOfKit(): Check {
  return defineCheck(
    {
      requirement: "files.flow.put",
      name: "the bytes of files of several kinds are accepted with the method and headers of the response",
      operations: ["request-file-upload"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      await check.forEach(
        await putsOfKit(check),
        async ({ grant, response }, one) => judging([grant.exchange, response], () => expectPut(one, response)),
        { describe: ({ grant }) => describeFile(grant.file) },
      );
    },
  );
}

/**
 * An invalid key: a URL that requires one without checking it accepts this. The real key is never sent to such a URL.
 */
const NOBODY = { authorization: "Bearer of-nobody" };

function withoutKey(): Check {
  return defineCheck(
    { ...FLOW, requirement: "files.flow.no-key", name: "both URLs work without the API key" },
    async (check) => {
      const channel = await check.reference("channel");
      const file = fileOfSize(300, 0);
      if (await servesWithoutKey(check)) return check.asserted();
      const grant = await grantFor(check, file, { channelId: channel });
      await expectKeyless(check, (headers) => put(check, grant, { headers }), "files.flow.put");
      const [shared] = await sharedOfKit(check);
      if (!shared) return;
      const url = async () => urlAt(await requireDownload(check, shared), "/data/signedUrl");
      await expectKeyless(check, async (headers) => fetchSigned(check, await url(), headers), "files.download.get");
    },
  );
}

async function expectKeyless(
  check: CaseContext,
  send: (headers: Record<string, string>) => ReturnType<typeof fetchSigned>,
  otherwise: string,
): Promise<void> {
  const exchange = await send({});
  const { status } = requireResponse(exchange);
  check.asserted();
  if (hasSucceeded(exchange)) return;
  const wantsKey = status === 401 || hasSucceeded(await send(NOBODY));
  if (!wantsKey) throw new Inconclusive(`the presigned URL responded with ${status}`, otherwise);
  fail({
    message: "a presigned URL must work without the API key",
    expected: "a status of success",
    actual: String(status),
    verifier: "expectKeyless",
    pointer: "",
    keyword: "key",
  });
}

/** A rejected message has no effect: it does not use up the file whose bytes were missing, nor the other one. */
function attachedAfterRejection(): Check {
  return defineCheck(
    {
      requirement: "files.flow.attach",
      name: "files that a rejected message named can be attached",
      operations: ["request-file-upload", "send-message"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const channelId = await check.reference("channel");
      const there = await uploadFile(check, fileOfSize(210, 0), { channelId });
      // Without a pause in between, since a URL may expire within seconds.
      const late = await grantFor(check, fileOfSize(220, 1), { channelId }, URGENT);
      const send = (...grants: readonly Grant[]) => {
        const attachmentIds = grants.map(({ attachmentId }) => attachmentId);
        return askToSend(check, { channelId, attachmentIds }, URGENT);
      };
      const early = await send(there, late);
      const taken = hasSucceeded(await put(check, late));
      if (!TOO_EARLY.includes(statusOf(early))) {
        throw new Inconclusive("a file without its bytes was not rejected", "messages.send.not-uploaded");
      }
      // If the URL has expired and the bytes are no longer accepted, another rule judges that.
      for (const grant of taken ? [there, late] : [there]) {
        const response = await retryUntilUsable(check, () => send(grant), NOT_YET_USABLE);
        check.asserted();
        judging([early, response], () =>
          expectAccepted(
            response,
            "a message with a file that is uploaded, and that only a rejected message has named",
          ),
        );
      }
    },
  );
}

/** Statuses that may reject a message whose file has no bytes yet. */
const TOO_EARLY = [400, 403, 404, 409];

function expectSent(exchange: Exchange, count: number): void {
  expectThat(requireResponse(exchange).status === 200, {
    message: `a message with ${count} uploaded files of its channel must be accepted`,
    expected: "200",
    actual: String(statusOf(exchange)),
    keyword: "status",
  });
}

function attachedOfKit(): Check {
  return defineCheck(
    {
      requirement: "files.flow.attach",
      name: "uploaded files of several kinds can be attached, alone and with others",
      operations: ["request-file-upload", "send-message"],
      fixtures: ["memberChannel"],
      shared: true,
    },
    async (check) => {
      const { sendings } = await kitOf(check);
      if (sendings.length === 0) throw new Inconclusive("no file could be uploaded", "files.flow.put");
      await check.forEach(
        sendings,
        async ({ count, response }, one) => {
          one.asserted();
          judging([response], () => expectSent(response, count));
        },
        { describe: ({ count }) => ({ files: count }) },
      );
    },
  );
}

function sameBytes(which: string, files: (check: CheckContext) => readonly SampleFile[]): Check {
  return defineCheck(
    { ...FLOW, requirement: "files.flow.same-bytes", name: `files ${which} are returned byte by byte, twice` },
    async (check) => {
      const channel = await check.reference("channel");
      await check.forEach(files(check), (file, one) => shareAndCompare(one, file, channel), { describe: describeFile });
    },
  );
}

function anyBytes(): Check {
  return defineCheck(
    { ...FLOW, requirement: "files.flow.same-bytes", name: "any file is returned byte by byte, twice" },
    async (check) => {
      const channel = await check.reference("channel");
      await check.property(
        anyRecipe.filter((recipe) => fileFrom(recipe).bytes.length > 0),
        (recipe, one) => shareAndCompare(one, fileFrom(recipe), channel),
        { cases: 8 },
      );
    },
  );
}

async function shareAndCompare(check: CaseContext, file: SampleFile, channel: string): Promise<void> {
  const [shared] = await shareFiles(check, [file], channel);
  if (!shared) return;
  const first = await requireDownloaded(check, shared);
  check.asserted();
  expectSame(first, shared.file, "the first download");
  await expectAgain(check, shared, "the second download");
}

/**
 * Downloads a file again. It was available before, so a failure here is a failure of the check, not a missing
 * precondition.
 */
async function expectAgain(check: CaseContext, shared: SharedFile, what: string): Promise<void> {
  const again = await check.eventually(async () => {
    const granted = await askForDownload(check, shared);
    expectAccepted(granted, `${what} of a file`);
    return fetchSigned(check, urlAt(granted, "/data/signedUrl"));
  });
  check.asserted();
  expectSame(requireResponse(again), shared.file, what);
}

/** The same bytes for files of every kind, some of them in one message and with the same name. */
function sameBytesOfKit(): Check {
  return defineCheck(
    { ...FLOW, requirement: "files.flow.same-bytes", name: "files of several kinds are returned byte by byte" },
    async (check) => {
      const kit = await kitOf(check);
      const had: SharedFile[] = [];
      for (const one of await sharedOfKit(check)) {
        const { granted, got } = await kit.take(check, one);
        if (got !== null && had.length > 0 && isOfUnusualName(one)) judging([granted, got], () => expectLedTo(got));
        if (got === null || !hasSucceeded(got)) continue;
        check.asserted();
        judging([granted, got], () => expectSame(requireResponse(got), one.file, "the download"));
        had.push(one);
      }
      // One of them again: the bytes are the same every time.
      const [first] = had;
      if (first === undefined) throw new Inconclusive("no file could be downloaded", "files.download.get");
      await expectAgain(check, first, "the second download");
    },
  );
}
