import fc from "fast-check";
import type { JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/unanswered.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { NOT_YET_USABLE, onceThere } from "../../engine/cases/retry-until-usable.ts";
import { firstPartOf } from "../../engine/cases/sampling.ts";
import type { CaseContext, Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { expectAccepted, expectThat, fail } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { addressAt, answered, stringAt } from "../../verifiers/read.ts";
import { defineCheck, unlessSmoke } from "../define-check.ts";
import { URGENT } from "../messages/pages.ts";
import { askToSend } from "../messages/requests.ts";
import { attachmentChecks, unusualNames } from "./attachments.ts";
import { isOfUnusualName, kitOf, putsOfKit, servesWithoutKey, sharedOfKit } from "./kit.ts";
import { largeFileChecks } from "./large.ts";
import { expectLedTo, expectSame } from "./same-bytes.ts";
import {
  anyRecipe,
  describeFile,
  fileFrom,
  fileOfSize,
  OF_LONGER_EXTENSION,
  OF_OLDER_NAME,
  PLAIN,
  type SampleFile,
  SIZES,
  TOUCHY,
} from "./samples.ts";
import { rareKindChecks } from "./special-file-kinds.ts";
import { plainOnesOf, RARE_KINDS } from "./special-files.ts";
import { toldApartChecks } from "./told-apart.ts";
import {
  askForDownload,
  fetchSigned,
  type Grant,
  grantFor,
  hasSucceeded,
  needBytes,
  needDownload,
  needSent,
  put,
  type SharedFile,
  shareFiles,
  uploadFile,
} from "./transfer.ts";

/** The three steps of sharing a file, and what comes back. */
export function flowChecks(world: RunContext): Check[] {
  const isSmall = world.budget === "smoke";
  const shared = isSmall ? sharedOfKit : once(shareSamples);
  return [
    ...(isSmall ? [takenOfKit(), attachedOfKit(), sameBytesOfKit()] : [taken(), attached(), together()]),
    withoutKey(),
    ...unlessSmoke(world, [
      sameBytes("of any size", (check) => firstPartOf(check, SIZES, 3).map(fileOfSize)),
      sameBytes("that one might be tempted to touch", (check) => firstPartOf(check, TOUCHY, 3)),
      anyBytes(),
      ...rareKindChecks(),
      ...largeFileChecks(),
      attachedAfterRefusal(),
      ...toldApartChecks(),
    ]),
    ...unusualNames(world),
    ...attachmentChecks(world, shared),
  ];
}

const FLOW = {
  operations: ["request-file-upload", "send-message", "request-file-download"],
  fixtures: ["memberChannel"],
};

/** One message with three files, one with a single file, and one with what is easily taken for something else. */
async function shareSamples(check: CheckContext): Promise<readonly SharedFile[]> {
  const channel = await check.reference("channel");
  const files = fc.sample(anyRecipe, { seed: check.seed, numRuns: 4 }).map(fileFrom);
  const three = await shareFiles(check, files.slice(0, 3), channel);
  const single = await shareFiles(check, files.slice(3), channel);
  const [first] = three;
  const thread = first === undefined ? {} : { threadId: stringAt(first.answer, "/data/id") };
  // In a thread, where that is taken: a reply has files of its own.
  const replied = await tryOrNull(() => shareFiles(check, REPLIED, channel, {}, thread));
  return [...three, ...single, ...(replied ?? []), ...(await shareFiles(check, PLAIN, channel))];
}

/** Of kinds that are easily told from each other, and from what says nothing of a kind. */
const REPLIED: readonly SampleFile[] = [OF_LONGER_EXTENSION, fileOfSize(703, 3), fileOfSize(303, 8)];

function taken(): Check {
  return defineCheck(
    {
      requirement: "files.flow.put",
      name: "the bytes are taken with the method and headers of the response",
      operations: ["request-file-upload"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      // Which names of a type a target knows is open, and so is what it takes of some kinds.
      const open = check.world.budget === "smoke" ? [OF_OLDER_NAME] : RARE_KINDS.flatMap(plainOnesOf);
      await check.forEach(
        [fileOfSize(65_537, 0), ...firstPartOf(check, TOUCHY, 2), ...open],
        async (file, one) => {
          const grant = await (open.includes(file) ? tryOrNull(() => grantFor(one, file)) : grantFor(one, file));
          if (grant !== null) expectPut(one, await put(one, grant));
        },
        { describe: describeFile },
      );
    },
  );
}

function expectPut(check: CaseContext, exchange: Exchange): void {
  const { status } = needSent(exchange);
  if (status === 401) throw new Inconclusive("the upload URL asks for credentials", "files.flow.no-key");
  check.asserted();
  expectThat(hasSucceeded(exchange), {
    message: "bytes that are put to the upload URL as its response says must be taken",
    expected: "a status of success",
    actual: String(status),
    keyword: "status",
  });
}

function takenOfKit(): Check {
  return defineCheck(
    {
      requirement: "files.flow.put",
      name: "the bytes of files of several kinds are taken with the method and headers of the response",
      operations: ["request-file-upload"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      await check.forEach(
        await putsOfKit(check),
        async ({ grant, answer }, one) => judging([grant.exchange, answer], () => expectPut(one, answer)),
        { describe: ({ grant }) => describeFile(grant.file) },
      );
    },
  );
}

/** A key of nobody: an address that wants one, and looks no closer, takes it. The real one is sent to no such address. */
const NOBODY = { authorization: "Bearer of-nobody" };

function withoutKey(): Check {
  return defineCheck(
    { ...FLOW, requirement: "files.flow.no-key", name: "both addresses work without the API key" },
    async (check) => {
      const channel = await check.reference("channel");
      const file = fileOfSize(300, 0);
      const isSmall = check.world.budget === "smoke";
      if (isSmall && (await servesWithoutKey(check))) return check.asserted();
      const grant = await grantFor(check, file, { channelId: channel });
      await expectKeyless(check, (headers) => put(check, grant, { headers }), "files.flow.put");
      const [shared] = await (isSmall ? sharedOfKit(check) : shareFiles(check, [fileOfSize(301, 0)], channel));
      if (!shared) return;
      const url = async () => addressAt(await needDownload(check, shared), "/data/signedUrl");
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
  const { status } = answered(exchange);
  check.asserted();
  if (hasSucceeded(exchange)) return;
  const wantsKey = status === 401 || hasSucceeded(await send(NOBODY));
  if (!wantsKey) throw new Inconclusive(`the presigned URL answered ${status}`, otherwise);
  fail({
    message: "a presigned URL must work without the API key",
    expected: "a status of success",
    actual: String(status),
    verifier: "expectKeyless",
    pointer: "",
    keyword: "key",
  });
}

/** What is rejected changes nothing: neither the file whose bytes were missing is spent by it, nor the one beside it. */
function attachedAfterRefusal(): Check {
  return defineCheck(
    {
      requirement: "files.flow.attach",
      name: "files that a rejected message has named before",
      operations: ["request-file-upload", "send-message"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const channelId = await check.reference("channel");
      const there = await uploadFile(check, fileOfSize(210, 0), { channelId });
      // One after the other without a pause: an address may pass within seconds.
      const late = await grantFor(check, fileOfSize(220, 1), { channelId }, URGENT);
      const send = ({ attachmentId }: Grant, beside: readonly Grant[] = []) => {
        const attachmentIds = [...beside.map((one) => one.attachmentId), attachmentId];
        const content = `${check.world.mark} sent too early at first`;
        return askToSend(check, { channelId, content, attachmentIds }, URGENT);
      };
      const early = await send(late, [there]);
      const taken = hasSucceeded(await put(check, late));
      if (!TOO_EARLY.includes(statusOf(early))) {
        throw new Inconclusive("a file without its bytes was not rejected", "messages.send.not-uploaded");
      }
      // Bytes that are taken no more, as the address has passed, are another rule's matter.
      for (const grant of taken ? [there, late] : [there]) {
        const answer = await onceThere(check, () => send(grant), NOT_YET_USABLE);
        check.asserted();
        judging([early, answer], () =>
          expectAccepted(answer, "a message with a file that is uploaded, and that only a rejected message has named"),
        );
      }
    },
  );
}

/** Statuses with which a message is rejected whose file has no bytes yet. */
const TOO_EARLY = [400, 403, 404, 409];

function attached(): Check {
  return defineCheck(
    {
      requirement: "files.flow.attach",
      name: "uploaded files can be attached, alone and with others",
      operations: ["request-file-upload", "send-message"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const channelId = await check.reference("channel");
      const head = await check.reference("message");
      const ways: { count: number; members: JsonObject; kind: number }[] = [
        { count: 1, members: {}, kind: 2 },
        { count: 3, members: {}, kind: 3 },
        { count: 2, members: { threadId: head }, kind: 6 },
        { count: 2, members: {}, kind: 8 },
      ];
      await check.forEach(firstPartOf(check, ways, 3), async ({ count, members, kind }, one) => {
        const attachmentIds: string[] = [];
        for (let index = 0; index < count; index += 1) {
          attachmentIds.push(
            (await uploadFile(one, fileOfSize(900 + index, kind + index), { channelId })).attachmentId,
          );
        }
        const sent = { channelId, content: `${one.world.mark} with ${count} files`, attachmentIds, ...members };
        const exchange = await onceThere(one, () => askToSend(one, sent), NOT_YET_USABLE);
        one.asserted();
        expectSent(exchange, count);
      });
    },
  );
}

function expectSent(exchange: Exchange, count: number): void {
  expectThat(answered(exchange).status === 200, {
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
        async ({ count, answer }, one) => {
          one.asserted();
          judging([answer], () => expectSent(answer, count));
        },
        { describe: ({ count }) => ({ files: count }) },
      );
    },
  );
}

function sameBytes(which: string, files: (check: CheckContext) => readonly SampleFile[]): Check {
  return defineCheck(
    { ...FLOW, requirement: "files.flow.same-bytes", name: `files ${which} come back byte by byte, twice` },
    async (check) => {
      const channel = await check.reference("channel");
      await check.forEach(files(check), (file, one) => shareAndCompare(one, file, channel), { describe: describeFile });
    },
  );
}

function anyBytes(): Check {
  return defineCheck(
    { ...FLOW, requirement: "files.flow.same-bytes", name: "any file comes back byte by byte, twice" },
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
  const first = await needBytes(check, shared);
  check.asserted();
  expectSame(first, shared.file, "the first download");
  await expectAgain(check, shared, "the second download");
}

/** What could be had once is there: that it is not available again is a failure, and no missing precondition. */
async function expectAgain(check: CaseContext, shared: SharedFile, what: string): Promise<void> {
  const again = await check.eventually(async () => {
    const granted = await askForDownload(check, shared);
    expectAccepted(granted, `${what} of a file`);
    return fetchSigned(check, addressAt(granted, "/data/signedUrl"));
  });
  check.asserted();
  expectSame(answered(again).bytes, shared.file, what);
}

/** What is given a few times only is missed later. */
const LATER = ["second", "third", "fourth", "fifth"];

/** Of several files of one message each comes back as itself. */
function together(): Check {
  return defineCheck(
    {
      ...FLOW,
      requirement: "files.flow.same-bytes",
      name: "files of one message are not taken for each other",
    },
    async (check) => {
      const channel = await check.reference("channel");
      // Of one name and kind, two of them of one size as well: neither says which file it is.
      const recipe = { name: "alike", extension: "txt", size: 1000 } as const;
      const alike = [
        ...[1, 2].map((seed) => fileFrom({ ...recipe, seed })),
        fileFrom({ ...recipe, size: 999, seed: 3 }),
        fileOfSize(1, 2),
      ];
      const all = await shareFiles(check, alike, channel);
      // The first of them again and again: every time they are the same.
      const [first] = all;
      for (const shared of all) {
        const bytes = await needBytes(check, shared);
        check.asserted();
        expectSame(bytes, shared.file, "the download");
      }
      const times = check.world.budget === "smoke" ? LATER.slice(0, 1) : LATER;
      for (const time of times) {
        if (first !== undefined) await expectAgain(check, first, `the ${time} download`);
      }
    },
  );
}

/** The same of files of every kind, some of them of one message and one name. */
function sameBytesOfKit(): Check {
  return defineCheck(
    { ...FLOW, requirement: "files.flow.same-bytes", name: "files of several kinds come back byte by byte" },
    async (check) => {
      const kit = await kitOf(check);
      const had: SharedFile[] = [];
      for (const one of await sharedOfKit(check)) {
        const { granted, got } = await kit.take(check, one);
        if (got !== null && had.length > 0 && isOfUnusualName(one)) judging([granted, got], () => expectLedTo(got));
        if (got === null || !hasSucceeded(got)) continue;
        check.asserted();
        judging([granted, got], () => expectSame(answered(got).bytes, one.file, "the download"));
        had.push(one);
      }
      // One of them once more: every time they are the same.
      const [first] = had;
      if (first === undefined) throw new Inconclusive("the bytes of no file could be had", "files.download.get");
      await expectAgain(check, first, "the second download");
    },
  );
}
