import { groupBy } from "../../../spec/group-by.ts";
import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/unanswered.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import { once, oncePer } from "../../engine/cases/once.ts";
import { NOT_YET_USABLE, retryUntilUsable } from "../../engine/cases/retry-until-usable.ts";
import type { CaseContext, Check, CheckContext, ForEachOptions } from "../../engine/check/check.ts";
import { idsInMessage } from "../../models/attachment-ids.ts";
import { essenceOfType } from "../../models/media-type.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectAccepted, expectEqual, expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { isUnset, valueAt } from "../../verifiers/read.ts";
import { defineCheck, further } from "../define-check.ts";
import { flaggingOf } from "../messages/flagging.ts";
import { downloadOfKit, isOfUnusualName, sharedOfKit } from "./kit.ts";
import { describeFile, fileOfSize } from "./samples.ts";
import { askForDownload, requireDownload, type SharedFile, shareFiles } from "./transfer.ts";

type Shared = (check: CheckContext) => Promise<readonly SharedFile[]>;

/** What attachments and downloads say about the file. */
export function attachmentChecks(): Check[] {
  // Another name than a plain one may be cleaned.
  const plain: Shared = async (check) => (await sharedOfKit(check)).filter((one) => !isOfUnusualName(one));
  return [
    shown(),
    shownInReplies(),
    ...further([manyShown()]),
    ...factChecks(plain, "its file", downloadOfKit),
    namesMessage(),
  ];
}

/** What the attachments and the downloads of these files say about them. */
export function factChecks(shared: Shared, whose: string, download = downloadOnce()): Check[] {
  return Object.entries(FACTS).flatMap(([field, fact]) => [
    inMessage(shared, whose, field, fact),
    inDownload(shared, whose, download, field, fact),
  ]);
}

interface Fact {
  readonly inMessage: string;
  readonly inDownload: string;
  readonly wanted: (shared: SharedFile) => Json;
  /** What counts of a value. */
  readonly essence?: (value: Json) => Json;
}

const FACTS: Readonly<Record<string, Fact>> = {
  name: {
    inMessage: "files.flow.attachment-name",
    inDownload: "files.download.name",
    wanted: ({ file }) => file.fileName,
  },
  mimeType: {
    inMessage: "files.flow.attachment-type",
    inDownload: "files.download.type",
    wanted: ({ file }) => file.mimeType,
    essence: essenceOfType,
  },
  sizeBytes: {
    inMessage: "files.flow.attachment-size",
    inDownload: "files.download.size",
    wanted: ({ file }) => file.bytes.length,
  },
};

function shown(): Check {
  return defineCheck(
    {
      requirement: "messages.send.attachments",
      name: "the response shows exactly the attachments that were sent",
      operations: ["send-message", "request-file-upload"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const byMessage = groupBy(await sharedOfKit(check), ({ response }) => String(response.sequence));
      for (const files of byMessage.values()) await expectShownAll(check, files);
    },
  );
}

/** A reply carries files as any message does; and what was sent without files shows none. */
function shownInReplies(): Check {
  return defineCheck(
    {
      requirement: "messages.send.attachments",
      name: "the responses to replies and to messages without files show exactly what was sent",
      operations: ["send-message", "request-file-upload"],
      fixtures: ["memberChannel"],
      shared: true,
    },
    async (check) => {
      const { tries, unflagged } = await orNotApplicable(() => flaggingOf(check.context)(check));
      for (const { sent } of [...tries, ...unflagged]) {
        const { attachmentIds } = sent.asked;
        const files = Array.isArray(attachmentIds) ? attachmentIds.map((id) => ({ attachmentId: String(id) })) : [];
        check.asserted();
        judging([sent.response], () =>
          expectShown(sent.response, idsInMessage(valueAt(sent.response, "/data/attachments"), files)),
        );
      }
    },
  );
}

/** How many files a message may have is open; of those that are taken none is lost. */
const FILES_OF_A_MESSAGE = 6;

function manyShown(): Check {
  return defineCheck(
    {
      requirement: "messages.send.attachments",
      name: "the response shows all of many attachments",
      operations: ["send-message", "request-file-upload"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const channel = await check.reference("channel");
      const files = Array.from({ length: FILES_OF_A_MESSAGE }, (_, index) => fileOfSize(64 + index, 0));
      const shared = await orNotApplicable(() => shareFiles(check, files, channel));
      if (shared.length === 0) throw new NotApplicable("no file was accepted");
      await expectShownAll(check, shared);
    },
  );
}

/** All files of one message: what it gives an id of its own is got by that. */
async function expectShownAll(check: CheckContext, files: readonly SharedFile[]): Promise<void> {
  const [first] = files;
  if (first === undefined) return;
  const { response } = first;
  check.asserted();
  judging([response], () =>
    expectShown(
      response,
      files.map(({ attachmentId }) => attachmentId),
    ),
  );
  if (first.attachmentId === first.uploadId) return;
  const exchange = await retryUntilUsable(check, () => askForDownload(check, first), NOT_YET_USABLE);
  judging([response, exchange], () =>
    expectAccepted(exchange, "the download of a file by the id that its message gives it"),
  );
}

function expectShown(response: Exchange, sent: readonly string[]): void {
  const list = valueAt(response, "/data/attachments");
  expectOfMessage(response, Array.isArray(list) ? list.map(asObject) : []);
  const ids = Array.isArray(list) ? list.map((item) => String(asObject(item).id)).sort() : [];
  const wanted = sent.toSorted();
  expectThat(ids.join() === wanted.join(), {
    message: "the response must show exactly the attachments that were sent",
    expected: wanted.join(", ") || "none",
    actual: ids.join(", ") || "none",
    pointer: "/data/attachments",
    keyword: "attachments",
  });
}

/** Whose they say that they are, where they do: a reply's are not its parent's. */
function expectOfMessage(response: Exchange, files: readonly JsonObject[]): void {
  const place = files.findIndex(
    ({ messageId }) => typeof messageId === "string" && messageId !== valueAt(response, "/data/id"),
  );
  expectThat(place < 0, {
    message: "an attachment must name the message that it was sent with",
    expected: String(valueAt(response, "/data/id")),
    actual: String(files[place]?.messageId),
    pointer: `/data/attachments/${place}/messageId`,
    keyword: "owner",
  });
}

function inMessage(shared: Shared, whose: string, field: string, fact: Fact): Check {
  return defineCheck(
    {
      requirement: fact.inMessage,
      name: `the attachment has the ${field} of ${whose}`,
      operations: ["request-file-upload", "send-message"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const all = await shared(check);
      await check.forEach(
        all,
        async (one, context) => {
          const pointer = `${attachmentPointer(one)}/${field}`;
          if (isUnset(valueAt(one.response, pointer))) return;
          context.asserted();
          judging([one.response], () => expectFact(one.response, pointer, fact, one, "an attachment"));
        },
        ofAll(all),
      );
    },
  );
}

/** All of them at once: they are few, and what is told of them has mostly been asked for by others. */
function ofAll(files: readonly SharedFile[]): ForEachOptions<SharedFile> {
  const describe = ({ file }: SharedFile) => describeFile(file);
  return { describe, first: files.length };
}

type Download = (context: CaseContext, shared: SharedFile) => Promise<Exchange>;

/** The download of each file, asked for once for all checks that judge what it says. */
function downloadOnce(): Download {
  return oncePer((_context, { attachmentId }) => attachmentId, requireDownload);
}

function inDownload(shared: Shared, whose: string, download: Download, field: string, fact: Fact): Check {
  return defineCheck(
    {
      requirement: fact.inDownload,
      name: `the download has the ${field} of ${whose}`,
      operations: ["request-file-download"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const all = await shared(check);
      await check.forEach(
        all,
        async (one, context) => {
          const exchange = await download(context, one);
          if (isUnset(valueAt(exchange, `/data/${field}`))) return;
          context.asserted();
          judging([exchange], () => expectFact(exchange, `/data/${field}`, fact, one, "a download"));
        },
        ofAll(all),
      );
    },
  );
}

function expectFact(exchange: Exchange, pointer: string, fact: Fact, shared: SharedFile, what: string): void {
  const actual = valueAt(exchange, pointer) ?? null;
  const wanted = fact.wanted(shared);
  const essence = fact.essence ?? ((value: Json) => value);
  if (essence(actual) === essence(wanted)) return;
  expectEqual(
    exchange,
    pointer,
    wanted,
    `${what} must have the ${pointer.split("/").at(-1)} that the upload was requested with`,
  );
}

/** A file whose name may be rejected or cleaned: where it is taken, what its attachment and its download show. */
interface Named {
  readonly sent: string;
  readonly message: { readonly exchange: Exchange; readonly pointer: string };
  readonly download: { readonly exchange: Exchange; readonly pointer: string };
}

/** Names that are not plain may be rejected, or cleaned: but not in one view alone, and nothing comes that nobody sent. */
export function unusualNames(): Check[] {
  const named = once(unusualOfKit);
  const judge = (requirement: string, view: "message" | "download") =>
    defineCheck(
      {
        requirement,
        name: "a name in another script, or a long one, is returned",
        operations: ["request-file-upload", "send-message", "request-file-download"],
        fixtures: ["memberChannel"],
      },
      async (check) => {
        for (const { sent, ...views } of await named(check)) {
          const { exchange, pointer } = views[view];
          const other = views[view === "message" ? "download" : "message"];
          const shown = valueAt(exchange, pointer);
          if (typeof shown !== "string" || isUnset(shown)) continue;
          check.asserted();
          const isKept = valueAt(other.exchange, other.pointer) === sent;
          judging([exchange], () => expectName(shown, sent, isKept, pointer));
        }
      },
    );
  return [judge("files.flow.attachment-name", "message"), judge("files.download.name", "download")];
}

async function unusualOfKit(check: CheckContext): Promise<readonly Named[]> {
  const unusual = (await sharedOfKit(check)).filter(isOfUnusualName);
  const named: Named[] = [];
  for (const one of unusual) {
    const exchange = await tryOrNull(() => downloadOfKit(check, one));
    if (exchange !== null) named.push(namedBy(one, exchange));
  }
  if (named.length === 0) throw new NotApplicable("no file with an unusual name is accepted");
  return named;
}

function namedBy(shared: SharedFile, download: Exchange): Named {
  const message = { exchange: shared.response, pointer: `${attachmentPointer(shared)}/name` };
  return { sent: shared.file.fileName, message, download: { exchange: download, pointer: "/data/name" } };
}

/** Longer names may be cut. */
const SHORT = 32;

/** Letters and digits of a name that is in no other script: what cleans names writes other signs in another way, or none. */
function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/**
 * The name as it was sent, where the other view has it; at least no letter of another script that was not in it, no form of an
 * address read, and every letter of a short and simple one.
 */
function expectName(shown: string, sent: string, isKept: boolean, pointer: string): void {
  const known = sent.normalize("NFC");
  const isStrange = (letter: string) => (letter.codePointAt(0) ?? 0) > 0x7f && !known.includes(letter);
  const strange = [...shown.normalize("NFC")].some(isStrange);
  const isRead = shown !== sent && shown === sent.replaceAll("+", " ");
  const isSimple = sent.length <= SHORT && /^[\x20-\x7e]+$/.test(sent);
  const isCut = isSimple && lettersOf(shown) !== lettersOf(sent);
  expectThat(!strange && !isRead && !isCut && (!isKept || shown.normalize("NFC") === known), {
    message: "a file must have the name that its upload was requested with, where that was accepted",
    expected: sent,
    actual: shown,
    pointer,
    keyword: "name",
  });
}

function namesMessage(): Check {
  return defineCheck(
    {
      requirement: "files.flow.attachment-message",
      name: "the attachment names the message that carries it",
      operations: ["send-message"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      for (const one of await sharedOfKit(check)) {
        const pointer = `${attachmentPointer(one)}/messageId`;
        if (isUnset(valueAt(one.response, pointer))) continue;
        const id = valueAt(one.response, "/data/id") ?? null;
        check.asserted();
        const why = "an attachment must name the message that carries it";
        judging([one.response], () => expectEqual(one.response, pointer, id, why));
      }
    },
  );
}

function attachmentPointer({ response, attachmentId }: SharedFile): string {
  const list = valueAt(response, "/data/attachments");
  const place = Array.isArray(list) ? list.findIndex((item) => asObject(item).id === attachmentId) : -1;
  if (place < 0) throw new Inconclusive("the response shows no such attachment", "messages.send.attachments");
  return `/data/attachments/${place}`;
}
