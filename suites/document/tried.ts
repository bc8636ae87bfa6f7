import { type BoundaryCase, boundaryCasesOf, isSafe, withValue } from "../../generators/index.ts";
import type { Operation } from "../../spec/document/model.ts";
import { groupBy } from "../../spec/group-by.ts";
import { pointerTokens } from "../../spec/pointer.ts";
import type { RunContext } from "../engine/check/check.ts";
import { costsTask } from "../engine/check/costs-task.ts";

/** Values of one constraint that are tried where each may cost a task. */
const VALUES_FOR_TASKS = 2;

/** The cases at the bounds of an operation that tell most, which a run tries first. */
export function triedBoundaries(context: RunContext, operation: Operation): readonly BoundaryCase[] {
  const tried = mostTelling(context, operation).map((one) => beyondAscii(context, operation, one));
  if (!costsTask(context, operation)) return tried;
  return [...groupBy(tried, ({ address }) => address).values()].flatMap((group) => group.slice(0, VALUES_FOR_TASKS));
}

/** All others; none where each may cost a task. */
export function furtherBoundaries(context: RunContext, operation: Operation): readonly BoundaryCase[] {
  if (costsTask(context, operation)) return [];
  const telling = new Set(mostTelling(context, operation));
  return boundaryCasesOf(context.document, operation).filter((one) => !telling.has(one));
}

function mostTelling({ document }: RunContext, operation: Operation): readonly BoundaryCase[] {
  const telling = boundaryCasesOf(document, operation).filter(tellsMost);
  const bounded = new Set(telling.filter(({ keyword }) => keyword !== "type").map(({ pointer }) => pointer));
  // A value at a bound has the right type as well.
  return telling.filter(({ keyword, pointer }) => keyword !== "type" || !bounded.has(pointer));
}

/** What others do not show by the way: not members alone, two together, or values just inside a bound. */
function tellsMost({ aspect, pointer, description }: BoundaryCase): boolean {
  return aspect === "value" ? !description.endsWith("just inside") : aspect === "presence" && pointer === "";
}

/** The longest text in letters of several bytes, as long by every count of characters: what counts bytes rejects it. */
function beyondAscii({ document }: RunContext, operation: Operation, one: BoundaryCase): BoundaryCase {
  if (one.keyword !== "maxLength" || typeof one.value !== "string") return one;
  const value = LETTER.repeat(one.value.length);
  const input = withValue(one.input, pointerTokens(one.pointer), value);
  return isSafe(document, operation, input) ? { ...one, value, input } : one;
}

const LETTER = "長";
