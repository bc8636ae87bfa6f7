import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { NOT_YET_USABLE, retryUntilUsable } from "../../engine/cases/retry-until-usable.ts";
import { firstPartOf } from "../../engine/cases/sampling.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { expectAccepted, expectThat, fail } from "../../verifiers/expect.ts";
import { requireResponse, urlAt } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { asAdditional, defineCheck } from "../define-check.ts";
import { URGENT } from "../messages/pages.ts";
import { requestMessage } from "../messages/requests.ts";
import { distinctFileChecks } from "./distinct-files.ts";
import { fileSetOf, hasUnusualName, haveAllUrlsWorked, putsOfSet, sharedFilesOfSet } from "./file-set.ts";
import { largeFileChecks } from "./large-file.ts";
import { expectSameBytes, expectUrlLeadsToFile } from "./same-bytes.ts";
import {
  anyFileRecipe,
  describeFile,
  FRAGILE_FILES,
  fileOfRecipe,
  fileOfSize,
  type SampleFile,
  SIZES,
} from "./sample-files.ts";
import {
  fetchSigned,
  type Grant,
  grantFor,
  hasSucceeded,
  put,
  requestDownload,
  requireDownload,
  requireDownloaded,
  requireSent,
  type SharedFile,
  shareFiles,
  uploadFile,
} from "./transfer.ts";
import { unusualNameChecks } from "./unusual-names.ts";

/** Checks of the three steps of sharing a file, and of the bytes that are returned. */
export function flowChecks(): Check[] {
  return [
    putsAccepted(),
    filesAttached(),
    sameBytesOfFileSet(),
    urlsWorkWithoutKey(),
    ...asAdditional([
      sameBytesOf("of any size", (check) => firstPartOf(check, SIZES, 3).map(fileOfSize)),
      sameBytesOf("that are easily altered", (check) => firstPartOf(check, FRAGILE_FILES, 3)),
      sameBytesOfAnyFile(),
      ...largeFileChecks(),
      attachedAfterRejection(),
      ...distinctFileChecks(),
    ]),
    ...unusualNameChecks(),
  ];
}

const FLOW = {
  operations: ["request-file-upload", "send-message", "request-file-download"],
  fixtures: ["memberChannel"],
};

function expectPut(check: CaseContext, exchange: Exchange): void {
  const { status } = requireSent(exchange);
  if (status === 401) throw new Inconclusive("the upload URL requires credentials", "files.flow.no-key");
  check.asserted();
  expectThat(hasSucceeded(exchange), {
    message: "bytes that are put to the upload URL with the method and headers of its response must be accepted",
    expected: "a 2xx status",
    actual: String(status),
    keyword: "status",
  });
}

function putsAccepted(): Check {
  return defineCheck(
    {
      requirement: "files.flow.put",
      name: "the bytes of files of several kinds are accepted with the method and headers of the response",
      operations: ["request-file-upload"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      await check.forEach(
        await putsOfSet(check),
        async ({ grant, response }, testCase) =>
          withEvidence([grant.exchange, response], () => expectPut(testCase, response)),
        { describe: ({ grant }) => describeFile(grant.file) },
      );
    },
  );
}

/**
 * An invalid key: a URL that requires one without checking it accepts this. The real key is never sent to such a URL.
 */
const INVALID_KEY = { authorization: "Bearer of-nobody" };

function urlsWorkWithoutKey(): Check {
  return defineCheck(
    { ...FLOW, requirement: "files.flow.no-key", name: "both URLs work without the API key" },
    async (check) => {
      const channel = await check.reference("channel");
      const file = fileOfSize(300, 0);
      if (await haveAllUrlsWorked(check)) return check.asserted();
      const grant = await grantFor(check, file, { channelId: channel });
      await expectNoKeyNeeded(check, (headers) => put(check, grant, { headers }), "files.flow.put");
      const [shared] = await sharedFilesOfSet(check);
      if (!shared) return;
      const url = async () => urlAt(await requireDownload(check, shared), "/data/signedUrl");
      await expectNoKeyNeeded(check, async (headers) => fetchSigned(check, await url(), headers), "files.download.get");
    },
  );
}

async function expectNoKeyNeeded(
  check: CaseContext,
  send: (headers: Record<string, string>) => ReturnType<typeof fetchSigned>,
  blockedBy: string,
): Promise<void> {
  const exchange = await send({});
  const { status } = requireResponse(exchange);
  check.asserted();
  if (hasSucceeded(exchange)) return;
  const isKeyRequired = status === 401 || hasSucceeded(await send(INVALID_KEY));
  if (!isKeyRequired) throw new Inconclusive(`the presigned URL responded with ${status}`, blockedBy);
  fail({
    message: "a presigned URL must work without the API key",
    expected: "a 2xx status",
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
      const uploaded = await uploadFile(check, fileOfSize(210, 0), { channelId });
      // Without a pause in between, since a URL may expire within seconds.
      const notUploaded = await grantFor(check, fileOfSize(220, 1), { channelId }, URGENT);
      const send = (...grants: readonly Grant[]) => {
        const attachmentIds = grants.map(({ attachmentId }) => attachmentId);
        return requestMessage(check, { channelId, attachmentIds }, URGENT);
      };
      const messageTooEarly = await send(uploaded, notUploaded);
      const isPut = hasSucceeded(await put(check, notUploaded));
      if (!NOT_UPLOADED_REJECTIONS.includes(statusOf(messageTooEarly))) {
        throw new Inconclusive("a file without its bytes was not rejected", "messages.send.not-uploaded");
      }
      // If the URL has expired and the bytes are no longer accepted, another rule judges that.
      for (const grant of isPut ? [uploaded, notUploaded] : [uploaded]) {
        const response = await retryUntilUsable(check, () => send(grant), NOT_YET_USABLE);
        check.asserted();
        withEvidence([messageTooEarly, response], () =>
          expectAccepted(response, "a message with an uploaded file that only a rejected message has named"),
        );
      }
    },
  );
}

/** Statuses that may reject a message whose file has no bytes yet. */
const NOT_UPLOADED_REJECTIONS = [400, 403, 404, 409];

function expectMessageAccepted(exchange: Exchange, count: number): void {
  expectThat(requireResponse(exchange).status === 200, {
    message: `a message with ${count} uploaded files of its channel must be accepted`,
    expected: "200",
    actual: String(statusOf(exchange)),
    keyword: "status",
  });
}

function filesAttached(): Check {
  return defineCheck(
    {
      requirement: "files.flow.attach",
      name: "uploaded files of several kinds can be attached, alone and together",
      operations: ["request-file-upload", "send-message"],
      fixtures: ["memberChannel"],
      reusesResponses: true,
    },
    async (check) => {
      const { messages } = await fileSetOf(check);
      if (messages.length === 0) throw new Inconclusive("no file could be uploaded", "files.flow.put");
      await check.forEach(
        messages,
        async ({ count, response }, testCase) => {
          testCase.asserted();
          withEvidence([response], () => expectMessageAccepted(response, count));
        },
        { describe: ({ count }) => ({ files: count }) },
      );
    },
  );
}

function sameBytesOf(description: string, files: (check: CheckContext) => readonly SampleFile[]): Check {
  return defineCheck(
    { ...FLOW, requirement: "files.flow.same-bytes", name: `files ${description} are returned byte by byte, twice` },
    async (check) => {
      const channel = await check.reference("channel");
      await check.forEach(files(check), (file, testCase) => shareAndCompare(testCase, file, channel), {
        describe: describeFile,
      });
    },
  );
}

function sameBytesOfAnyFile(): Check {
  return defineCheck(
    { ...FLOW, requirement: "files.flow.same-bytes", name: "any file is returned byte by byte, twice" },
    async (check) => {
      const channel = await check.reference("channel");
      await check.property(
        anyFileRecipe.filter((recipe) => fileOfRecipe(recipe).bytes.length > 0),
        (recipe, testCase) => shareAndCompare(testCase, fileOfRecipe(recipe), channel),
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
  expectSameBytes(first, shared.file, "the first download");
  await expectSameAgain(check, shared, "the second download");
}

/**
 * Downloads a file again. It was available before, so a failure here is a failure of the check, not a missing
 * precondition.
 */
async function expectSameAgain(check: CaseContext, shared: SharedFile, what: string): Promise<void> {
  const again = await check.eventually(async () => {
    const granted = await requestDownload(check, shared);
    expectAccepted(granted, `${what} of a file`);
    return fetchSigned(check, urlAt(granted, "/data/signedUrl"));
  });
  check.asserted();
  expectSameBytes(requireResponse(again), shared.file, what);
}

/** The same bytes for files of every kind, some of them in one message and with the same name. */
function sameBytesOfFileSet(): Check {
  return defineCheck(
    { ...FLOW, requirement: "files.flow.same-bytes", name: "files of several kinds are returned byte by byte" },
    async (check) => {
      const fileSet = await fileSetOf(check);
      const returned: SharedFile[] = [];
      for (const file of await sharedFilesOfSet(check)) {
        const { granted, fetched } = await fileSet.download(check, file);
        if (fetched !== null && returned.length > 0 && hasUnusualName(file))
          withEvidence([granted, fetched], () => expectUrlLeadsToFile(fetched));
        if (fetched === null || !hasSucceeded(fetched)) continue;
        check.asserted();
        withEvidence([granted, fetched], () => expectSameBytes(requireResponse(fetched), file.file, "the download"));
        returned.push(file);
      }
      // One of them again: the bytes are the same every time.
      const [first] = returned;
      if (first === undefined) throw new Inconclusive("no file could be downloaded", "files.download.get");
      await expectSameAgain(check, first, "the second download");
    },
  );
}
