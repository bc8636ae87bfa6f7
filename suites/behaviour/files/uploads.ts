import type { JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { expectAccepted, expectRejected, expectThat, requireAccepted, statusAndCode } from "../../verifiers/expect.ts";
import { requireResponse, valueAt } from "../../verifiers/read.ts";
import { defineCheck, withExistingFixtures } from "../define-check.ts";
import { expectHidden } from "../expect-hidden.ts";
import { channelsClosedToOtherAgent } from "../messages/channels.ts";
import { ALLOWED_KINDS, FORBIDDEN_NAMES, FORBIDDEN_TYPES, type NamedType } from "./allowed-and-forbidden-types.ts";
import { fileSetOf, grantedUploadsOfSet } from "./file-set.ts";
import { expectAllUnexpired } from "./grant-expiry.ts";
import { requestUpload, statedLimit } from "./transfer.ts";

/** Checks of granted and rejected uploads. */
export function uploadChecks(context: RunContext): Check[] {
  return [
    allowedTypesGranted(),
    otherTypesRejected(),
    tooLargeRejected(),
    ...withExistingFixtures(context, [tooLargeRejectedForAnother()]),
    largestGranted(),
    foreignChannelRejected(),
    ...withExistingFixtures(context, [closedChannelRejectedForAnother()]),
    unknownChannelRejected(),
    uploadExpires(),
  ];
}

const UPLOADS = { operations: ["request-file-upload"], fixtures: ["memberChannel"] };
/** Invalid input is 400; a policy of the workspace may have another status. */
const REJECTIONS = [400, 403, 409];

function allowedTypesGranted(): Check {
  return defineCheck(
    { ...UPLOADS, requirement: "files.upload.allowed-types", name: "each allowed kind of file is granted" },
    async (check) => {
      // If text is rejected, the other kinds are tried anyway.
      const { found } = await check.searchBaseline("request-file-upload");
      const channelId = check.context.target.fixtures.memberChannel ?? "";
      const grantedBefore = await typesGrantedInSet(check);
      const judge = async ({ kind, files }: (typeof ALLOWED_KINDS)[number], testCase: CaseContext) => {
        if (files.some((file) => grantedBefore.has(extensionAndType(file)))) return testCase.asserted();
        const rejections: string[] = [];
        for (const { fileName, mimeType } of files) {
          const members = { fileName, mimeType, sizeBytes: 100 };
          const exchange = await (found
            ? requestUpload(testCase, members)
            : testCase.call("request-file-upload", { body: { channelId, ...members } }));
          if (requireResponse(exchange).status === 200) break;
          rejections.push(`${mimeType}: ${statusAndCode(exchange)}`);
        }
        testCase.asserted();
        expectThat(rejections.length < files.length, {
          message: `an upload of a file that is ${kind} must be granted`,
          expected: `200 for ${files.map(({ mimeType }) => mimeType).join(" or ")}`,
          actual: rejections.join(", "),
          keyword: "rejected",
        });
      };
      await check.forEach(ALLOWED_KINDS, judge, { all: true });
    },
  );
}

/** Returns the form of a file that a target may check: the type, and the name from its first dot. */
function extensionAndType({ fileName, mimeType }: NamedType): string {
  return `${fileName.slice(fileName.indexOf(".")).toLowerCase()} ${mimeType}`;
}

/** Returns the forms of files whose uploads other checks were granted, which need not be requested again. */
async function typesGrantedInSet(check: CheckContext): Promise<ReadonlySet<string>> {
  const fileSet = await tryOrNull(() => fileSetOf(check));
  const files = [
    ...(fileSet?.puts ?? []).map(({ grant }) => grant.file),
    ...(fileSet?.shared ?? []).map(({ file }) => file),
  ];
  return new Set(files.map(extensionAndType));
}

function otherTypesRejected(): Check {
  return defineCheck(
    {
      ...UPLOADS,
      requirement: "files.upload.other-types",
      name: "audio, video, programs and other archives are rejected",
    },
    async (check) => {
      await check.baseline("request-file-upload");
      const judge = async (type: (typeof FORBIDDEN_TYPES)[number], context: CaseContext) => {
        const { fileName, mimeType } = type;
        // The type of the request decides, whatever the name is.
        const allowedNames = [
          ALLOWED_NAMES[FORBIDDEN_TYPES.indexOf(type) % ALLOWED_NAMES.length] ?? fileName,
          "notes.txt",
        ];
        const names = FORBIDDEN_NAMES.includes(type) ? [fileName] : [fileName, ...allowedNames];
        const name = names[FORBIDDEN_TYPES.indexOf(type) % names.length] ?? fileName;
        const sizeBytes = SMALL_SIZES[FORBIDDEN_TYPES.indexOf(type) % SMALL_SIZES.length] ?? 1;
        const exchange = await requestUpload(context, { fileName: name, mimeType, sizeBytes });
        context.asserted();
        expectRejected(exchange, `an upload of ${mimeType} under the name ${name}`, REJECTIONS);
      };
      // Every run tries the most generic type, which lists of forbidden names lack, and one whose name contains that of
      // an allowed type.
      const [mostGeneric, ...others] = FORBIDDEN_NAMES.toReversed();
      const types = [
        ...FORBIDDEN_TYPES.slice(0, ALWAYS_TRIED),
        ...(mostGeneric ? [mostGeneric] : []),
        ...FORBIDDEN_TYPES.slice(ALWAYS_TRIED),
        ...others,
      ];
      await check.forEach(types, judge, { first: ALWAYS_TRIED + 1 });
    },
  );
}

/** The number of types that every run tries. */
const ALWAYS_TRIED = 7;

/** Small files must be rejected too. */
const SMALL_SIZES = [700, 1, 5_000];

/** Names of allowed kinds: a target may accept a forbidden type because of one kind of name only. */
const ALLOWED_NAMES = ["paper.pdf", "picture.png", "archive.zip", "data.json", "picture.jpg"];

/** Returns the limit in a response. Throws `Inconclusive` if it has none. */
async function requireLimit(check: CaseContext): Promise<number> {
  const maxBytes = await statedLimit(check);
  if (maxBytes === null) throw new Inconclusive("the response shows no limit", "files.upload.answer");
  return maxBytes;
}

/** The number of sizes to try while the target's limit increases with each response. */
const MAX_LIMIT_INCREASES = 3;

function tooLargeRejected(): Check {
  return defineCheck(
    { ...UPLOADS, requirement: "files.upload.max-bytes", name: "more bytes than maxBytes are rejected" },
    async (check) => {
      let limit = await requireLimit(check);
      for (let increases = 0; increases < MAX_LIMIT_INCREASES; increases += 1) {
        const exchange = await requestUpload(check, { sizeBytes: limit + 1 });
        const maxBytes = statusOf(exchange) === 200 ? valueAt(exchange, "/data/maxBytes") : undefined;
        // A response with a higher limit than the previous one is not a contradiction.
        if (typeof maxBytes === "number" && maxBytes > limit) {
          limit = maxBytes;
          continue;
        }
        check.asserted();
        expectRejected(exchange, `an upload of ${limit + 1} bytes, where maxBytes is ${limit},`, REJECTIONS);
        for (const oversized of TOO_LARGE) {
          const members = { ...oversized, sizeBytes: oversized.sizeBytes(limit) };
          const further = await requestUpload(check, members);
          // Files of another type may have another limit, which the response then shows.
          if (oversized.mimeType !== undefined && allowsSize(further, members.sizeBytes)) continue;
          expectRejected(further, `an upload of ${members.sizeBytes} bytes, where maxBytes is ${limit},`, REJECTIONS);
        }
        return;
      }
      throw new Inconclusive("maxBytes grows with the requested size and so is not a limit");
    },
  );
}

function allowsSize(exchange: Exchange, size: number): boolean {
  if (statusOf(exchange) !== 200) return false;
  const maxBytes = valueAt(exchange, "/data/maxBytes");
  return typeof maxBytes === "number" && maxBytes >= size;
}

/** Sizes above any limit: for other kinds of file, and where 32-bit numbers overflow. */
const TOO_LARGE = [
  { sizeBytes: (limit: number) => limit + 1, fileName: "large.png", mimeType: "image/png" },
  { sizeBytes: (limit: number) => limit + 1, fileName: "large.zip", mimeType: "application/zip" },
  { sizeBytes: (limit: number) => limit + 1, fileName: "large.pdf", mimeType: "application/pdf" },
  { sizeBytes: (limit: number) => limit + 1, fileName: "large.json", mimeType: "application/json" },
  { sizeBytes: (limit: number) => limit + 1, fileName: "large.xml", mimeType: "application/xml" },
  { sizeBytes: (limit: number) => limit + 1, fileName: "large.yaml", mimeType: "application/yaml" },
  { sizeBytes: (limit: number) => limit + 1, fileName: "large.gz", mimeType: "application/gzip" },
  { sizeBytes: (limit: number) => limit + 1, fileName: "large.csv", mimeType: "text/csv" },
  { sizeBytes: (limit: number) => limit + 1, fileName: "large.jpg", mimeType: "image/jpeg" },
  { sizeBytes: (limit: number) => limit + 1, fileName: "large.md", mimeType: "text/markdown" },
  { sizeBytes: (limit: number) => limit + 1, fileName: "large.js", mimeType: "text/javascript" },
  { sizeBytes: (limit: number) => (Math.floor(limit / 2 ** 32) + 1) * 2 ** 32 + 100 },
];

/** The limit also applies to another agent, by its own response. */
function tooLargeRejectedForAnother(): Check {
  return defineCheck(
    {
      ...UPLOADS,
      requirement: "files.upload.max-bytes",
      name: "more bytes than the maxBytes of another agent are rejected for that agent",
      isCostly: true,
      fixtures: ["memberChannel", "otherAgent.apiKey", "otherAgent.channel"],
    },
    async (check) => {
      const { apiKey = "", channel: channelId = "" } = check.context.target.fixtures.otherAgent ?? {};
      const smallest = await requestUpload(check, { channelId }, { apiKey });
      requireAccepted(smallest, "files.upload.succeeds");
      let maxBytes = valueAt(smallest, "/data/maxBytes");
      for (
        let increases = 0;
        increases < MAX_LIMIT_INCREASES && typeof maxBytes === "number" && maxBytes >= 1;
        increases += 1
      ) {
        const limit = maxBytes;
        const exchange = await requestUpload(check, { channelId, sizeBytes: limit + 1 }, { apiKey });
        maxBytes = statusOf(exchange) === 200 ? valueAt(exchange, "/data/maxBytes") : undefined;
        // A response with a higher limit than the previous one is not a contradiction.
        if (typeof maxBytes === "number" && maxBytes > limit) continue;
        check.asserted();
        expectRejected(exchange, `an upload of ${limit + 1} bytes, where maxBytes is ${limit},`, REJECTIONS);
        return;
      }
      throw new Inconclusive("the responses to another agent show no limit", "files.upload.answer");
    },
  );
}

function largestGranted(): Check {
  return defineCheck(
    { ...UPLOADS, requirement: "files.upload.max-bytes-accepted", name: "an upload of maxBytes bytes is granted" },
    async (check) => {
      const limit = await requireLimit(check);
      const exchange = await requestUpload(check, { sizeBytes: limit });
      check.asserted();
      expectAccepted(exchange, `an upload of ${limit} bytes, where maxBytes is ${limit},`);
    },
  );
}

const PICTURE = { fileName: "picture.png", mimeType: "image/png" };

function foreignChannelRejected(): Check {
  return defineCheck(
    {
      ...UPLOADS,
      requirement: "files.upload.membership",
      name: "no upload into a foreign channel is granted",
      fixtures: ["memberChannel", "foreignChannel"],
    },
    async (check) => {
      const { foreignChannel, otherAgent } = check.context.target.fixtures;
      await check.baseline("request-file-upload");
      const channels = [foreignChannel, otherAgent?.channel].filter((id) => id !== undefined);
      // A picture may use another code path than a text.
      const bodies = [{}, PICTURE].flatMap((file) => channels.map((channelId) => ({ ...file, channelId })));
      await check.forEach(bodies, async (members, testCase) => {
        const exchange = await requestUpload(testCase, members);
        testCase.asserted();
        const absent = { ...members, channelId: absentId(members.channelId, testCase.context.mark) };
        await expectHidden(exchange, "an upload into a channel that the caller does not belong to", () =>
          requestUpload(testCase, absent),
        );
      });
    },
  );
}

/** The rule applies to any caller. */
function closedChannelRejectedForAnother(): Check {
  return defineCheck(
    {
      ...UPLOADS,
      requirement: "files.upload.membership",
      name: "another agent is granted no upload into a channel that it does not belong to",
      isCostly: true,
      fixtures: ["memberChannel", "otherAgent.apiKey", "otherAgent.channel"],
    },
    async (check) => {
      const { apiKey = "", channel = "" } = check.context.target.fixtures.otherAgent ?? {};
      const control = await requestUpload(check, { channelId: channel }, { apiKey });
      requireAccepted(control, "files.upload.succeeds");
      await check.forEach(await channelsClosedToOtherAgent(check), async (channelId, testCase) => {
        const ask = (id: string) => requestUpload(testCase, { channelId: id }, { apiKey });
        const exchange = await ask(channelId);
        testCase.asserted();
        await expectHidden(exchange, "an upload into a channel that the agent does not belong to", () =>
          ask(absentId(channelId, testCase.context.mark)),
        );
      });
    },
  );
}

function unknownChannelRejected(): Check {
  return defineCheck(
    {
      ...UPLOADS,
      requirement: "files.upload.unknown-channel",
      name: "no upload into a channel that does not exist is granted",
    },
    async (check) => {
      await check.baseline("request-file-upload");
      const existingId = await check.reference("channel");
      const members: JsonObject[] = ["one", "two"].map((salt) => ({
        channelId: absentId(existingId, `upload ${salt}`),
      }));
      await check.forEach(members, async (member, testCase) => {
        const exchange = await requestUpload(testCase, member);
        testCase.asserted();
        expectRejected(exchange, "an upload into a channel that does not exist", [400, 403, 404]);
      });
    },
  );
}

function uploadExpires(): Check {
  return defineCheck(
    { ...UPLOADS, requirement: "files.upload.short-lived", name: "an upload URL expires after it was granted" },
    async (check) => expectAllUnexpired(check, await grantedUploadsOfSet(check)),
  );
}
