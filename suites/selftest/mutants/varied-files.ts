import type { RandomChoices } from "./random-choices.ts";

/** A file to upload. */
export interface VariedFile {
  readonly fileName: string;
  readonly mimeType: string;
  readonly content: Buffer;
}

const TYPES: readonly (readonly [type: string, extension: string])[] = [
  ...(["png", "jpeg", "gif", "webp", "bmp", "svg+xml"] as const).map(
    (one) => [`image/${one}`, one.slice(0, 3)] as const,
  ),
  ...(
    [
      ["plain", "txt"],
      ["markdown", "md"],
      ["html", "html"],
      ["css", "css"],
      ["csv", "csv"],
      ["javascript", "js"],
      ["x-python", "py"],
    ] as const
  ).map(([type, extension]) => [`text/${type}`, extension] as const),
  ...(
    [
      "pdf",
      "json",
      "xml",
      "yaml",
      "x-yaml",
      "zip",
      "x-zip-compressed",
      "gzip",
      "x-gzip",
      "javascript",
      "typescript",
      "ld+json",
      "atom+xml",
    ] as const
  ).map((one) => [`application/${one}`, one.replace(/.*[+-]/, "")] as const),
  ...(["octet-stream", "msword", "vnd.ms-excel", "vnd.sqlite3", "x-iso9660-image", "x-msdownload"] as const).map(
    (one) => [`application/${one}`, "bin"] as const,
  ),
  ["video/mp4", "mp4"],
  ["audio/mpeg", "mp3"],
  ["model/gltf-binary", "glb"],
];

const NAMES = [
  "report",
  "archive.tar",
  "naïve café",
  "a b",
  "x",
  "UPPER",
  "v1.2.3",
  "setup.exe",
  ".hidden",
  "päper",
  "quote'd",
];

/** Contents of files, each of another size, so that the size of an upload request identifies its content. */
const CONTENTS: readonly Buffer[] = [
  Buffer.from("x"),
  Buffer.from("abc"),
  Buffer.from("plain text\nof two lines\n"),
  Buffer.from("no last line break"),
  Buffer.from("dos\r\nlines\r\n"),
  Buffer.from("\ufeffbyte order mark\n"),
  Buffer.from('{ "a": 1, "b": [1, 2] }\n'),
  Buffer.from("<html><script>1</script></html>"),
  Buffer.from([0, 1, 2, 0, 255, 254, 128]),
  Buffer.from([0x1f, 0x8b, ...Array(18).fill(0)]),
  Buffer.alloc(700, 0xe9),
  Buffer.from("grüße 😀 ".repeat(20)),
];
/** Sizes around which servers process files differently. */
const LARGE = [65_537, 65_537, 200_001, 1_048_577].map((size) => Buffer.alloc(size, "0123456789 large\n"));

/** Typical first bytes of files of a type. */
const USUAL: readonly (readonly [type: RegExp, bytes: string])[] = [
  [/html/, "<html>"],
  [/json/, "{ "],
  [/gzip/, "\x1f\x8b"],
  [/^image/, "\xe9\xe9"],
  [/^text/, "dos"],
];
const SHARES = { large: 0.04, usual: 0.4 };

/** Returns a file of any type, name and content; large ones are rare, because they take long. */
export function variedFile(chance: RandomChoices): VariedFile {
  const [mimeType, extension] = chance.pick(TYPES) ?? ["text/plain", "txt"];
  const begin = USUAL.find(([type]) => type.test(mimeType))?.[1];
  const usual = CONTENTS.find((one) => begin !== undefined && one.toString("latin1").startsWith(begin));
  const any = chance.pick(chance.happens(SHARES.large) ? LARGE : CONTENTS);
  const content = (chance.happens(SHARES.usual) ? usual : undefined) ?? any ?? Buffer.alloc(1);
  return { fileName: `${chance.pick(NAMES)}.${extension}`, mimeType, content };
}

/** Bytes of a file that was announced with this size. */
export function contentOf(size: number): Buffer {
  return [...CONTENTS, ...LARGE].find(({ length }) => length === size) ?? Buffer.alloc(Math.min(size, SMALL), "x");
}

/** So much is sent of a file of any other size, at most. */
const SMALL = 300;
