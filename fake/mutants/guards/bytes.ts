import type { Guard } from "../model.ts";

interface File {
  /** Byte for byte, as Latin-1. */
  readonly content: string;
  readonly type: string;
}

const beyond =
  (size: number) =>
  ({ content }: File) =>
    content.length > size;

/** Kinds of file that servers treat otherwise than the rest. */
const KINDS: Readonly<Record<string, (file: File) => boolean>> = {
  "bytes=beyond-64-kib": beyond(65_536),
  "bytes=beyond-200-kb": beyond(200_000),
  "bytes=beyond-1-mib": beyond(1_048_576),
  "bytes=binary": ({ content }) => !isUtf8(content),
  "bytes=byte-order-mark": ({ content }) => content.startsWith("\u00ef\u00bb\u00bf"),
  "bytes=carriage-returns": ({ content, type }) => type.startsWith("text/") && content.includes("\r\n"),
  "bytes=no-last-newline": ({ content, type }) => type.startsWith("text/") && !content.endsWith("\n"),
  "bytes=zero": ({ content }) => content.includes("\0"),
  "bytes=gzip": ({ type, content }) => type.includes("gzip") && content.startsWith("\u001f\u008b"),
  "bytes=json-with-blanks": ({ type, content }) => type === "application/json" && /[:,]\s|^\s|\s$/.test(content),
  "bytes=script": ({ type, content }) => type === "text/html" && content.includes("<script"),
  "bytes=image": ({ type, content }) => type.startsWith("image/") && content.length > 512,
};

const isUtf8 = (content: string): boolean => {
  const bytes = Buffer.from(content, "latin1");
  return Buffer.from(bytes.toString("utf8")).equals(bytes);
};

/** The bytes of a file are of some kind: `bytes=zero`. */
export const bytes: Guard = {
  name: "bytes",
  levels: (site) => (site.kind === "bytes" ? Object.keys(KINDS) : []),
  values: (level) => (value, holder) =>
    KINDS[level]?.({ content: String(value), type: String(holder.mimeType) }) === true,
};

/** A file is served once more: `served=again`, `served=third-time`. */
const TIMES: Readonly<Record<string, number>> = { "served=again": 2, "served=third-time": 3 };

export const served: Guard = {
  name: "served",
  levels: (site) => (site.kind === "bytes" && site.rule === "served" ? Object.keys(TIMES) : []),
  values: (level) => {
    const times = new Map<string, number>();
    return (_value, { id }) => {
      const count = (times.get(String(id)) ?? 0) + 1;
      times.set(String(id), count);
      return count >= (TIMES[level] ?? 1);
    };
  },
};
