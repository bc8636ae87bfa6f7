import { asObject, isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Change } from "../../overrides/changes.ts";
import { editAt } from "../../overrides/edit-at-path.ts";
import { onSuccess } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import type { Applies, ListClaims, ListSite, Operator } from "../model.ts";
import { editLists } from "../site-edits.ts";
import { asAgent } from "./isolation.ts";
import { inFamily, operatorAt } from "./operator.ts";

type ListEdit = (items: readonly Json[], chosen: readonly Json[]) => readonly Json[];

/** Creates an operator that changes lists in responses; `edit` receives all items and those that it may change. */
const listOperator = (name: string, title: string, claim: keyof ListClaims, edit: ListEdit): Operator =>
  operatorAt(
    "list",
    name,
    title,
    ({ claims }) => claims[claim],
    (site, { applies }) => editLists(site, applies, edit),
  );

/** Returns the item with the id of another resource. */
function another(item: Json): Json {
  if (!isObject(item)) return item;
  const ids = Object.keys(item).filter((name) => name === "id" || name === "memory_id");
  return { ...item, ...Object.fromEntries(ids.map((name) => [name, "another"])) };
}

const byTime = (items: readonly Json[]): readonly Json[] => {
  const time = (item: Json) => String(asObject(item).createdAt ?? asObject(item).created_at);
  return items.toSorted((a, b) => time(b).localeCompare(time(a)));
};

/** Items by something of them, each once: the last of those that are alike. */
const oneOfEach = (items: readonly Json[], likeness: (item: JsonObject) => Json | undefined): Json[] => [
  ...new Map(items.map((item) => [isObject(item) ? (likeness(item) ?? item) : item, item])).values(),
];

/** Adds the items of other workspaces that their agents would get for the same call. */
function addingForeign({ operation, path }: ListSite, applies: Applies): Change {
  const place = path.join(".");
  return {
    around: (call, next) => {
      const reply = next();
      const own = ownKey(call);
      if (call.operation !== operation || reply.status !== 200 || own === undefined) return reply;
      const { caller } = call;
      const others = [...call.service.keys.values()].filter(({ workspace }) => workspace !== own.workspace);
      const theirs = others.flatMap((key) => itemsAt(asAgent(call, key, next).body as Json, place));
      call.caller = caller;
      const foreign = theirs.filter((item) => applies(item, asObject(item), theirs.length));
      const body: JsonObject = JSON.parse(JSON.stringify(reply.body));
      editAt(body, place, (items) => oneOfEach([...(Array.isArray(items) ? items : []), ...foreign], ({ id }) => id));
      return { ...reply, body };
    },
  };
}

function itemsAt(body: Json, place: string): Json[] {
  let found: Json[] = [];
  editAt(body, place, (items) => {
    found = Array.isArray(items) ? items : [];
    return items;
  });
  return found;
}

/** The most extra memories in a list. */
const MOST_EXTRA = 3;

/** Adds memories that the caller may read to a list where they do not belong. */
const addingMemories = ({ operation, path }: ListSite, applies: Applies): Change =>
  onSuccess(operation, ({ body }, { caller }) => {
    const readable = [...(caller?.workspace.memories.all() ?? [])]
      .filter(({ scopeId }) => caller?.workspace.directory.may("CAN_READ", scopeId, caller.agent.id))
      .map(({ memory }): JsonObject => JSON.parse(JSON.stringify(memory)));
    const added = readable.filter((memory) => applies(memory, memory, null)).slice(0, MOST_EXTRA);
    editAt(body, path.join("."), (items) => [...(Array.isArray(items) ? items : []), ...added]);
  });

/** Wrong lists. */
export const listOperators: readonly Operator[] = [
  listOperator("lose-row", "omits the first item of a list", "lost", (items, [first]) =>
    items.filter((item) => item !== first),
  ),
  listOperator("repeat-row", "returns the first item of a list twice", "repeated", (items, [first]) =>
    items.flatMap((item) => (item === first ? [item, item] : [item])),
  ),
  listOperator("reverse", "reverses a list", "order", (items) => items.toReversed()),
  listOperator("bare-ids", "lists ids instead of objects", "item", (items, chosen) =>
    items.map((item): Json => (chosen.includes(item) && isObject(item) ? (item.id ?? "") : item)),
  ),
  operatorAt(
    "list",
    "foreign-rows",
    "lists what agents of other workspaces would get as well",
    ({ claims }) => claims.foreign,
    (site, { applies }) => addingForeign(site, applies),
  ),
  ...inFamily("rows", [
    listOperator("no-rows", "returns an empty list", "lost", () => []),
    listOperator("lose-last-row", "omits the last item of a list", "lost", (items, chosen) =>
      items.filter((item) => item !== chosen.at(-1)),
    ),
    listOperator("lose-rows", "omits all items of a kind", "lost", (items, chosen) =>
      items.filter((item) => !chosen.includes(item)),
    ),
    ...[1, 3, 5, 10].map((most) =>
      listOperator(`keep-${most}-rows`, `returns at most ${most} items of a list`, "lost", (items) =>
        items.slice(0, most),
      ),
    ),
    listOperator("one-of-each", "omits duplicates from a list", "lost", (items, chosen) => {
      const once = oneOfEach(chosen, ({ title, content }) => title ?? content);
      return items.filter((item) => once.includes(item) || !chosen.includes(item));
    }),
    listOperator("stray-row", "adds an item that belongs to nothing", "repeated", (items, [first = null]) => [
      ...items,
      another(first),
    ]),
    listOperator("repeat-rows", "returns each item twice, up to the limit", "repeated", (items, chosen) =>
      items.flatMap((item) => (chosen.includes(item) ? [item, item] : [item])).slice(0, Math.max(2, items.length)),
    ),
    listOperator("newest-first", "sorts a list by time", "order", byTime),
    listOperator("exchange-rows", "exchanges the second and the third item of a list", "order", (items) => {
      const [first, second, third, ...others] = items;
      return [first, third, second, ...others].filter((item) => item !== undefined);
    }),
    operatorAt(
      "list",
      "extra-rows",
      "lists memories that do not belong there",
      { "bootstrap-context:/data/current_decisions": "bootstrap.decisions" },
      (site, { applies }) => addingMemories(site, applies),
    ),
  ]),
];
