import { listOperator } from "./list-operator.ts";

export const reverse = listOperator("reverse", "gives a list in the opposite order", "order", (items) =>
  items.toReversed(),
);
