import { gzipSync } from "node:zlib";
import { ifPossible } from "../../engine/attempt.ts";
import type { Check, CheckContext } from "../../engine/check.ts";
import { StoodAside } from "../../engine/outcome.ts";
import { expectAccepted } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { once } from "../once.ts";
import { factChecks } from "./attachments.ts";
import { expectSame } from "./same-bytes.ts";
import { describeFile, type SampleFile } from "./samples.ts";
import { askForDownload, needBytes, type SharedFile, shareFiles } from "./transfer.ts";

/** A genuine file of a kind, and the names of its type: which of them a target knows is open. */
interface RareKind {
  readonly fileName: string;
  readonly mimeTypes: readonly string[];
  readonly bytes: Uint8Array;
}

const rare = (fileName: string, bytes: Uint8Array, ...mimeTypes: string[]): RareKind => ({
  fileName,
  mimeTypes,
  bytes,
});

/** Files of the kinds that the others are not of, with what somebody who knows the kind might tidy up. */
export const RARE_KINDS: readonly RareKind[] = [
  rare(
    "rare.yaml",
    Buffer.from("---\n# kept\nkey:   value  \nlist: [ 1,2 ]\n...\n"),
    "application/yaml",
    "application/x-yaml",
    "text/yaml",
    "text/x-yaml",
  ),
  rare("rare.gz", gzipSync("packed once ".repeat(30)), "application/gzip", "application/x-gzip"),
  rare(
    "rare.js",
    Buffer.from("// kept\nconst a = 1;;\t\n\n\nexport default  a\n"),
    "text/javascript",
    "application/javascript",
  ),
  rare("rare.gif", Buffer.from("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==", "base64"), "image/gif"),
  rare("rare.webp", Buffer.from("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA", "base64"), "image/webp"),
  rare("rare.html", Buffer.from("<!doctype html>\n<P>one &amp; two<p >three<!-- kept -->\n"), "text/html"),
  rare(
    "rare.svg",
    Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><!-- kept --><rect width='1' height='1'/></svg>\n"),
    "image/svg+xml",
  ),
];

/** The same of files of rarer kinds as of the usual ones. What a target does not take of them is another check's matter. */
export function rareKindChecks(): Check[] {
  const shared = once(shareRare);
  const facts = { operations: ["request-file-download"], fixtures: ["memberChannel"] };
  return [
    ...factChecks(shared, "a file of a rarer kind"),
    defineCheck(
      { ...facts, requirement: "files.download.succeeds", name: "files of rarer kinds are granted" },
      async (check) =>
        check.forEach(
          await shared(check),
          async (one, context) => {
            await context.eventually(async () =>
              expectAccepted(await askForDownload(context, one), `the download of ${one.file.fileName}`),
            );
            context.witnessed();
          },
          { describe: ({ file }) => describeFile(file) },
        ),
    ),
    defineCheck(
      { ...facts, requirement: "files.flow.same-bytes", name: "files of rarer kinds come back byte by byte" },
      async (check) =>
        check.forEach(
          await shared(check),
          async (one, context) => {
            const bytes = await needBytes(context, one);
            context.witnessed();
            expectSame(bytes, one.file, "the download");
          },
          { describe: ({ file }) => describeFile(file) },
        ),
    ),
  ];
}

/** One message for each kind that is taken, under the first of its names that is. */
async function shareRare(check: CheckContext): Promise<readonly SharedFile[]> {
  const channel = await check.reference("channel");
  const all: SharedFile[] = [];
  for (const { mimeTypes, ...file } of RARE_KINDS) {
    for (const mimeType of mimeTypes) {
      const sample: SampleFile = { ...file, mimeType };
      const [one] = (await ifPossible(() => shareFiles(check, [sample], channel))) ?? [];
      if (one === undefined) continue;
      all.push(one);
      break;
    }
  }
  if (all.length === 0) throw new StoodAside("no file of a rarer kind is taken");
  return all;
}
