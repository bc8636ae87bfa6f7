import { listOperator } from "./list-operator.ts";

export const loseRow = listOperator("lose-row", "leaves the first item of a list out", "lost", (items, [first]) =>
  items.filter((item) => item !== first),
);
