import { once } from "../../engine/cases/once.ts";
import type { Check } from "../../engine/check/check.ts";
import { asAdditional } from "../define-check.ts";
import {
  cursorAtLargestLimit,
  pageAtCursorWithinMaximum,
  pageWithinMaximum,
  requestLargestPage,
} from "./maximum-limit.ts";
import { pagesWithEveryLimit } from "./pages-with-every-limit.ts";
import type { MemoryFixtures } from "./population.ts";

/** Checks of the number of memories on a page: with and without a limit, and the maximum. */
export function pageLimitChecks(memoryFixtures: MemoryFixtures): Check[] {
  const largestPage = once(requestLargestPage);
  return [
    ...asAdditional([
      pagesWithEveryLimit(memoryFixtures),
      ...cursorAtLargestLimit(largestPage),
      pageAtCursorWithinMaximum(largestPage),
    ]),
    pageWithinMaximum(largestPage),
  ];
}
