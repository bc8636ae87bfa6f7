const ALLOWED = new Set([
  "application/pdf",
  "application/json",
  "application/xml",
  "application/yaml",
  "application/x-yaml",
  "application/zip",
  "application/x-zip-compressed",
  "application/gzip",
  "application/x-gzip",
  "application/javascript",
  "application/typescript",
]);

const TYPE = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/;

/** The type is returned in a header, which allows only these characters. */
const PRINTABLE = /^[\x20-\x7e]*$/;

/**
 * Returns true if files of this MIME type may be shared: images, text and code, PDF, JSON, XML, YAML, zip and gzip;
 * parameters are ignored.
 */
export function isAllowedType(mimeType: string): boolean {
  const type = essence(mimeType);
  if (!TYPE.test(type) || !PRINTABLE.test(mimeType)) return false;
  return type.startsWith("image/") || type.startsWith("text/") || /\+(json|xml)$/.test(type) || ALLOWED.has(type);
}

/** Returns the kind of file that an attachment shows. */
export function fileTypeOf(mimeType: string, name: string): string {
  const type = essence(mimeType);
  if (type === "application/pdf") return "pdf";
  if (type.startsWith("image/")) return "image";
  if (/(zip|gzip)$/.test(type)) return "archive";
  if (type === "text/markdown" || /\.(md|markdown)$/i.test(name)) return "markdown";
  if (/(json|xml|yaml|csv|tab-separated-values)$/.test(type)) return "data";
  return "code";
}

/** Returns a size for people: `512 B`, `12.3 KB`, `4.0 MB`. */
export function displaySize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / (1024 * 1024)).toFixed(1)} MB`;
}

function essence(mimeType: string): string {
  return (mimeType.split(";", 1)[0] ?? "").trim().toLowerCase();
}
