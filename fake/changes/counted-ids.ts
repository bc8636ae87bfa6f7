import { isObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { Call } from "../http/call.ts";
import type { Change } from "./change.ts";
import { editBody } from "./hooks.ts";

/** Members and parameters of a request that name a message. */
const OF_MESSAGES = ["messageId", "threadId", "before", "after"];

/**
 * Numbers in place of the identifiers of new messages and memories, counted for each kind apart: 7 names a message as well
 * as a memory. A source that both go by is the message.
 */
export function countedIds(): Change {
  const messages = counter();
  const memories = counter();
  return {
    around: (call, next) => {
      editBody(call, (body) => withIds(body));
      const { query } = call;
      for (const name of OF_MESSAGES) {
        const id = messages.idOf(query.get(name));
        if (id !== null) query.set(name, id);
      }
      const reply = next();
      const body: JsonObject = JSON.parse(JSON.stringify(reply.body));
      if (reply.status === 200) count(call, body);
      return { ...reply, body: numbered(body) };
    },
  };

  function withIds(body: JsonObject): JsonObject {
    const named = OF_MESSAGES.map((name) => [name, messages.idOf(body[name])] as const);
    const members = Object.fromEntries(named.filter(([, id]) => id !== null));
    const seed = memories.idOf(body.seed_id);
    const { derived_from: sources } = body;
    return {
      ...body,
      ...members,
      ...(seed === null ? {} : { seed_id: seed }),
      ...(Array.isArray(sources) ? { derived_from: sources.map(source) } : {}),
    };
  }

  function source(pointer: Json): Json {
    const id = isObject(pointer) ? (messages.idOf(pointer.id) ?? memories.idOf(pointer.id)) : null;
    return isObject(pointer) && id !== null ? { ...pointer, id } : pointer;
  }

  function count({ operation }: Call, { data }: JsonObject): void {
    if (!isObject(data) || typeof data.id !== "string") return;
    if (operation === "send-message") messages.count(data.id);
    if (operation === "remember") memories.count(data.id);
  }

  function numbered(value: Json): Json {
    if (typeof value === "string") return messages.numberOf(value) ?? memories.numberOf(value) ?? value;
    if (Array.isArray(value)) return value.map(numbered);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, numbered(member)]));
  }
}

/** Numbers for identifiers of one kind. */
function counter() {
  const numbers = new Map<string, string>();
  const ids = new Map<string, string>();
  return {
    count(id: string): void {
      if (numbers.has(id)) return;
      const number = String(numbers.size + 1);
      numbers.set(id, number);
      ids.set(number, id);
    },
    numberOf: (id: string) => numbers.get(id) ?? null,
    idOf: (number: Json | undefined) => (typeof number === "string" ? (ids.get(number) ?? null) : null),
  };
}
