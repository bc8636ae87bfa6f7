import type { Bench } from "./call.ts";
import { isJsonObject, type JsonObject, type Value } from "./shape.ts";

/** The size of metadata in this server's reading of 4 KB, and the limit that goes with it. */
export function serializedSize(metadata: JsonObject, reading: "decimal" | "escaped", isMutated: Bench["isMutated"]) {
  const compact = JSON.stringify(metadata);
  if (isMutated("remember.metadata-unlimited")) return { size: 0, limit: 1 };
  if (isMutated("remember.metadata-characters")) return { size: [...compact].length, limit: 4096 };
  if (isMutated("remember.metadata-small")) return { size: Buffer.byteLength(compact), limit: 3000 };
  if (reading === "decimal") return { size: Buffer.byteLength(compact), limit: 4000 };
  return { size: spaced(metadata).length, limit: 4096 };
}

/** JSON as serializers write it that put spaces after `:` and `,` and escape all but ASCII. */
function spaced(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (isJsonObject(value)) {
    return `{${Object.entries(value)
      .map(([name, member]) => `${spaced(name)}: ${spaced(member)}`)
      .join(", ")}}`;
  }
  return JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Metadata as it is kept: untouched, but for planted faults. */
export function distorted(metadata: JsonObject, isMutated: Bench["isMutated"]): JsonObject {
  if (isMutated("remember.metadata-nulls")) return without(metadata, null);
  if (isMutated("remember.metadata-false")) return without(metadata, false);
  if (isMutated("remember.metadata-numbers")) return numbersAsText(metadata);
  if (isMutated("remember.metadata-deep")) return shallow(metadata, 3) as JsonObject;
  if (isMutated("remember.metadata-tags-lower") && Array.isArray(metadata.tags)) {
    return { ...metadata, tags: metadata.tags.map((tag) => (typeof tag === "string" ? tag.toLowerCase() : tag)) };
  }
  return metadata;
}

function without(metadata: JsonObject, unwanted: Value): JsonObject {
  return Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== unwanted));
}

function numbersAsText(metadata: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [name, typeof value === "number" ? String(value) : value]),
  );
}

function shallow(value: Value, levels: number): Value {
  if (!isJsonObject(value)) return value;
  if (levels === 0) return {};
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shallow(member, levels - 1)]));
}
