import { gzipSync } from "node:zlib";
import { ifPossible } from "../../engine/attempt.ts";
import type { Check, CheckContext } from "../../engine/check.ts";
import { StoodAside } from "../../engine/outcome.ts";
import { expectAccepted } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { once } from "../once.ts";
import { factChecks } from "./attachments.ts";
import { expectSame } from "./same-bytes.ts";
import { describeFile, OF_OLDER_NAME, type SampleFile } from "./samples.ts";
import { askForDownload, needBytes, needDownload, type SharedFile, shareFiles } from "./transfer.ts";

/** A genuine file of a kind, and the names of its type: which of them a target knows is open. */
interface RareKind {
  readonly fileName: string;
  readonly mimeTypes: readonly string[];
  readonly bytes: Uint8Array;
  /** What is shared in its place where a target does not take the first: a file without what some will have nothing of. */
  readonly plainer?: Uint8Array;
}

const rare = (fileName: string, bytes: Uint8Array, ...mimeTypes: string[]): RareKind => ({
  fileName,
  mimeTypes,
  bytes,
});

function svgWith(inside: string): Uint8Array {
  const image = `<svg xmlns='http://www.w3.org/2000/svg'><!-- kept -->${inside}<rect width='1' height='1'/></svg>\n`;
  return Buffer.from(image);
}

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
  // Where another of these names is known, an older one is kept all the same.
  rare(OF_OLDER_NAME.fileName, OF_OLDER_NAME.bytes, OF_OLDER_NAME.mimeType),
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
  { ...rare("rare.svg", svgWith("<script>// kept</script>"), "image/svg+xml"), plainer: svgWith("") },
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
  for (const kind of RARE_KINDS) {
    for (const sample of samplesOf(kind)) {
      const one = await ifPossible(() => shareKept(check, sample, channel, kind));
      if (one === null) continue;
      all.push(one);
      break;
    }
  }
  if (all.length === 0) throw new StoodAside("no file of a rarer kind is taken");
  return all;
}

/** Under each of its names the file itself, then what is plainer. */
function samplesOf({ fileName, mimeTypes, bytes, plainer }: RareKind): SampleFile[] {
  const forms = plainer === undefined ? [bytes] : [bytes, plainer];
  return mimeTypes.flatMap((mimeType) => forms.map((form) => ({ fileName, mimeType, bytes: form })));
}

/** Shares a file. One that has a plainer form may be taken first, and locked away once somebody has looked into it. */
async function shareKept(
  check: CheckContext,
  sample: SampleFile,
  channel: string,
  { plainer }: RareKind,
): Promise<SharedFile | null> {
  const [one] = await shareFiles(check, [sample], channel);
  if (one === undefined) return null;
  if (plainer !== undefined && sample.bytes !== plainer) await needDownload(check, one);
  return one;
}
