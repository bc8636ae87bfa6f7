import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { asJpeg, asJson, asPdf, asPng, asText, asXml, asZip } from "./genuine.ts";

/** A file to share. */
export interface SampleFile {
  readonly fileName: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
  /** The same kind of file in another size; null where the type takes more. */
  readonly ofSize?: (size: number) => Uint8Array | null;
}

/** What a file can be without any doubt: the type with an extension of its own, and how a file of that type is created. */
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

/** A file of a kind, of that size; a plain text where the kind takes more. */
function fileOf(base: string, kind: Kind, size: number, seed: number): SampleFile {
  const ofSize = (most: number) => kind.make(most, (room) => noise(room, seed));
  const bytes = ofSize(size);
  if (bytes === null) return fileOf(base, KINDS[0], size, seed);
  return { fileName: `${base}.${kind.extension}`, mimeType: kind.mimeType, bytes, ofSize };
}

/** A small text file whose content the key decides. */
export function sampleFile(key: string): SampleFile {
  const fileName = `${key.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.txt`;
  return { fileName, mimeType: "text/plain", bytes: Buffer.from(`the content of ${key}`) };
}

/** Bytes that look random and are the same for the same seed: every value, no structure. */
export function noise(size: number, seed: number): Uint8Array {
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

/** Sizes at which buffers, chunks and text columns end, up to half a megabyte. */
export const SIZES = [1, 65_537, 300_001, 2, 255, 4096, 65_535, 65_536, 524_289] as const;

/** A file of that size, of one kind after the other, as far as the kind can be so small. */
export function fileOfSize(size: number, index: number): SampleFile {
  return fileOf(`of-${size}-bytes`, KINDS[index % KINDS.length] ?? KINDS[0], size, size);
}

/** Bytes that someone who means well might touch: line ends, marks of encodings, what is packed already. */
export const TOUCHY: readonly SampleFile[] = [
  { fileName: "line-ends.txt", mimeType: "text/plain", bytes: Buffer.from("one\r\ntwo\nthree\rfour\n\n") },
  { fileName: "without-end.csv", mimeType: "text/csv", bytes: Buffer.from("a,b\r\n1,2") },
  { fileName: "marked.txt", mimeType: "text/plain", bytes: Buffer.from("\ufeffmarked, äöü, 文字, 😀\n") },
  { fileName: "not-utf8.txt", mimeType: "text/plain", bytes: Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xe9, 0x0a, 0x00]) },
  { fileName: "spaced.json", mimeType: "application/json", bytes: Buffer.from('{ "b" : 1.0,\n  "a" : [ ] }\n') },
  { fileName: "packed.gz", mimeType: "application/gzip", bytes: gzipSync("unpack me not ".repeat(40)) },
  {
    fileName: "every-byte.zip",
    mimeType: "application/zip",
    bytes: asZip(356, (room) => Uint8Array.from({ length: room }, (_, value) => value)) ?? new Uint8Array(),
  },
  { fileName: "blanks.txt", mimeType: "text/plain", bytes: Buffer.from("  \n\t \n") },
];

/** A picture that is one. */
export const PICTURE: SampleFile = fileOf("picture", KINDS[1], 900, 11);

/** Of these the one of that name. */
export function sampleOf(fileName: string): SampleFile {
  const found = TOUCHY.find((file) => file.fileName === fileName);
  if (!found) throw new Error(`no sample has the name ${fileName}`);
  return found;
}

/** A file under an older name of its type: where that is granted it is as good as the newer one. */
export const OF_OLDER_NAME: SampleFile = {
  fileName: "older.yaml",
  mimeType: "application/x-yaml",
  bytes: Buffer.from("# kept\n- one\n"),
};

/** All at once of what is touched in texts: a mark, every end of a line, other scripts, what is no UTF-8, and spaces at the end. */
export const ALL_TOUCHY: SampleFile = {
  fileName: "all-touchy.txt",
  mimeType: "text/plain",
  bytes: Buffer.concat([
    Buffer.from("\ufeffone\r\ntwo\nthree\rfour, äöü, 文字, 😀\n"),
    Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xe9]),
    Buffer.from("  \t\n\n"),
  ]),
};

const name = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(..."abcXYZ0189") },
      { weight: 1, arbitrary: fc.constantFrom("-") },
    ),
    { minLength: 1, maxLength: 20 },
  )
  .map((letters) => `a${letters.join("")}z`);

/** What decides a random file, in plain values: a report shows it, and a later run makes the same file of it. */
export interface Recipe {
  readonly name: string;
  readonly extension: Kind["extension"];
  /** In bytes. */
  readonly size: number;
  readonly seed: number;
}

/** Random plain names, kinds, sizes and bytes. */
export const anyRecipe: fc.Arbitrary<Recipe> = fc.record({
  name,
  extension: fc.constantFrom(...KINDS.map(({ extension }) => extension)),
  size: fc.oneof(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 65, max: 40_000 })),
  seed: fc.nat(),
});

/** The file of a recipe. */
export function fileFrom({ name: base, extension, size, seed }: Recipe): SampleFile {
  const kind = KINDS.find((one) => one.extension === extension) ?? KINDS[0];
  return fileOf(base, kind, size, seed);
}

/** All of these in one name. */
export const UNUSUAL_NAME: SampleFile = {
  ...sampleFile("of an unusual name"),
  // Longer than a short column holds.
  fileName: "a-rather-long-Name+with&résumé-отчёт-报告-and-its-latest-but-one-Version.v2.txt",
};

/** The same with a sign that ends an address, where it is in one as it is. */
export const ADDRESS_NAME: SampleFile = {
  ...sampleFile("of a name with a sign of addresses"),
  fileName: UNUSUAL_NAME.fileName.replace("Name+", "Name#+"),
};

/** What a file looks like in a report: its bytes by number alone. */
export function describeFile({ fileName, mimeType, bytes }: SampleFile) {
  return { fileName, mimeType, sizeBytes: bytes.length };
}
