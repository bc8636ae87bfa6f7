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
import { channelsClosedToAnother } from "../messages/channels.ts";
import { kitOf, uploadsOfKit } from "./kit.ts";
import { ALLOWED, FORBIDDEN, FORBIDDEN_BY_NAME, type NamedType } from "./media-types.ts";
import { expectAllLiving } from "./short-lived.ts";
import { askForUpload, toldLimit } from "./transfer.ts";

/** Checks of granted and rejected uploads. */
export function uploadChecks(context: RunContext): Check[] {
  return [
    allowedTypes(),
    otherTypes(),
    tooLarge(),
    ...withExistingFixtures(context, [tooLargeForAnother()]),
    largest(),
    foreign(),
    ...withExistingFixtures(context, [forAnother()]),
    unknownChannel(),
    shortLived(),
  ];
}

const UPLOADS = { operations: ["request-file-upload"], fixtures: ["memberChannel"] };
/** Invalid input is 400; a policy of the workspace may have another status. */
const NOT_TAKEN = [400, 403, 409];

function allowedTypes(): Check {
  return defineCheck(
    { ...UPLOADS, requirement: "files.upload.allowed-types", name: "each allowed kind of file is granted" },
    async (check) => {
      // If text is rejected, the other kinds are tried anyway.
      const { found } = await check.searchBaseline("request-file-upload");
      const channelId = check.context.target.fixtures.memberChannel ?? "";
      const grantedBefore = await namesOfKit(check);
      const judge = async ({ kind, files }: (typeof ALLOWED)[number], one: CaseContext) => {
        if (files.some((file) => grantedBefore.has(formOf(file)))) return one.asserted();
        const rejections: string[] = [];
        for (const { fileName, mimeType } of files) {
          const members = { fileName, mimeType, sizeBytes: 100 };
          const exchange = await (found
            ? askForUpload(one, members)
            : one.call("request-file-upload", { body: { channelId, ...members } }));
          if (requireResponse(exchange).status === 200) break;
          rejections.push(`${mimeType}: ${statusAndCode(exchange)}`);
        }
        one.asserted();
        expectThat(rejections.length < files.length, {
          message: `an upload of a file that is ${kind} must be granted`,
          expected: `200 for ${files.map(({ mimeType }) => mimeType).join(" or ")}`,
          actual: rejections.join(", "),
          keyword: "rejected",
        });
      };
      await check.forEach(ALLOWED, judge, { all: true });
    },
  );
}

/** Returns the form of a file that a target may check: the type, and the name from its first dot. */
function formOf({ fileName, mimeType }: NamedType): string {
  return `${fileName.slice(fileName.indexOf(".")).toLowerCase()} ${mimeType}`;
}

/** Returns the forms of files whose uploads other checks were granted, which need not be requested again. */
async function namesOfKit(check: CheckContext): Promise<ReadonlySet<string>> {
  const kit = await tryOrNull(() => kitOf(check));
  const files = [...(kit?.puts ?? []).map(({ grant }) => grant.file), ...(kit?.shared ?? []).map(({ file }) => file)];
  return new Set(files.map(formOf));
}

function otherTypes(): Check {
  return defineCheck(
    {
      ...UPLOADS,
      requirement: "files.upload.other-types",
      name: "audio, video, programs and other archives are rejected",
    },
    async (check) => {
      await check.baseline("request-file-upload");
      const judge = async (type: (typeof FORBIDDEN)[number], context: CaseContext) => {
        const { fileName, mimeType } = type;
        // The type of the request decides, whatever the name is.
        const disguises = [ALLOWED_NAMES[FORBIDDEN.indexOf(type) % ALLOWED_NAMES.length] ?? fileName, "notes.txt"];
        const names = FORBIDDEN_BY_NAME.includes(type) ? [fileName] : [fileName, ...disguises];
        const name = names[FORBIDDEN.indexOf(type) % names.length] ?? fileName;
        const sizeBytes = FEW_BYTES[FORBIDDEN.indexOf(type) % FEW_BYTES.length] ?? 1;
        const exchange = await askForUpload(context, { fileName: name, mimeType, sizeBytes });
        context.asserted();
        expectRejected(exchange, `an upload of ${mimeType} under the name ${name}`, NOT_TAKEN);
      };
      // Two are among the first: a generic type with a name of no allowed kind, which lists of forbidden names lack,
      // and one that contains the name of an allowed type.
      const [nothing, ...others] = FORBIDDEN_BY_NAME.toReversed();
      const types = [...FORBIDDEN.slice(0, FIRST), ...(nothing ? [nothing] : []), ...FORBIDDEN.slice(FIRST), ...others];
      await check.forEach(types, judge, { first: FIRST + 1 });
    },
  );
}

/** The number of types that every run tries. */
const FIRST = 7;

/** Small files must be rejected too. */
const FEW_BYTES = [700, 1, 5_000];

/** Names of allowed kinds: a target may accept a forbidden type because of one kind of name only. */
const ALLOWED_NAMES = ["paper.pdf", "picture.png", "archive.zip", "data.json", "picture.jpg"];

/** Returns the limit in a response. Throws `Inconclusive` if it has none. */
async function requireLimit(check: CaseContext): Promise<number> {
  const told = await toldLimit(check);
  if (told === null) throw new Inconclusive("the response shows no limit", "files.upload.answer");
  return told;
}

/** The number of sizes to try while the target's limit increases with each response. */
const RAISES = 3;

function tooLarge(): Check {
  return defineCheck(
    { ...UPLOADS, requirement: "files.upload.max-bytes", name: "more bytes than maxBytes are rejected" },
    async (check) => {
      let limit = await requireLimit(check);
      for (let raise = 0; raise < RAISES; raise += 1) {
        const exchange = await askForUpload(check, { sizeBytes: limit + 1 });
        const told = statusOf(exchange) === 200 ? valueAt(exchange, "/data/maxBytes") : undefined;
        // A response with a higher limit than the previous one is not a contradiction.
        if (typeof told === "number" && told > limit) {
          limit = told;
          continue;
        }
        check.asserted();
        expectRejected(exchange, `an upload of ${limit + 1} bytes, where maxBytes is ${limit},`, NOT_TAKEN);
        for (const more of BEYOND) {
          const members = { ...more, sizeBytes: more.sizeBytes(limit) };
          const further = await askForUpload(check, members);
          // Files of another type may have another limit, which the response then shows.
          if (more.mimeType !== undefined && tellsRoomFor(further, members.sizeBytes)) continue;
          expectRejected(further, `an upload of ${members.sizeBytes} bytes, where maxBytes is ${limit},`, NOT_TAKEN);
        }
        return;
      }
      throw new Inconclusive("maxBytes grows with the requested size, so that it shows no limit");
    },
  );
}

function tellsRoomFor(exchange: Exchange, size: number): boolean {
  if (statusOf(exchange) !== 200) return false;
  const told = valueAt(exchange, "/data/maxBytes");
  return typeof told === "number" && told >= size;
}

/** Sizes above any limit: for other kinds of file, and where 32-bit numbers overflow. */
const BEYOND = [
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
function tooLargeForAnother(): Check {
  return defineCheck(
    {
      ...UPLOADS,
      requirement: "files.upload.max-bytes",
      name: "more bytes than the maxBytes of another agent are rejected for that agent",
      costly: true,
      fixtures: ["memberChannel", "otherAgent.apiKey", "otherAgent.channel"],
    },
    async (check) => {
      const { apiKey = "", channel: channelId = "" } = check.context.target.fixtures.otherAgent ?? {};
      const least = await askForUpload(check, { channelId }, { apiKey });
      requireAccepted(least, "files.upload.succeeds");
      let told = valueAt(least, "/data/maxBytes");
      for (let raise = 0; raise < RAISES && typeof told === "number" && told >= 1; raise += 1) {
        const limit = told;
        const exchange = await askForUpload(check, { channelId, sizeBytes: limit + 1 }, { apiKey });
        told = statusOf(exchange) === 200 ? valueAt(exchange, "/data/maxBytes") : undefined;
        // A response with a higher limit than the previous one is not a contradiction.
        if (typeof told === "number" && told > limit) continue;
        check.asserted();
        expectRejected(exchange, `an upload of ${limit + 1} bytes, where maxBytes is ${limit},`, NOT_TAKEN);
        return;
      }
      throw new Inconclusive("the responses show another agent no limit", "files.upload.answer");
    },
  );
}

function largest(): Check {
  return defineCheck(
    { ...UPLOADS, requirement: "files.upload.max-bytes-accepted", name: "maxBytes itself is granted" },
    async (check) => {
      const limit = await requireLimit(check);
      const exchange = await askForUpload(check, { sizeBytes: limit });
      check.asserted();
      expectAccepted(exchange, `an upload of ${limit} bytes, where maxBytes is ${limit},`);
    },
  );
}

const PICTURE = { fileName: "picture.png", mimeType: "image/png" };

function foreign(): Check {
  return defineCheck(
    {
      ...UPLOADS,
      requirement: "files.upload.membership",
      name: "no upload is granted into a foreign channel",
      fixtures: ["memberChannel", "foreignChannel"],
    },
    async (check) => {
      const { foreignChannel, otherAgent } = check.context.target.fixtures;
      await check.baseline("request-file-upload");
      const channels = [foreignChannel, otherAgent?.channel].filter((id) => id !== undefined);
      // A picture may use another code path than a text.
      const asked = [{}, PICTURE].flatMap((file) => channels.map((channelId) => ({ ...file, channelId })));
      await check.forEach(asked, async (members, one) => {
        const exchange = await askForUpload(one, members);
        one.asserted();
        const absent = { ...members, channelId: absentId(members.channelId, one.context.mark) };
        await expectHidden(exchange, "an upload into a channel that the caller does not belong to", () =>
          askForUpload(one, absent),
        );
      });
    },
  );
}

/** The rule applies to any caller. */
function forAnother(): Check {
  return defineCheck(
    {
      ...UPLOADS,
      requirement: "files.upload.membership",
      name: "another agent is granted no upload into a channel that it does not belong to",
      costly: true,
      fixtures: ["memberChannel", "otherAgent.apiKey", "otherAgent.channel"],
    },
    async (check) => {
      const { apiKey = "", channel = "" } = check.context.target.fixtures.otherAgent ?? {};
      const control = await askForUpload(check, { channelId: channel }, { apiKey });
      requireAccepted(control, "files.upload.succeeds");
      await check.forEach(await channelsClosedToAnother(check), async (channelId, one) => {
        const ask = (id: string) => askForUpload(one, { channelId: id }, { apiKey });
        const exchange = await ask(channelId);
        one.asserted();
        await expectHidden(exchange, "an upload into a channel that the agent does not belong to", () =>
          ask(absentId(channelId, one.context.mark)),
        );
      });
    },
  );
}

function unknownChannel(): Check {
  return defineCheck(
    {
      ...UPLOADS,
      requirement: "files.upload.unknown-channel",
      name: "no upload is granted into a channel that does not exist",
    },
    async (check) => {
      await check.baseline("request-file-upload");
      const real = await check.reference("channel");
      const members: JsonObject[] = ["one", "two"].map((salt) => ({ channelId: absentId(real, `upload ${salt}`) }));
      await check.forEach(members, async (member, one) => {
        const exchange = await askForUpload(one, member);
        one.asserted();
        expectRejected(exchange, "an upload into a channel that does not exist", [400, 403, 404]);
      });
    },
  );
}

function shortLived(): Check {
  return defineCheck(
    { ...UPLOADS, requirement: "files.upload.short-lived", name: "an upload expires after it was granted" },
    async (check) => expectAllLiving(check, await uploadsOfKit(check)),
  );
}
