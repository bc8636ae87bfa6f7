import { isObject, type Json } from "../../../spec/json.ts";
import type { Operator } from "../model.ts";
import { listOperator } from "./list-operator.ts";
import { valueOperator } from "./value-operator.ts";

export const wrap: Operator = valueOperator({
  name: "wrap",
  title: "gives the data one level deeper",
  claim: "type",
  inRequests: false,
  fits: (site) => site.kind === "value" && site.path.join() === "data",
  edit: () => (value) => ({ item: value }),
});

export const emptyObject: Operator = valueOperator({
  name: "empty-object",
  title: "gives an object without members",
  claim: "absent",
  inRequests: false,
  fits: (site) => site.kind === "value" && site.path.at(-1) === "metadata",
  edit: () => () => ({}),
});

export const bareIds: Operator = listOperator("bare-ids", "lists ids alone", "item", (items, chosen) =>
  items.map((item): Json => (chosen.includes(item) && isObject(item) ? (item.id ?? "") : item)),
);
