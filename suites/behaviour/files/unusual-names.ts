import { asObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { isUnset, valueAt } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { downloadFromSet, hasUnusualName, sharedFilesOfSet } from "./file-set.ts";
import type { SharedFile } from "./transfer.ts";

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
  for (const file of unusual) {
    const exchange = await tryOrNull(() => downloadFromSet(check, file));
    if (exchange !== null) named.push(namedFileOf(file, exchange));
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

function attachmentPointer({ response, attachmentId }: SharedFile): string {
  const list = valueAt(response, "/data/attachments");
  const index = Array.isArray(list) ? list.findIndex((item) => asObject(item).id === attachmentId) : -1;
  if (index < 0) throw new Inconclusive("the response shows no such attachment", "messages.send.attachments");
  return `/data/attachments/${index}`;
}
