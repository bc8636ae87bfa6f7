import { isPlain } from "./changes.ts";

/**
 * Returns a table whose members come from one of two tables, depending on which is in force at the moment. Equal
 * members stay.
 */
export function switchedTable<T extends object>(before: T, after: T, acts: () => boolean): T {
  const members: Record<string, PropertyDescriptor> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    members[name] = { enumerable: true, configurable: true, ...memberOf(before, after, name as keyof T, acts) };
  }
  return Object.defineProperties({}, members) as T;
}

/**
 * Returns the descriptor of a member. A value that is neither a function nor a table becomes a getter, and so does a
 * member that is one in either table.
 */
function memberOf<T extends object>(before: T, after: T, name: keyof T, acts: () => boolean): PropertyDescriptor {
  const isAsked = [before, after].some((table) => Object.getOwnPropertyDescriptor(table, name)?.get !== undefined);
  const [old, other]: unknown[] = [before[name], after[name]];
  if (!isAsked && old === other) return { value: other };
  if (isPlain(old) && isPlain(other)) return { value: switchedTable(old, other, acts) };
  if (typeof old === "function" && typeof other === "function") {
    return { value: (...given: unknown[]) => (acts() ? other : old)(...given) };
  }
  return { get: () => (acts() ? after : before)[name] };
}
