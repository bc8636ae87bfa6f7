import type { Json } from "../../spec/json.ts";

/** Compares JSON values: the order of members does not matter, and -0 equals 0. */
export function sameJson(left: Json | undefined, right: Json | undefined): boolean {
  if (typeof left === "number" && typeof right === "number") return left === right;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => sameJson(item, right[index]));
  }
  if (left !== null && right !== null && typeof left === "object" && typeof right === "object") {
    if (Array.isArray(left) || Array.isArray(right)) return false;
    const names = Object.keys(left);
    const theirs = right;
    return (
      names.length === Object.keys(theirs).length &&
      names.every((name) => Object.hasOwn(theirs, name) && sameJson(left[name], theirs[name]))
    );
  }
  return left === right;
}
