import { setFlagsFromString } from "node:v8";
import type { BudgetName } from "../../engine/check/check.ts";

/**
 * V8 flags. A run allocates much and keeps little: by default the heap grows to several times the used size. A long
 * run must stay small at the cost of time: the old generation is collected more often, and the young one is small
 * (MiB). A short run begins with a large young generation, because garbage collection takes a tenth of its time.
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
