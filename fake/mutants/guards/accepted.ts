import type { Field } from "../../http/fields.ts";
import { readFields } from "../../http/read-fields.ts";

/** Values of all kinds, from which a class of values can be derived. */
const WITNESSES: readonly unknown[] = [
  ...[null, {}, [], { a: 1 }, ["x"], ["x", "x"], { tags: "x" }, { tags: ["x"] }, { a: "x".repeat(3950) }],
  ...[{ ["x".repeat(4090)]: 1 }, { tags: ["x".repeat(4090)] }, { a: { b: "x".repeat(4090) } }],
  ...[-1, 0, 1, 1.005, 1.5, 20, 21, 50, 51, 100, 101, 604_800, 2 ** 31, 2 ** 60],
  ...["", "x", "ab", "!?", "one two", "one two three", "open", "in-progress", "done", "cancelled", "facts"],
  ...[9, 65, 101, 256, 401, 501, 1001, 4001].map((length) => "x".repeat(length)),
];

/** Returns false if a field rejects all values of a class, as far as examples of it are known. */
export function isAccepted(field: Field, place: "query" | "body", isOfClass: (given: unknown) => boolean): boolean {
  const values = WITNESSES.map((one) => (place === "query" && typeof one === "number" ? String(one) : one));
  const some = values.filter(isOfClass);
  return some.length === 0 || some.some((value) => isRead({ ...field, name: "field" }, place, value));
}

function isRead(field: Field, place: "query" | "body", value: unknown): boolean {
  const issues: { field: string; problem: string }[] = [];
  readFields({ field }, { place, get: () => value }, issues);
  return issues.length === 0;
}
