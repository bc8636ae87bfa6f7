import { isObject, type Json } from "../../spec/json.ts";
import { pointerTo } from "../../spec/pointer.ts";

/** Returns the pointer of the first text that fits, or null. */
export function findText(
  value: Json | undefined,
  fits: (text: string, pointer: string) => boolean,
  pointer: string,
): string | null {
  if (typeof value === "string") return fits(value, pointer) ? pointer : null;
  const members: [string | number, Json][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : isObject(value)
      ? Object.entries(value)
      : [];
  for (const [name, member] of members) {
    const found = findText(member, fits, pointerTo(pointer, name));
    if (found !== null) return found;
  }
  return null;
}
