import { textsIn } from "../../spec/json.ts";
import type { ResolvedTarget } from "./types.ts";

/** Returns the ids (and other texts) in the fixtures of the target file. */
export function namedIds({ fixtures }: Pick<ResolvedTarget, "fixtures">): ReadonlySet<string> {
  const ids = known.get(fixtures) ?? new Set(textsIn(fixtures));
  known.set(fixtures, ids);
  return ids;
}

const known = new WeakMap<object, ReadonlySet<string>>();
