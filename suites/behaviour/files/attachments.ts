import { groupBy } from "../../../spec/group-by.ts";
import { asObject, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { NOT_YET_USABLE, retryUntilUsable } from "../../engine/cases/retry-until-usable.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectAccepted, expectEqual, expectThat } from "../../verifiers/expect.ts";
import { isUnset, valueAt } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { asFurther, defineCheck } from "../define-check.ts";
import { downloadFromSet, hasUnusualName, sharedFilesOfSet } from "./file-set.ts";
import { fileOfSize } from "./sample-files.ts";
import { requestDownload, type SharedFile, shareFiles } from "./transfer.ts";

/** Checks of the attachments that messages show. */
export function attachmentChecks(): Check[] {
  return [sentAttachmentsShown(), ...asFurther([manyAttachmentsShown()]), attachmentNamesMessage()];
}

function sentAttachmentsShown(): Check {
  return defineCheck(
    {
      requirement: "messages.send.attachments",
      name: "the response shows exactly the attachments that were sent",
      operations: ["send-message", "request-file-upload"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const byMessage = groupBy(await sharedFilesOfSet(check), ({ response }) => String(response.sequence));
      for (const files of byMessage.values()) await expectShownAll(check, files);
    },
  );
}

/** The contract leaves open how many files a message may have. If it is accepted, none may be lost. */
const FILES_OF_A_MESSAGE = 6;

function manyAttachmentsShown(): Check {
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

/** Fails unless all files of one message are shown, each available by its own id, if it has one. */
async function expectShownAll(check: CheckContext, files: readonly SharedFile[]): Promise<void> {
  const [first] = files;
  if (first === undefined) return;
  const { response } = first;
  check.asserted();
  withEvidence([response], () =>
    expectShown(
      response,
      files.map(({ attachmentId }) => attachmentId),
    ),
  );
  if (first.attachmentId === first.uploadId) return;
  const exchange = await retryUntilUsable(check, () => requestDownload(check, first), NOT_YET_USABLE);
  withEvidence([response, exchange], () =>
    expectAccepted(exchange, "the download of a file by the id that its message gives it"),
  );
}

function expectShown(response: Exchange, sent: readonly string[]): void {
  const list = valueAt(response, "/data/attachments");
  expectMessageId(response, Array.isArray(list) ? list.map(asObject) : []);
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

/** Fails if a file shows the id of another message, such as the parent of a reply. */
function expectMessageId(response: Exchange, files: readonly JsonObject[]): void {
  const index = files.findIndex(
    ({ messageId }) => typeof messageId === "string" && messageId !== valueAt(response, "/data/id"),
  );
  expectThat(index < 0, {
    message: "an attachment must name the message that it was sent with",
    expected: String(valueAt(response, "/data/id")),
    actual: String(files[index]?.messageId),
    pointer: `/data/attachments/${index}/messageId`,
    keyword: "owner",
  });
}

/** A file whose name may be rejected or cleaned, with what its attachment and its download show if it is accepted. */
interface NamedFile {
  readonly sent: string;
  readonly message: { readonly exchange: Exchange; readonly pointer: string };
  readonly download: { readonly exchange: Exchange; readonly pointer: string };
}

/** Unusual names may be rejected or cleaned, but not in one view only, and must not get characters that nobody sent. */
export function unusualNameChecks(): Check[] {
  const named = once(unusualNamesOfSet);
  const judge = (requirement: string, view: "message" | "download") =>
    defineCheck(
      {
        requirement,
        name: "an unusual file name is returned",
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
          withEvidence([exchange], () => expectName(shown, sent, isKept, pointer));
        }
      },
    );
  return [judge("files.flow.attachment-name", "message"), judge("files.download.name", "download")];
}

async function unusualNamesOfSet(check: CheckContext): Promise<readonly NamedFile[]> {
  const unusual = (await sharedFilesOfSet(check)).filter(hasUnusualName);
  const named: NamedFile[] = [];
  for (const one of unusual) {
    const exchange = await tryOrNull(() => downloadFromSet(check, one));
    if (exchange !== null) named.push(namedFileOf(one, exchange));
  }
  if (named.length === 0) throw new NotApplicable("no file with an unusual name is accepted");
  return named;
}

function namedFileOf(shared: SharedFile, download: Exchange): NamedFile {
  const message = { exchange: shared.response, pointer: `${attachmentPointer(shared)}/name` };
  return { sent: shared.file.fileName, message, download: { exchange: download, pointer: "/data/name" } };
}

/** The length up to which names must not be cut. */
const SHORT_NAME_LENGTH = 32;

/**
 * Returns the ASCII letters and digits of a name: code that cleans names may replace or remove all other characters.
 */
function asciiLettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/**
 * Fails unless the name is shown as sent, if `isKept` says that the other view does. Otherwise it must have no other
 * letters beyond ASCII, must not be URL-decoded, and must keep every letter of a short and simple name.
 */
function expectName(shown: string, sent: string, isKept: boolean, pointer: string): void {
  const sentName = sent.normalize("NFC");
  const isForeignLetter = (letter: string) => (letter.codePointAt(0) ?? 0) > 0x7f && !sentName.includes(letter);
  const hasForeignLetter = [...shown.normalize("NFC")].some(isForeignLetter);
  const isUrlDecoded = shown !== sent && shown === sent.replaceAll("+", " ");
  const isSimple = sent.length <= SHORT_NAME_LENGTH && /^[\x20-\x7e]+$/.test(sent);
  const isCut = isSimple && asciiLettersOf(shown) !== asciiLettersOf(sent);
  expectThat(!hasForeignLetter && !isUrlDecoded && !isCut && (!isKept || shown.normalize("NFC") === sentName), {
    message: "a file must have the name that its upload was requested with, if that was accepted",
    expected: sent,
    actual: shown,
    pointer,
    keyword: "name",
  });
}

function attachmentNamesMessage(): Check {
  return defineCheck(
    {
      requirement: "files.flow.attachment-message",
      name: "the attachment names the message that carries it",
      operations: ["send-message"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      for (const one of await sharedFilesOfSet(check)) {
        const pointer = `${attachmentPointer(one)}/messageId`;
        if (isUnset(valueAt(one.response, pointer))) continue;
        const id = valueAt(one.response, "/data/id") ?? null;
        check.asserted();
        const why = "an attachment must name the message that carries it";
        withEvidence([one.response], () => expectEqual(one.response, pointer, id, why));
      }
    },
  );
}

function attachmentPointer({ response, attachmentId }: SharedFile): string {
  const list = valueAt(response, "/data/attachments");
  const index = Array.isArray(list) ? list.findIndex((item) => asObject(item).id === attachmentId) : -1;
  if (index < 0) throw new Inconclusive("the response shows no such attachment", "messages.send.attachments");
  return `/data/attachments/${index}`;
}
