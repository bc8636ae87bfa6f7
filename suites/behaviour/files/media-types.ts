/** A file by its name and type. */
export interface NamedType {
  readonly fileName: string;
  readonly mimeType: string;
}

const named = (fileName: string, ...mimeTypes: string[]): NamedType[] =>
  mimeTypes.map((mimeType) => ({ fileName, mimeType }));

/**
 * The kinds of files that have to be taken, each with its usual media types. Where there are several, one of them has
 * to be taken: which names of a kind a target knows is open.
 */
export const ALLOWED: readonly { readonly kind: string; readonly files: readonly NamedType[] }[] = [
  { kind: "a PNG image", files: named("picture.png", "image/png") },
  { kind: "a JPEG image", files: named("picture.jpg", "image/jpeg") },
  { kind: "a GIF image", files: named("picture.gif", "image/gif") },
  { kind: "a WebP image", files: named("picture.webp", "image/webp") },
  { kind: "plain text", files: named("notes.txt", "text/plain") },
  { kind: "plain text, of a name with several dots", files: named("notes.of.v1.2.txt", "text/plain") },
  { kind: "Markdown", files: named("notes.md", "text/markdown", "text/x-markdown", "text/plain") },
  { kind: "comma-separated text", files: named("table.csv", "text/csv", "text/plain") },
  {
    kind: "source code",
    files: [
      ...named("code.js", "text/javascript", "application/javascript"),
      ...named("code.py", "text/x-python", "application/x-python-code"),
      ...named("code.ts", "text/typescript", "application/typescript"),
      ...named("code.css", "text/css"),
    ],
  },
  { kind: "PDF", files: named("paper.pdf", "application/pdf") },
  { kind: "JSON", files: named("data.json", "application/json") },
  { kind: "XML", files: named("data.xml", "application/xml", "text/xml") },
  { kind: "YAML", files: named("data.yaml", "application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml") },
  // Registered for long, these two are what the words of the rule say.
  { kind: "zip", files: named("archive.zip", "application/zip") },
  { kind: "gzip", files: named("archive.gz", "application/gzip") },
];

/** The other media types of a kind of file, for one with the extension of a name in the list. */
export function otherTypesOf({ fileName, mimeType }: NamedType): readonly string[] {
  const extension = extensionOf(fileName);
  const isSame = (one: NamedType) => one.mimeType === mimeType && extensionOf(one.fileName) === extension;
  const { files = [] } = ALLOWED.find((kind) => kind.files.some(isSame)) ?? {};
  return files.filter((one) => extensionOf(one.fileName) === extension && !isSame(one)).map((one) => one.mimeType);
}

function extensionOf(fileName: string): string {
  return fileName.slice(fileName.lastIndexOf("."));
}

/** Files of no allowed kind, whether a target looks at the type or at the extension. */
export const FORBIDDEN: readonly NamedType[] = [
  // One of each kind first.
  ...named("song.mp3", "audio/mpeg"),
  ...named("film.mp4", "video/mp4"),
  ...named("setup.exe", "application/x-msdownload"),
  // Which has the name of an allowed kind within its own.
  ...named("packed.bz2", "application/x-bzip2"),
  // Which begins like the name of an allowed kind.
  ...named("scan.raw", "imagery/x-raw"),
  ...named("slides.pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
  ...named("letter.doc", "application/msword"),
  ...named("packed.rar", "application/vnd.rar"),
  ...named("font.woff2", "font/woff2"),
  ...named("sound.wav", "audio/wav"),
  ...named("film.webm", "video/webm"),
  ...named("packed.7z", "application/x-7z-compressed"),
  ...named("setup.exe", "application/vnd.microsoft.portable-executable"),
  ...named("table.xls", "application/vnd.ms-excel"),
  ...named("books.sqlite", "application/vnd.sqlite3"),
  ...named("shape.glb", "model/gltf-binary"),
  ...named("disk.iso", "application/x-iso9660-image"),
  ...named("disk.dmg", "application/x-apple-diskimage"),
];

/** Types that say nothing, under names of no allowed kind: with another name some look at that alone. */
export const FORBIDDEN_BY_NAME: readonly NamedType[] = [
  ...named("setup.exe", "application/octet-stream"),
  ...named("library.dll", "application/octet-stream"),
  ...named("disk.iso", "application/octet-stream"),
  ...named("raw.bin", "application/octet-stream"),
];
