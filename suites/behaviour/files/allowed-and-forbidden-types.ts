/** The name and type of a file. */
export interface NamedType {
  readonly fileName: string;
  readonly mimeType: string;
}

const filesNamed = (fileName: string, ...mimeTypes: string[]): NamedType[] =>
  mimeTypes.map((mimeType) => ({ fileName, mimeType }));

/**
 * The kinds of files that must be accepted, each with its usual media types. At least one of several must be accepted:
 * the contract leaves open which names of a kind a target knows.
 */
export const ALLOWED_KINDS: readonly { readonly kind: string; readonly files: readonly NamedType[] }[] = [
  { kind: "a PNG image", files: filesNamed("picture.png", "image/png") },
  { kind: "a JPEG image", files: filesNamed("picture.jpg", "image/jpeg") },
  { kind: "a GIF image", files: filesNamed("picture.gif", "image/gif") },
  { kind: "a WebP image", files: filesNamed("picture.webp", "image/webp") },
  { kind: "plain text", files: filesNamed("notes.txt", "text/plain") },
  { kind: "plain text, of a name with several dots", files: filesNamed("notes.of.v1.2.txt", "text/plain") },
  { kind: "Markdown", files: filesNamed("notes.md", "text/markdown", "text/x-markdown", "text/plain") },
  { kind: "comma-separated text", files: filesNamed("table.csv", "text/csv", "text/plain") },
  {
    kind: "source code",
    files: [
      ...filesNamed("code.js", "text/javascript", "application/javascript"),
      ...filesNamed("code.py", "text/x-python", "application/x-python-code"),
      ...filesNamed("code.ts", "text/typescript", "application/typescript"),
      ...filesNamed("code.css", "text/css"),
    ],
  },
  { kind: "PDF", files: filesNamed("paper.pdf", "application/pdf") },
  { kind: "JSON", files: filesNamed("data.json", "application/json") },
  { kind: "XML", files: filesNamed("data.xml", "application/xml", "text/xml") },
  {
    kind: "YAML",
    files: filesNamed("data.yaml", "application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml"),
  },
  // These two are registered, and match the words of the rule exactly.
  { kind: "zip", files: filesNamed("archive.zip", "application/zip") },
  { kind: "gzip", files: filesNamed("archive.gz", "application/gzip") },
];

/** Returns the other media types of a kind of file with the same extension. */
export function otherTypesOf({ fileName, mimeType }: NamedType): readonly string[] {
  const extension = extensionOf(fileName);
  const isSame = (namedType: NamedType) =>
    namedType.mimeType === mimeType && extensionOf(namedType.fileName) === extension;
  const { files = [] } = ALLOWED_KINDS.find((kind) => kind.files.some(isSame)) ?? {};
  return files
    .filter((namedType) => extensionOf(namedType.fileName) === extension && !isSame(namedType))
    .map((namedType) => namedType.mimeType);
}

function extensionOf(fileName: string): string {
  return fileName.slice(fileName.lastIndexOf("."));
}

/** Files of no allowed kind, neither by type nor by extension. */
export const FORBIDDEN_TYPES: readonly NamedType[] = [
  // One of each kind first.
  ...filesNamed("song.mp3", "audio/mpeg"),
  ...filesNamed("film.mp4", "video/mp4"),
  ...filesNamed("setup.exe", "application/x-msdownload"),
  // Contains the name of an allowed kind.
  ...filesNamed("packed.bz2", "application/x-bzip2"),
  // Begins like the name of an allowed kind.
  ...filesNamed("scan.raw", "imagery/x-raw"),
  ...filesNamed("slides.pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
  ...filesNamed("letter.doc", "application/msword"),
  ...filesNamed("packed.rar", "application/vnd.rar"),
  ...filesNamed("font.woff2", "font/woff2"),
  ...filesNamed("sound.wav", "audio/wav"),
  ...filesNamed("film.webm", "video/webm"),
  ...filesNamed("packed.7z", "application/x-7z-compressed"),
  ...filesNamed("setup.exe", "application/vnd.microsoft.portable-executable"),
  ...filesNamed("table.xls", "application/vnd.ms-excel"),
  ...filesNamed("books.sqlite", "application/vnd.sqlite3"),
  ...filesNamed("shape.glb", "model/gltf-binary"),
  ...filesNamed("disk.iso", "application/x-iso9660-image"),
  ...filesNamed("disk.dmg", "application/x-apple-diskimage"),
];

/** Generic types, with names of no allowed kind: some targets only check the name for such types. */
export const FORBIDDEN_NAMES: readonly NamedType[] = [
  ...filesNamed("setup.exe", "application/octet-stream"),
  ...filesNamed("library.dll", "application/octet-stream"),
  ...filesNamed("disk.iso", "application/octet-stream"),
  ...filesNamed("raw.bin", "application/octet-stream"),
];
