import { asObject, isObject, type Json } from "../../../spec/json.ts";
import type { Operator } from "../model.ts";
import { listOperator } from "./list-operator.ts";

/** The item as that of something else. */
function another(item: Json): Json {
  return isObject(item) ? { ...item, ...Object.fromEntries(idsOf(item).map((name) => [name, "another"])) } : item;
}

const idsOf = (item: object) => Object.keys(item).filter((name) => name === "id" || name === "memory_id");

const exchanged = ([first, second, third, ...others]: readonly Json[]): readonly Json[] =>
  [first, third, second, ...others].filter((item) => item !== undefined);

const byTime = (items: readonly Json[]): readonly Json[] => {
  const time = (item: Json) => String(asObject(item).createdAt ?? asObject(item).created_at);
  return items.toSorted((a, b) => time(b).localeCompare(time(a)));
};

/** Wrong lists. */
export const rowOperators: readonly Operator[] = [
  listOperator("no-rows", "gives an empty list", "lost", () => []),
  listOperator("lose-last-row", "leaves the last item of a list out", "lost", (items, chosen) =>
    items.filter((item) => item !== chosen.at(-1)),
  ),
  listOperator("lose-rows", "leaves all items of a sort out", "lost", (items, chosen) =>
    items.filter((item) => !chosen.includes(item)),
  ),
  ...[1, 3, 5, 10].map((most) =>
    listOperator(`keep-${most}-rows`, `gives no more than ${most} items of a list`, "lost", (items) =>
      items.slice(0, most),
    ),
  ),
  listOperator("stray-row", "adds an item that belongs to nothing", "repeated", (items, [first = null]) => [
    ...items,
    another(first),
  ]),
  listOperator("repeat-rows", "gives each item twice, as far as there is room", "repeated", (items, chosen) =>
    items.flatMap((item) => (chosen.includes(item) ? [item, item] : [item])).slice(0, Math.max(2, items.length)),
  ),
  listOperator("newest-first", "sorts a list by time", "order", byTime),
  listOperator("exchange-rows", "exchanges the second and the third item of a list", "order", exchanged),
].map((operator) => ({ ...operator, family: "rows" }));
