import type { Around } from "../http/call.ts";
import { referenceRules } from "../reference-rules.ts";
import type { Rules } from "../rules.ts";

/** A part of an object, at any depth; functions, lists, sets and maps are replaced completely. */
export type Patch<T> = T extends (...args: never) => unknown
  ? T
  : T extends readonly unknown[] | ReadonlySet<unknown> | ReadonlyMap<unknown, unknown>
    ? T
    : T extends object
      ? { readonly [K in keyof T]?: Patch<T[K]> | undefined }
      : T;

/**
 * A difference from the reference: other rules, a hook around every call, or both. Variants and mutants consist of
 * these.
 */
export interface Change {
  /** Replaced rules; the function gets those that were in force before. */
  readonly rules?: (before: Rules) => Patch<Rules>;
  readonly around?: Around;
}

/** The tools of a change. Each running fake creates its own changes, so that they can count. */
export interface ChangeTools {
  /** Returns the rules in force after all changes, for hooks that decide like the rest of the fake. */
  readonly rules: () => Rules;
  /** Called whenever a mutant alters a response, or affects a call by altering its input or rules. */
  readonly onReached?: (() => void) | undefined;
}

/** Returns the rules with all changes applied in order. */
export function changedRules(changes: readonly Change[]): Rules {
  return changes.reduce(withChange, referenceRules());
}

/** All hooks as one; the last change is the outermost and so has the last word on a reply. */
export function combinedHooks(changes: readonly Change[]): Around {
  const hooks = changes.flatMap((change) => (change.around ? [change.around] : []));
  return hooks.reduce<Around>(
    (inner, outer) => (call, next) => outer(call, () => inner(call, next)),
    (_call, next) => next(),
  );
}

/** Several changes as one, laid over each other in order. */
export const combine = (...changes: readonly Change[]): Change => ({
  rules: (before) => changes.reduce(withChange, before),
  around: combinedHooks(changes),
});

function withChange(rules: Rules, change: Change): Rules {
  return change.rules === undefined ? rules : patched<Rules>(rules, change.rules(rules));
}

/** Returns a copy of `original` with the members of `patch` replaced; getters of both stay getters. */
export function patched<T>(original: T, patch: Patch<T>): T {
  if (!isPlain(original) || !isPlain(patch)) return patch as unknown as T;
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(original)) as Record<string, unknown>;
  for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(patch))) {
    const value = member.get === undefined ? { value: patched(copy[name], member.value as Patch<unknown>) } : member;
    Object.defineProperty(copy, name, { enumerable: true, configurable: true, ...value });
  }
  return copy as T;
}

/** True for a table of rules: an object of members, and no list, set or map. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
