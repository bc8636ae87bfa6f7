import { gzipSync } from "node:zlib";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { OF_OLDER_NAME, type SampleFile } from "./samples.ts";
import { requireDownload, type SharedFile, shareFiles } from "./transfer.ts";

/** A valid file of a kind, and the names of its type. The contract leaves open which of them a target knows. */
interface RareKind {
  readonly fileName: string;
  readonly mimeTypes: readonly string[];
  readonly bytes: Uint8Array;
  /** A file without content that some targets disallow, which is shared if the first is rejected. */
  readonly plainer?: Uint8Array;
}

const rare = (fileName: string, bytes: Uint8Array, ...mimeTypes: string[]): RareKind => ({
  fileName,
  mimeTypes,
  bytes,
});

/** A script that does nothing, but that some targets disallow in any file. */
const SCRIPT = "<script>// kept</script>";

function svgWith(inside: string): Uint8Array {
  const image = `<svg xmlns='http://www.w3.org/2000/svg'><!-- kept -->${inside}<rect width='1' height='1'/></svg>\n`;
  return Buffer.from(image);
}

function pageWith(inside: string): Uint8Array {
  return Buffer.from(`<!doctype html>\n<P>one &amp; two<p >three<!-- kept -->${inside}\n`);
}

/** Files of the remaining kinds, with content that code aware of the kind might clean up. */
export const RARE_KINDS: readonly RareKind[] = [
  rare(
    "rare.yaml",
    Buffer.from("---\n# kept\nkey:   value  \nlist: [ 1,2 ]\n...\n"),
    "application/yaml",
    "application/x-yaml",
    "text/yaml",
    "text/x-yaml",
  ),
  // An older name of a type, in addition to its newer names.
  rare(OF_OLDER_NAME.fileName, OF_OLDER_NAME.bytes, OF_OLDER_NAME.mimeType),
  rare("rare.gz", gzipSync("packed once ".repeat(30)), "application/gzip", "application/x-gzip"),
  rare(
    "rare.js",
    Buffer.from("// kept\nconst a = 1;;\t\n\n\nexport default  a\n"),
    "text/javascript",
    "application/javascript",
  ),
  rare("rare.py", Buffer.from("# kept\nprint( 1 )\t\n\n"), "text/x-python", "application/x-python-code"),
  rare("rare.gif", Buffer.from("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==", "base64"), "image/gif"),
  rare("rare.webp", Buffer.from("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA", "base64"), "image/webp"),
  { ...rare("rare.html", pageWith(SCRIPT), "text/html"), plainer: pageWith("") },
  { ...rare("rare.svg", svgWith(SCRIPT), "image/svg+xml"), plainer: svgWith("") },
];

/** Requests the download of a file. Throws `Inconclusive` if it is rejected. */
type Download = (check: CaseContext, shared: SharedFile) => Promise<unknown>;

/** Shares a file of a kind in its own message; null if none is accepted. */
export async function shareKind(
  check: CaseContext,
  kind: RareKind,
  channel: string,
  download: Download = requireDownload,
): Promise<SharedFile | null> {
  for (const sample of samplesOf(kind)) {
    const one = await tryOrNull(() => shareKept(check, sample, channel, kind, download));
    if (one !== null) return one;
  }
  return null;
}

/** Returns the file with each of its media types, each followed by the plainer form. */
export function samplesOf({ fileName, mimeTypes, bytes, plainer }: RareKind): SampleFile[] {
  const forms = plainer === undefined ? [bytes] : [bytes, plainer];
  return mimeTypes.flatMap((mimeType) => forms.map((form) => ({ fileName, mimeType, bytes: form })));
}

/**
 * Shares a file. One that has a plainer form may be accepted first and blocked once it was scanned, so its download is
 * requested too.
 */
async function shareKept(
  check: CaseContext,
  sample: SampleFile,
  channel: string,
  { plainer }: RareKind,
  download: Download,
): Promise<SharedFile | null> {
  const [one] = await shareFiles(check, [sample], channel);
  if (one === undefined) return null;
  if (plainer !== undefined && sample.bytes !== plainer) await download(check, one);
  return one;
}
