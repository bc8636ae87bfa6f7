import { type BoundaryCase, boundaryCasesOf, isSafe, withValue } from "../../generators/index.ts";
import type { Operation } from "../../spec/document/model.ts";
import { groupBy } from "../../spec/group-by.ts";
import { pointerTokens } from "../../spec/pointer.ts";
import type { RunContext } from "../engine/check/check.ts";
import { costsTask } from "../engine/check/task-cost.ts";

/** The number of values of one constraint to try if each may use up a task. */
const VALUES_FOR_TASKS = 2;

/** Returns the most informative cases at the bounds of an operation, which a run tries first. */
export function firstBoundaries(context: RunContext, operation: Operation): readonly BoundaryCase[] {
  const tried = mostInformative(context, operation).map((one) => beyondAscii(context, operation, one));
  if (!costsTask(context, operation)) return tried;
  return [...groupBy(tried, ({ address }) => address).values()].flatMap((group) => group.slice(0, VALUES_FOR_TASKS));
}

/** Returns all other cases; none if each may use up a task. */
export function furtherBoundaries(context: RunContext, operation: Operation): readonly BoundaryCase[] {
  if (costsTask(context, operation)) return [];
  const telling = new Set(mostInformative(context, operation));
  return boundaryCasesOf(context.document, operation).filter((one) => !telling.has(one));
}

function mostInformative({ document }: RunContext, operation: Operation): readonly BoundaryCase[] {
  const telling = boundaryCasesOf(document, operation).filter(isInformative);
  const bounded = new Set(telling.filter(({ keyword }) => keyword !== "type").map(({ pointer }) => pointer));
  // A value at a bound also covers the type.
  return telling.filter(({ keyword, pointer }) => keyword !== "type" || !bounded.has(pointer));
}

/** Returns true for cases that others do not cover: not single members, two together, or values just inside a bound. */
function isInformative({ aspect, pointer, description }: BoundaryCase): boolean {
  return aspect === "value" ? !description.endsWith("just inside") : aspect === "presence" && pointer === "";
}

/**
 * Returns the longest text in letters of several bytes, which has the same length by every count of characters: a
 * target that counts bytes rejects it.
 */
function beyondAscii({ document }: RunContext, operation: Operation, one: BoundaryCase): BoundaryCase {
  if (one.keyword !== "maxLength" || typeof one.value !== "string") return one;
  const value = LETTER.repeat(one.value.length);
  const input = withValue(one.input, pointerTokens(one.pointer), value);
  return isSafe(document, operation, input) ? { ...one, value, input } : one;
}

const LETTER = "長";
