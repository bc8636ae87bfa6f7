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
  const boundaries = mostInformative(context, operation).map((boundary) => beyondAscii(context, operation, boundary));
  if (!costsTask(context, operation)) return boundaries;
  return [...groupBy(boundaries, ({ address }) => address).values()].flatMap((group) =>
    group.slice(0, VALUES_FOR_TASKS),
  );
}

/** Returns all other cases; none if each may use up a task. */
export function furtherBoundaries(context: RunContext, operation: Operation): readonly BoundaryCase[] {
  if (costsTask(context, operation)) return [];
  const informative = new Set(mostInformative(context, operation));
  return boundaryCasesOf(context.document, operation).filter((boundary) => !informative.has(boundary));
}

function mostInformative({ document }: RunContext, operation: Operation): readonly BoundaryCase[] {
  const informative = boundaryCasesOf(document, operation).filter(isInformative);
  const bounded = new Set(informative.filter(({ keyword }) => keyword !== "type").map(({ pointer }) => pointer));
  // A value at a bound also covers the type.
  return informative.filter(({ keyword, pointer }) => keyword !== "type" || !bounded.has(pointer));
}

/** Returns true for cases that others do not cover: not single members, two together, or values just inside a bound. */
function isInformative({ aspect, pointer, description }: BoundaryCase): boolean {
  return aspect === "value" ? !description.endsWith("just inside") : aspect === "presence" && pointer === "";
}

/**
 * Returns the longest text in letters of several bytes, which has the same length by every count of characters: a
 * target that counts bytes rejects it.
 */
function beyondAscii({ document }: RunContext, operation: Operation, boundary: BoundaryCase): BoundaryCase {
  if (boundary.keyword !== "maxLength" || typeof boundary.value !== "string") return boundary;
  const value = LETTER.repeat(boundary.value.length);
  const input = withValue(boundary.input, pointerTokens(boundary.pointer), value);
  return isSafe(document, operation, input) ? { ...boundary, value, input } : boundary;
}

const LETTER = "長";
