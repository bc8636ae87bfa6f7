/** The name and type of a file. */
export interface NamedType {
  readonly fileName: string;
  readonly mimeType: string;
}

const named = (fileName: string, ...mimeTypes: string[]): NamedType[] =>
  mimeTypes.map((mimeType) => ({ fileName, mimeType }));

/**
 * The kinds of files that must be accepted, each with its usual media types. At least one of several must be accepted:
 * the contract leaves open which names of a kind a target knows.
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
  // These two are registered, and match the words of the rule exactly.
  { kind: "zip", files: named("archive.zip", "application/zip") },
  { kind: "gzip", files: named("archive.gz", "application/gzip") },
];

/** Returns the other media types of a kind of file with the same extension. */
export function otherTypesOf({ fileName, mimeType }: NamedType): readonly string[] {
  const extension = extensionOf(fileName);
  const isSame = (one: NamedType) => one.mimeType === mimeType && extensionOf(one.fileName) === extension;
  const { files = [] } = ALLOWED.find((kind) => kind.files.some(isSame)) ?? {};
  return files.filter((one) => extensionOf(one.fileName) === extension && !isSame(one)).map((one) => one.mimeType);
}

function extensionOf(fileName: string): string {
  return fileName.slice(fileName.lastIndexOf("."));
}

/** Files of no allowed kind, neither by type nor by extension. */
export const FORBIDDEN: readonly NamedType[] = [
  // One of each kind first.
  ...named("song.mp3", "audio/mpeg"),
  ...named("film.mp4", "video/mp4"),
  ...named("setup.exe", "application/x-msdownload"),
  // Contains the name of an allowed kind.
  ...named("packed.bz2", "application/x-bzip2"),
  // Begins like the name of an allowed kind.
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

/** Generic types, with names of no allowed kind: some targets only check the name for such types. */
export const FORBIDDEN_BY_NAME: readonly NamedType[] = [
  ...named("setup.exe", "application/octet-stream"),
  ...named("library.dll", "application/octet-stream"),
  ...named("disk.iso", "application/octet-stream"),
  ...named("raw.bin", "application/octet-stream"),
];
