import type { Bench } from "./call.ts";
import { type Bag, isBag, type Value } from "./shape.ts";

/** The size of metadata in this server's reading of 4 KB, and the limit that goes with it. */
export function serializedSize(metadata: Bag, reading: "decimal" | "escaped", bug: Bench["bug"]) {
  const compact = JSON.stringify(metadata);
  if (bug("remember.metadata-unlimited")) return { size: 0, limit: 1 };
  if (bug("remember.metadata-characters")) return { size: [...compact].length, limit: 4096 };
  if (bug("remember.metadata-small")) return { size: Buffer.byteLength(compact), limit: 3000 };
  if (reading === "decimal") return { size: Buffer.byteLength(compact), limit: 4000 };
  return { size: spaced(metadata).length, limit: 4096 };
}

/** JSON as serializers write it that put spaces after `:` and `,` and escape all but ASCII. */
function spaced(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (isBag(value)) {
    return `{${Object.entries(value)
      .map(([name, member]) => `${spaced(name)}: ${spaced(member)}`)
      .join(", ")}}`;
  }
  return JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Metadata as it is kept: untouched, but for planted faults. */
export function distorted(metadata: Bag, bug: Bench["bug"]): Bag {
  if (bug("remember.metadata-nulls")) return without(metadata, null);
  if (bug("remember.metadata-false")) return without(metadata, false);
  if (bug("remember.metadata-numbers")) return numbersAsText(metadata);
  if (bug("remember.metadata-deep")) return shallow(metadata, 3) as Bag;
  if (bug("remember.metadata-tags-lower") && Array.isArray(metadata.tags)) {
    return { ...metadata, tags: metadata.tags.map((tag) => (typeof tag === "string" ? tag.toLowerCase() : tag)) };
  }
  return metadata;
}

function without(metadata: Bag, unwanted: Value): Bag {
  return Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== unwanted));
}

function numbersAsText(metadata: Bag): Bag {
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [name, typeof value === "number" ? String(value) : value]),
  );
}

function shallow(value: Value, levels: number): Value {
  if (!isBag(value)) return value;
  if (levels === 0) return {};
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shallow(member, levels - 1)]));
}
