import { isObject, type Json } from "../../../spec/json.ts";
import { OPERATIONS } from "../../operations.ts";
import { ownKey } from "../../overrides/identities.ts";
import { wordsOf } from "../../text/words.ts";
import { inputAt, namedInputs } from "../inputs.ts";
import type { Guard, Site } from "../model.ts";
import { type EditableSite, isEditable, isProse, listedAt, nameAt, typeOf } from "../operators/value-operator.ts";
import { isAccepted } from "./accepted.ts";
import { PAGED } from "./calls.ts";
import { type Classes, INSTANT_CLASSES, TEXT_CLASSES } from "./classes.ts";

/** Returns the subject of guards that test the value of a site: its input, or the shown value. */
const ownValue = (site: Site): readonly string[] => [site.kind === "input" ? site.name : "value"];

const valueIn = (level: string): string => level.slice(level.indexOf("=") + 1);

const CLASSES: Classes<string> = { ...TEXT_CLASSES, ...INSTANT_CLASSES };
const textLevels = (of: "text" | "names", classes: object) => Object.keys(classes).map((name) => `${of}=${name}`);

/** The kind of a text, of one in a list or free JSON, or of a name in it: `text=long`, `names=non-ascii`. */
const text: Guard = {
  name: "text",
  needsValue: true,
  about: (_level, site) => ownValue(site),
  levels: (site) => {
    if (!isEditable(site)) return [];
    if (typeOf(site) === "object") return [...textLevels("text", TEXT_CLASSES), ...textLevels("names", TEXT_CLASSES)];
    if (site.kind === "input" && site.field.kind === "instant") return textLevels("text", INSTANT_CLASSES);
    const isTexts = site.kind === "input" && site.field.kind === "texts";
    return isProse(site) || isTexts ? textLevels("text", TEXT_CLASSES) : [];
  },
  never: (level, site) => {
    const isOfClass = CLASSES[valueIn(level)];
    if (level.startsWith("names=") || isOfClass === undefined || !isEditable(site)) return false;
    const inputs = OPERATIONS.flatMap((one) => namedInputs(one.id)).filter((one) => one.name === nameAt(site));
    const holds = (given: unknown) => typeof given === "string" && isOfClass(given);
    return inputs.length > 0 && inputs.every(({ field }) => !isAccepted(field, "body", holds));
  },
  values: (level) => (value) =>
    textsIn(value, level.startsWith("names=")).some((one) => CLASSES[valueIn(level)]?.(one) === true),
};

/** Returns the texts in a value, or the names of its members. */
function textsIn(value: Json, names: boolean): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, names));
  if (!isObject(value)) return typeof value === "string" && !names ? [value] : [];
  const inside = Object.values(value).flatMap((member) => textsIn(member ?? null, names));
  return names ? [...Object.keys(value), ...inside] : inside;
}

const sizeOf = (value: Json): number =>
  Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : Number.NaN;

/** Sorts of value, by name. */
const SORTS: Classes<Json> = {
  empty: (value) => sizeOf(value) === 0,
  several: (value) => sizeOf(value) > 1,
  large: (value) => Buffer.byteLength(JSON.stringify(value)) > 3500,
  fraction: (value) => !Number.isInteger(Number(value)),
};

/** Types of file that a server may treat differently. */
const MEDIA_TYPES = [
  ...["application/gzip", "application/yaml", "application/x-yaml", "image/gif", "image/webp"],
  ...["image/svg+xml", "text/html", "text/javascript"],
];

/** The value itself: a listed one, a number at an end of its range, or an empty value: `value=0`, `value=empty`. */
const ownValues: Guard = {
  name: "value",
  needsValue: true,
  about: (_level, site) => ownValue(site),
  levels: (site) => (site.kind === "value" || site.kind === "input" ? valuesAt(site).map((one) => `value=${one}`) : []),
  values: (level) => SORTS[valueIn(level)] ?? ((given) => String(given) === valueIn(level)),
};

function valuesAt(site: EditableSite): readonly unknown[] {
  const type = typeOf(site) ?? "";
  if (nameAt(site) === "mimeType") return MEDIA_TYPES;
  if (type === "array" || type === "object") return ["empty", "several", "large"];
  if (type === "boolean") return [true, false];
  if (type === "string") return listedAt(site) ?? [];
  if (type !== "number" && type !== "integer") return [];
  const { kind, maximum } = site.kind === "input" ? site.field : {};
  const numbers = [...new Set([0, 1, maximum ?? 0])];
  return type === "number" && kind !== "integer" ? [...numbers, "fraction"] : numbers;
}

/** A list of at least this many items: `items>=10`. */
const items: Guard = {
  name: "items",
  levels: (site) => {
    const isListed = site.kind === "list" || (site.kind === "value" && site.path.includes("*"));
    return isListed ? ["items=1", "items>=3", "items>=10"] : [];
  },
  values: (level) => {
    const [, sign, count] = /^items(=|>=)(\d+)$/.exec(level) ?? [];
    return (_value, _holder, listed) => (sign === "=" ? listed === Number(count) : (listed ?? 0) >= Number(count));
  },
};

/** Items on a page when the request names no limit. */
const USUAL = 20;

/** The number of items on a page relative to the requested limit. */
const FILLED: Readonly<Record<string, (count: number, limit: number) => boolean>> = {
  "filled=not-at-all": (count) => count === 0,
  "filled=in-part": (count, limit) => count > 0 && count < limit,
  "filled=whole": (count, limit) => count === limit,
};

/** A page with as many items as requested, or fewer: `filled=in-part`. */
const filled: Guard = {
  name: "filled",
  about: () => ["items", "limit"],
  levels: (site) => {
    const isPage = site.kind === "list" || (site.kind === "value" && nameAt(site) === "hasMore");
    return isPage && PAGED.has(site.operation) ? Object.keys(FILLED) : [];
  },
  tracking: (level, site) => {
    let limit = USUAL;
    return {
      calls: ({ query }) => {
        limit = Number(query.get("limit") ?? USUAL);
        return true;
      },
      values: (_value, holder, listed) => {
        const count = site.kind === "list" ? listed : Object.values(holder).find(Array.isArray)?.length;
        return FILLED[level]?.(count ?? 0, limit) === true;
      },
    };
  },
};

/** The parts of a text that an index contains. */
const LEFT_OUT: Readonly<Record<string, (text: string) => string>> = {
  "behind-200": (text) => text.slice(0, 200),
  "behind-4000": (text) => text.slice(0, 4000),
  "behind-first-line": (text) => text.split("\n")[0] ?? "",
  "last-word": (text) => text.replace(/\s?\S+$/, ""),
  "long-word": (text) => text.replaceAll(/[\p{L}\p{N}]{16,}/gu, ""),
  number: (text) => text.replaceAll(/\b\d+\b/gu, ""),
  code: (text) => text.replaceAll(/`[^`\n]+`/gu, ""),
  "code-block": (text) => text.replaceAll(/```[^`]*```/gu, ""),
};

/** A text search and the text that it searches. */
const SEARCHES: Readonly<Record<string, { readonly query: string; readonly text: string }>> = {
  "search-messages:/data/messages": { query: "query", text: "content" },
  "search-memories:/data/hits": { query: "q", text: "content" },
  "recall:/data/hits": { query: "query", text: "content" },
  "list-tasks:/data": { query: "query", text: "title" },
};

/** The query is in a part of the text that an index leaves out: `hit=code`; or is the complete text: `hit=whole`. */
const hit: Guard = {
  name: "hit",
  about: (_level, { id }) => [SEARCHES[id]?.query ?? "hit"],
  levels: ({ id }) => (id in SEARCHES ? [...Object.keys(LEFT_OUT), "whole"].map((name) => `hit=${name}`) : []),
  tracking: (level, { id }) => {
    const search = SEARCHES[id];
    const name = valueIn(level);
    let asked: string | null = null;
    return {
      calls: (call) => {
        const given = [inputAt(call, search?.query ?? "")].flat()[0];
        asked = typeof given === "string" ? given : null;
        return asked !== null;
      },
      values: (item) => {
        const found = isObject(item) ? item[search?.text ?? ""] : null;
        if (asked === null || typeof found !== "string") return false;
        if (name === "whole") return found === asked;
        const indexed = new Set(wordsOf(LEFT_OUT[name]?.(found) ?? found));
        return wordsOf(asked).some((word) => !indexed.has(word));
      },
    };
  },
};

interface File {
  /** Byte for byte, as Latin-1. */
  readonly content: string;
  readonly type: string;
}

const beyond =
  (size: number) =>
  ({ content }: File) =>
    content.length > size;

const isUtf8 = (content: string): boolean => {
  const sent = Buffer.from(content, "latin1");
  return Buffer.from(sent.toString("utf8")).equals(sent);
};

/** Kinds of file that servers treat otherwise than the rest. */
const FILES: Classes<File> = {
  "beyond-64-kib": beyond(65_536),
  "beyond-200-kb": beyond(200_000),
  "beyond-1-mib": beyond(1_048_576),
  binary: ({ content }) => !isUtf8(content),
  "byte-order-mark": ({ content }) => content.startsWith("\u00ef\u00bb\u00bf"),
  "carriage-returns": ({ content, type }) => type.startsWith("text/") && content.includes("\r\n"),
  "no-last-newline": ({ content, type }) => type.startsWith("text/") && !content.endsWith("\n"),
  zero: ({ content }) => content.includes("\0"),
  gzip: ({ type, content }) => type.includes("gzip") && content.startsWith("\u001f\u008b"),
  "json-with-blanks": ({ type, content }) => type === "application/json" && /[:,]\s|^\s|\s$/.test(content),
  script: ({ type, content }) => type === "text/html" && content.includes("<script"),
  image: ({ type, content }) => type.startsWith("image/") && content.length > 512,
};

/** The bytes of a file have a trait: `bytes=zero`. */
const bytes: Guard = {
  name: "bytes",
  levels: (site) => (site.kind === "bytes" ? Object.keys(FILES).map((name) => `bytes=${name}`) : []),
  values: (level) => (value, holder) =>
    FILES[valueIn(level)]?.({ content: String(value), type: String(holder.mimeType) }) === true,
};

const TIMES: Readonly<Record<string, number>> = { "served=again": 2, "served=third-time": 3 };

/** A file is served repeatedly: `served=again`. */
const served: Guard = {
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

/** The type of the stored file, or of the one that the request names: `type=image/gif`. */
const storedType: Guard = {
  name: "stored-type",
  levels: (site) =>
    site.kind === "bytes" || site.operation === "request-file-download"
      ? MEDIA_TYPES.map((type) => `type=${type}`)
      : [],
  calls: (level, site) => (call) => {
    const file = ownKey(call)?.workspace.files.get(String(inputAt(call, "attachmentId")));
    return site.kind === "bytes" || `type=${file?.mimeType}` === level;
  },
  values: (level, site) => (_value, holder) => site.kind !== "bytes" || `type=${String(holder.mimeType)}` === level,
};

/** Conditions on values, lists, and the bytes of files. */
export const valueGuards: readonly Guard[] = [text, ownValues, items, filled, hit, bytes, served, storedType];
