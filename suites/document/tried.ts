import { type BoundaryCase, boundaryCasesOf } from "../../generators/index.ts";
import type { Operation } from "../../spec/document-model.ts";
import type { World } from "../engine/check.ts";
import { groupBy } from "./common.ts";

/** Values of one constraint that a smoke run tries. */
const VALUES_IN_SMOKE = 2;

/** The cases at the bounds of an operation that a run tries: all of them, or a few of each constraint in a smoke run. */
export function triedBoundaries(world: World, operation: Operation): readonly BoundaryCase[] {
  const cases = boundaryCasesOf(world.document, operation);
  if (world.budget !== "smoke") return cases;
  const telling = cases.filter(tellsMost);
  const bounded = new Set(telling.filter(({ keyword }) => keyword !== "type").map(({ pointer }) => pointer));
  // A value at a bound has the right type as well.
  const tried = telling.filter(({ keyword, pointer }) => keyword !== "type" || !bounded.has(pointer));
  const groups = groupBy(tried, (one) => one.address);
  return [...groups.values()].flatMap((group) => group.slice(0, VALUES_IN_SMOKE));
}

/** What others do not show by the way: not members alone, two together, or values just inside a bound. */
function tellsMost({ aspect, pointer, description }: BoundaryCase): boolean {
  return aspect === "value" ? !description.endsWith("just inside") : aspect === "presence" && pointer === "";
}
