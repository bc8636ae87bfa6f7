import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { asJpeg, asJson, asPdf, asPng, asText, asXml, asZip } from "./valid-files.ts";

/** A file to share. */
export interface SampleFile {
  readonly fileName: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
  /** Makes the same kind of file in another size; null if the type needs more. */
  readonly ofSize?: (size: number) => Uint8Array | null;
}

/** Kinds that every target must accept: the type, its extension, and a maker of such files. */
const KINDS = [
  { extension: "txt", mimeType: "text/plain", make: asText },
  { extension: "png", mimeType: "image/png", make: asPng },
  { extension: "pdf", mimeType: "application/pdf", make: asPdf },
  { extension: "json", mimeType: "application/json", make: asJson },
  { extension: "xml", mimeType: "application/xml", make: asXml },
  { extension: "zip", mimeType: "application/zip", make: asZip },
  { extension: "jpg", mimeType: "image/jpeg", make: asJpeg },
  { extension: "md", mimeType: "text/markdown", make: asText },
  { extension: "csv", mimeType: "text/csv", make: asText },
] as const;
type Kind = (typeof KINDS)[number];

/** Returns a file of a kind and size; plain text if the kind needs more. */
function fileOf(base: string, kind: Kind, size: number, seed: number): SampleFile {
  const ofSize = (max: number) => kind.make(max, (length) => pseudoRandomBytes(length, seed));
  const bytes = ofSize(size);
  if (bytes === null) return fileOf(base, KINDS[0], size, seed);
  return { fileName: `${base}.${kind.extension}`, mimeType: kind.mimeType, bytes, ofSize };
}

/** Returns a small text file whose content depends on the key. */
export function sampleFile(key: string): SampleFile {
  const fileName = `${key.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.txt`;
  return { fileName, mimeType: "text/plain", bytes: Buffer.from(`the content of ${key}`) };
}

/** Returns pseudo-random bytes that depend on the seed: every value, no structure. */
export function pseudoRandomBytes(size: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
  for (let index = 0; index < size; index += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[index] = state & 0xff;
  }
  return bytes;
}

/** Sizes at which buffers, chunks and text columns end, up to half a MiB. */
export const SIZES = [1, 65_537, 300_001, 2, 255, 4096, 65_535, 65_536, 524_289] as const;

/** Returns a file of that size; the kind depends on the index, as far as it can be so small. */
export function fileOfSize(size: number, index: number): SampleFile {
  return fileOf(`of-${size}-bytes`, KINDS[index % KINDS.length] ?? KINDS[0], size, size);
}

/** Files with bytes that code may change: line ends, byte order marks, compressed data. */
export const FRAGILE_FILES: readonly SampleFile[] = [
  { fileName: "line-ends.txt", mimeType: "text/plain", bytes: Buffer.from("one\r\ntwo\nthree\rfour\n\n") },
  { fileName: "without-end.csv", mimeType: "text/csv", bytes: Buffer.from("a,b\r\n1,2") },
  { fileName: "marked.txt", mimeType: "text/plain", bytes: Buffer.from("\ufeffmarked, äöü, 文字, 😀\n") },
  { fileName: "not-utf8.txt", mimeType: "text/plain", bytes: Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xe9, 0x0a, 0x00]) },
  { fileName: "spaced.json", mimeType: "application/json", bytes: Buffer.from('{ "b" : 1.0,\n  "a" : [ ] }\n') },
  { fileName: "packed.gz", mimeType: "application/gzip", bytes: gzipSync("unpack me not ".repeat(40)) },
  {
    fileName: "every-byte.zip",
    mimeType: "application/zip",
    bytes: asZip(356, (length) => Uint8Array.from({ length }, (_, value) => value)) ?? new Uint8Array(),
  },
  { fileName: "blanks.txt", mimeType: "text/plain", bytes: Buffer.from("  \n\t \n") },
];

/** A valid picture. */
export const PICTURE: SampleFile = fileOf("picture", KINDS[1], 900, 11);

/** Returns the fragile file with this name. */
export function fragileFileNamed(fileName: string): SampleFile {
  const found = FRAGILE_FILES.find((file) => file.fileName === fileName);
  if (!found) throw new Error(`no fragile file has the name ${fileName}`);
  return found;
}

/** A file with an older name of its type: if that is granted, it counts like the newer one. */
export const OLDER_TYPE_NAME: SampleFile = {
  fileName: "older.yaml",
  mimeType: "application/x-yaml",
  bytes: Buffer.from("# kept\n- one\n"),
};

/**
 * Everything that code may change in texts: a byte order mark, all line ends, other scripts, invalid UTF-8, and
 * trailing spaces.
 */
export const FRAGILE_TEXT: SampleFile = {
  fileName: "all-touchy.txt",
  mimeType: "text/plain",
  bytes: Buffer.concat([
    Buffer.from("\ufeffone\r\ntwo\nthree\rfour, äöü, 文字, 😀\n"),
    Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xe9]),
    Buffer.from("  \t\n\n"),
  ]),
};

const plainName = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(..."abcXYZ0189") },
      { weight: 1, arbitrary: fc.constantFrom("-") },
    ),
    { minLength: 1, maxLength: 20 },
  )
  .map((letters) => `a${letters.join("")}z`);

/** The plain values that determine a random file: a report shows them, and a later run makes the same file. */
export interface FileRecipe {
  readonly name: string;
  readonly extension: Kind["extension"];
  /** In bytes. */
  readonly size: number;
  readonly seed: number;
}

/** Random plain names, kinds, sizes and bytes. */
export const anyFileRecipe: fc.Arbitrary<FileRecipe> = fc.record({
  name: plainName,
  extension: fc.constantFrom(...KINDS.map(({ extension }) => extension)),
  size: fc.oneof(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 65, max: 40_000 })),
  seed: fc.nat(),
});

/** Returns the file of a recipe. */
export function fileOfRecipe({ name: base, extension, size, seed }: FileRecipe): SampleFile {
  const kind = KINDS.find((one) => one.extension === extension) ?? KINDS[0];
  return fileOf(base, kind, size, seed);
}

/** A name with all kinds of unusual characters. */
export const UNUSUAL_NAME: SampleFile = {
  ...sampleFile("of an unusual name"),
  // Longer than a short column.
  fileName: "a-rather-long-Name+with&résumé-отчёт-报告-and-its-latest-but-one-Version.v2.txt",
};

/** The same name with a character that ends a URL path if it is not encoded. */
export const URL_CHARACTER_NAME: SampleFile = {
  ...sampleFile("of a name with a sign of addresses"),
  fileName: UNUSUAL_NAME.fileName.replace("Name+", "Name#+"),
};

/** Returns the description of a file for a report, with only the number of its bytes. */
export function describeFile({ fileName, mimeType, bytes }: SampleFile) {
  return { fileName, mimeType, sizeBytes: bytes.length };
}
