import { once } from "../../engine/cases/once.ts";
import type { Check } from "../../engine/check/check.ts";
import { asFurther } from "../define-check.ts";
import { largest, largestOfRun, leadOnAtTheLargest, neverMoreBesideACursor } from "./largest-limit.ts";
import { limitsOfEveryFilter } from "./limits-of-filters.ts";
import type { MemoryFixtures } from "./population.ts";

/** Checks of the number of memories on a page: with and without a limit, and the maximum. */
export function pageLimitChecks(memoryFixtures: MemoryFixtures): Check[] {
  const askLargest = once(largestOfRun);
  return [
    ...asFurther([
      limitsOfEveryFilter(memoryFixtures),
      ...leadOnAtTheLargest(askLargest),
      neverMoreBesideACursor(askLargest),
    ]),
    largest(askLargest),
  ];
}
