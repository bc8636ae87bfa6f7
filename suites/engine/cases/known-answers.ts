import type { Json } from "../../../spec/json.ts";
import type { RunContext } from "../check/check.ts";
import { oncePer } from "./once.ts";
import { onceARun } from "./once-a-run.ts";

type Ask<C, A extends readonly unknown[], T> = (check: C, ...input: A) => Promise<T>;

/** A question whose answer may be as old as the run: it is asked once for each key. */
export function askedOnce<C extends { readonly context: RunContext }, A extends readonly unknown[], T>(
  keyOf: (...input: A) => unknown,
  ask: Ask<C, A, T>,
): Ask<C, A, T> {
  const known = onceARun(() => oncePer((_check: C, ...input: A) => keyOf(...input), ask));
  return (check, ...input) => known(check.context)(check, ...input);
}

/** For an attempt that is repeated: each question has the known answer at first, and is asked again after that. */
export function knownAtFirst<C, A extends readonly Json[], T>(known: Ask<C, A, T>, anew: Ask<C, A, T>): Ask<C, A, T> {
  const asked = new Set<string>();
  return (check, ...input) => {
    const key = JSON.stringify(input);
    const ask = asked.has(key) ? anew : known;
    asked.add(key);
    return ask(check, ...input);
  };
}
