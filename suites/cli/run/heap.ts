import { setFlagsFromString } from "node:v8";
import type { BudgetName } from "../../engine/check/check.ts";

/**
 * A run makes much garbage and keeps little: left to itself, a heap grows to several times of what is in use. A long run
 * has to stay small at the cost of some time: it collects what is old more often, and what is young in portions (MiB). A
 * shorter one has whole portions from its beginning: collecting takes a tenth of its time.
 */
const HEAP: Readonly<Record<BudgetName, readonly string[]>> = {
  smoke: ["--heap-growing-percent=60"],
  standard: ["--heap-growing-percent=200", "--min-semi-space-size=16"],
  thorough: ["--heap-growing-percent=30", "--max-semi-space-size=4"],
};

/** Sets the heaps of this process, which is to run nothing else, for a run of this budget. */
export function fitHeap(budget: BudgetName): void {
  for (const flag of HEAP[budget]) setFlagsFromString(flag);
}
