import { listOperator } from "./list-operator.ts";

export const repeatRow = listOperator(
  "repeat-row",
  "gives the first item of a list twice",
  "repeated",
  (items, [first]) => items.flatMap((item) => (item === first ? [item, item] : [item])),
);
