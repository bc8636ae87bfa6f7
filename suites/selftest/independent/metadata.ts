import { isJsonObject, type JsonObject, type Value } from "./shape.ts";

/** Returns the size of metadata in this server's reading of 4 KB, with its limit. */
export function serializedSize(metadata: JsonObject, reading: "decimal" | "escaped") {
  if (reading === "decimal") return { size: Buffer.byteLength(JSON.stringify(metadata)), limit: 4000 };
  return { size: spaced(metadata).length, limit: 4096 };
}

/** Returns JSON as serializers write it that put spaces after `:` and `,` and escape all but ASCII. */
function spaced(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (isJsonObject(value)) {
    return `{${Object.entries(value)
      .map(([name, member]) => `${spaced(name)}: ${spaced(member)}`)
      .join(", ")}}`;
  }
  return JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
