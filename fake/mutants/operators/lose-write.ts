import { isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Change, together } from "../../overrides/change.ts";
import { onReply, onSuccess } from "../../overrides/hooks.ts";
import type { Conditions } from "../model.ts";
import { operationOperator } from "./operation-operator.ts";

export const loseWrite = operationOperator(
  "lose-write",
  "answers as if it had written, and shows it nowhere",
  ({ claims }) => claims.written,
  ({ operation }, conditions) => losing(operation, conditions),
);

/** What an operation creates in the calls that the guards let through is missing from every list afterwards. */
function losing(operation: string, { confined }: Conditions): Change {
  const lost = new Set<string>();
  const note = onSuccess(operation, ({ body: { data } }) => {
    if (isObject(data) && typeof data.id === "string") lost.add(data.id);
  });
  const isLost = (item: JsonObject) => typeof item.id === "string" && lost.has(item.id);
  return together(confined(note), hidingItems(isLost));
}

/** Leaves some items out of every list of every response. */
export const hidingItems = (isHidden: (item: JsonObject) => boolean): Change =>
  onReply("*", (reply) => {
    if (reply.body.data !== undefined) reply.body.data = without(reply.body.data, isHidden);
  });

function without(value: Json, isHidden: (item: JsonObject) => boolean): Json {
  if (Array.isArray(value)) {
    return value.filter((item) => !(isObject(item) && isHidden(item))).map((item) => without(item, isHidden));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, without(member, isHidden)]));
}
