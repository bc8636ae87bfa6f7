import { OLDER_TYPE_NAME, type SampleFile } from "./sample-files.ts";

/** A valid file of a kind, and the names of its type. The contract leaves open which of them a target knows. */
interface SpecialKind {
  readonly fileName: string;
  readonly mimeTypes: readonly string[];
  readonly bytes: Uint8Array;
  /** A file without content that some targets disallow, which is shared if the first is rejected. */
  readonly plainer?: Uint8Array;
}

const specialKind = (fileName: string, bytes: Uint8Array, ...mimeTypes: string[]): SpecialKind => ({
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

function htmlWith(inside: string): Uint8Array {
  return Buffer.from(`<!doctype html>\n<P>one &amp; two<p >three<!-- kept -->${inside}\n`);
}

/** Files of the remaining kinds, with content that code aware of the kind might clean up. */
export const SPECIAL_KINDS: readonly SpecialKind[] = [
  specialKind(
    "rare.yaml",
    Buffer.from("---\n# kept\nkey:   value  \nlist: [ 1,2 ]\n...\n"),
    "application/yaml",
    "application/x-yaml",
    "text/yaml",
    "text/x-yaml",
  ),
  // An older name of a type, in addition to its newer names.
  specialKind(OLDER_TYPE_NAME.fileName, OLDER_TYPE_NAME.bytes, OLDER_TYPE_NAME.mimeType),
  specialKind(
    "rare.js",
    Buffer.from("// kept\nconst a = 1;;\t\n\n\nexport default  a\n"),
    "text/javascript",
    "application/javascript",
  ),
  specialKind("rare.py", Buffer.from("# kept\nprint( 1 )\t\n\n"), "text/x-python", "application/x-python-code"),
  specialKind("rare.gif", Buffer.from("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==", "base64"), "image/gif"),
  specialKind(
    "rare.webp",
    Buffer.from("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA", "base64"),
    "image/webp",
  ),
  { ...specialKind("rare.html", htmlWith(SCRIPT), "text/html"), plainer: htmlWith("") },
  { ...specialKind("rare.svg", svgWith(SCRIPT), "image/svg+xml"), plainer: svgWith("") },
];

/** Returns the file with each of its media types, each followed by the plainer form. */
export function samplesOf({ fileName, mimeTypes, bytes, plainer }: SpecialKind): SampleFile[] {
  const forms = plainer === undefined ? [bytes] : [bytes, plainer];
  return mimeTypes.flatMap((mimeType) => forms.map((form) => ({ fileName, mimeType, bytes: form })));
}
