import { isPlain } from "./change.ts";

/** A table whose members are those of one of two tables, whichever is in force at the moment; what is alike in both stays. */
export function eitherOf<T extends object>(before: T, after: T, acts: () => boolean): T {
  const members: Record<string, PropertyDescriptor> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    members[name] = { enumerable: true, configurable: true, ...memberOf(before, after, name as keyof T, acts) };
  }
  return Object.defineProperties({}, members) as T;
}

/** What is neither a function nor a table is asked for again each time, and so is what a table has by such asking itself. */
function memberOf<T extends object>(before: T, after: T, name: keyof T, acts: () => boolean): PropertyDescriptor {
  const isAsked = [before, after].some((table) => Object.getOwnPropertyDescriptor(table, name)?.get !== undefined);
  const [old, other]: unknown[] = [before[name], after[name]];
  if (!isAsked && old === other) return { value: other };
  if (isPlain(old) && isPlain(other)) return { value: eitherOf(old, other, acts) };
  if (typeof old === "function" && typeof other === "function") {
    return { value: (...given: unknown[]) => (acts() ? other : old)(...given) };
  }
  return { get: () => (acts() ? after : before)[name] };
}
