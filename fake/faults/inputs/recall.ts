import { fieldFaults } from "./tools.ts";

/** Faults of the bounds and words that operations on recall take. */
export const recallFieldFaults = fieldFaults([
  ["expand-of-any-kind", "recall.expand-enum", "recall", "expand", { values: undefined }, "any expansion is accepted"],
  ["depth-0-accepted", "recall.depth-min", "recall", "depth", { minimum: 0 }, "a depth of 0 is accepted"],
  ["depth-1-refused", "recall.depth-min", "recall", "depth", { minimum: 2 }, "a depth of 1 is refused"],
  ["depth-4-accepted", "recall.depth-max", "recall", "depth", { maximum: 4 }, "a depth of 4 is accepted"],
  ["depth-clamped", "recall.depth-max", "recall", "depth", { above: "clamp" }, "a depth above 3 is taken as 3"],
  ["depth-3-refused", "recall.depth-max", "recall", "depth", { maximum: 2 }, "a depth of 3 is refused"],
  [
    "recall-limit-0-accepted",
    "recall.limit-min",
    "recall",
    "limit",
    { minimum: 0 },
    "a recall of 0 memories is accepted",
  ],
  [
    "recall-limit-1-refused",
    "recall.limit-min",
    "recall",
    "limit",
    { minimum: 2 },
    "a recall of one memory is refused",
  ],
  [
    "recall-limit-101-accepted",
    "recall.limit-max",
    "recall",
    "limit",
    { maximum: 101 },
    "a recall of 101 memories is accepted",
  ],
  [
    "recall-limit-clamped",
    "recall.limit-max",
    "recall",
    "limit",
    { above: "clamp" },
    "a recall limit above 100 is taken as 100",
  ],
  [
    "recall-limit-100-refused",
    "recall.limit-max",
    "recall",
    "limit",
    { maximum: 99 },
    "a recall of 100 memories is refused",
  ],
]);
