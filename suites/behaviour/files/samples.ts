import { gzipSync } from "node:zlib";
import fc from "fast-check";

/** A file to share. */
export interface SampleFile {
  readonly fileName: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

/** What a file can be without any doubt: the type with an extension of its own. */
const KINDS = [
  { extension: "txt", mimeType: "text/plain" },
  { extension: "png", mimeType: "image/png" },
  { extension: "pdf", mimeType: "application/pdf" },
  { extension: "json", mimeType: "application/json" },
  { extension: "xml", mimeType: "application/xml" },
  { extension: "zip", mimeType: "application/zip" },
  { extension: "jpg", mimeType: "image/jpeg" },
  { extension: "md", mimeType: "text/markdown" },
  { extension: "csv", mimeType: "text/csv" },
] as const;

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

/** A file of that size, of one kind after the other. */
export function fileOfSize(size: number, index: number): SampleFile {
  const { extension, mimeType } = KINDS[index % KINDS.length] ?? KINDS[0];
  return { fileName: `of-${size}-bytes.${extension}`, mimeType, bytes: noise(size, size) };
}

/** Bytes that somebody who means well might touch: line ends, marks of encodings, what is packed already. */
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
    bytes: Uint8Array.from({ length: 256 }, (_, value) => value),
  },
  { fileName: "blanks.txt", mimeType: "text/plain", bytes: Buffer.from("  \n\t \n") },
];

const LETTERS = [..."abcXYZ0189éüñжя中文"];
const name = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...LETTERS) },
      { weight: 1, arbitrary: fc.constantFrom("-", "_") },
    ),
    {
      minLength: 1,
      maxLength: 20,
    },
  )
  .map((letters) => `a${letters.join("")}z`);

/** Files with random names, kinds and bytes. */
export const anyFile: fc.Arbitrary<SampleFile> = fc
  .record({
    name,
    kind: fc.constantFrom(...KINDS),
    size: fc.oneof(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 65, max: 40_000 })),
    seed: fc.nat(),
  })
  .map(({ name: base, kind, size, seed }) => ({
    fileName: `${base}.${kind.extension}`,
    mimeType: kind.mimeType,
    bytes: noise(size, seed),
  }));

/** A large file with a long name of plain letters and an inner dot, and one of each kind that others are taken for. */
export const PLAIN: readonly SampleFile[] = [
  {
    fileName: "a-rather-long-name-of-plain-letters-and-its-version.v2.txt",
    mimeType: "text/plain",
    bytes: noise(70_001, 7),
  },
  { fileName: "photo.jpg", mimeType: "image/jpeg", bytes: noise(1201, 8) },
  { fileName: "notes.md", mimeType: "text/markdown", bytes: noise(701, 9) },
];

/** What a file looks like in a report: its bytes by number alone. */
export function describeFile({ fileName, mimeType, bytes }: SampleFile) {
  return { fileName, mimeType, sizeBytes: bytes.length };
}
