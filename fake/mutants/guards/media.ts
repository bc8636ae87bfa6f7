import { bodyMember } from "../../overrides/hooks.ts";
import type { Guard } from "../model.ts";

const exactly = (type: string) => new RegExp(`^${type}$`);

/** Kinds of media type. */
const TYPES: Readonly<Record<string, RegExp>> = {
  image: /^image\//,
  "image-but-png": /^image\/(?!png$)/,
  jpeg: exactly("image/jpeg"),
  gif: exactly("image/gif"),
  webp: exactly("image/webp"),
  plain: exactly("text/plain"),
  markdown: exactly("text/markdown"),
  javascript: exactly("text/javascript"),
  code: /x-|javascript|typescript|css|html/,
  pdf: exactly("application/pdf"),
  json: exactly("application/json"),
  xml: /xml/,
  yaml: /yaml/,
  "x-yaml": exactly("application/x-yaml"),
  zip: /^application\/(x-)?zip\b/,
  gzip: /gzip/,
  "gzip-by-its-name": exactly("application/gzip"),
  "with-plus": /\+/,
  video: /^video\//,
  audio: /^audio\//,
  application: /^application\//,
  "octet-stream": exactly("application/octet-stream"),
  "begins-like-text": /^(image|text)/,
  "holds-zip": /zip/,
  "holds-xml-or-zip": /xml|zip/,
  word: exactly("application/msword"),
  spreadsheet: exactly("application/vnd.ms-excel"),
  database: exactly("application/vnd.sqlite3"),
  model: /^model\//,
  disk: exactly("application/x-iso9660-image"),
};

/** What none of the classes of files that are taken holds. */
const REJECTED = new Set(
  ["video", "audio", "octet-stream", "word", "spreadsheet", "database", "model", "disk"].map(
    (one) => `mimeType=${one}`,
  ),
);

/** Kinds of file name. */
const NAMES: Readonly<Record<string, RegExp>> = {
  "several-dots": /\..*\./,
  "of-document": /\.(txt|png|pdf|json)$/,
  "of-image": /\.(png|jpe?g)$/,
  "not-of-program": /^(?!.*\.(exe|dll|iso)$)/i,
};

const SIZES: Readonly<Record<string, (size: number) => boolean>> = {
  "one-byte": (size) => size === 1,
  "few-bytes": (size) => size < 5,
  "beyond-1-mib": (size) => size > 1_048_576,
  "beyond-32-bits": (size) => size >= 2 ** 32,
};

const KINDS: Readonly<Record<string, Readonly<Record<string, (given: unknown) => boolean>>>> = {
  mimeType: matching(TYPES),
  fileName: matching(NAMES),
  sizeBytes: Object.fromEntries(Object.entries(SIZES).map(([name, holds]) => [name, (given) => holds(Number(given))])),
};

function matching(patterns: Readonly<Record<string, RegExp>>) {
  return Object.fromEntries(
    Object.entries(patterns).map(([name, pattern]) => [name, (given: unknown) => pattern.test(String(given))]),
  );
}

/** The file that an upload announces is of some kind: `mimeType=image`, `fileName=several-dots`, `sizeBytes=one-byte`. */
export const media: Guard = {
  name: "media",
  rejected: (level) => (REJECTED.has(level) ? "invalid" : null),
  levels: ({ operation }) =>
    operation === "request-file-upload"
      ? Object.entries(KINDS).flatMap(([name, kinds]) => Object.keys(kinds).map((kind) => `${name}=${kind}`))
      : [],
  calls: (level) => {
    const [name = "", kind = ""] = level.split("=");
    return (call) => KINDS[name]?.[kind]?.(bodyMember(call, name)) === true;
  },
};
