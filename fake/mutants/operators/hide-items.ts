import { isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Change } from "../../overrides/changes.ts";
import { onReply } from "../../overrides/hooks.ts";

/** Leaves some items out of every list of every response. */
export const hideItems = (isHidden: (item: JsonObject) => boolean): Change =>
  onReply("*", (reply) => {
    if (reply.body.data !== undefined) reply.body.data = without(reply.body.data, isHidden);
  });

function without(value: Json, isHidden: (item: JsonObject) => boolean): Json {
  if (Array.isArray(value))
    return value.filter((item) => !(isObject(item) && isHidden(item))).map((item) => without(item, isHidden));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, without(member, isHidden)]));
}
