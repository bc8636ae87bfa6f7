import { isObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { Call } from "../http/call.ts";
import type { Change } from "./changes.ts";
import { editBody } from "./hooks.ts";
import { ownKey } from "./identities.ts";

/** Members and parameters of a request that name a message. */
const OF_MESSAGES = ["messageId", "threadId", "before", "after"];

/**
 * Replaces the identifiers of new messages and memories by numbers, counted separately: 7 may be both a message and a
 * memory. A source that matches both is the message.
 */
export function countedIds(): Change {
  const messages = counter();
  const memories = counter();
  return {
    around: (call, next) => {
      const workspace = ownKey(call)?.workspace;
      const [ofMessages, ofMemories] = [messages(workspace), memories(workspace)];
      editBody(call, (body) => withIds(body, ofMessages, ofMemories));
      const { query } = call;
      for (const name of OF_MESSAGES) {
        const id = ofMessages.idOf(query.get(name));
        if (id !== null) query.set(name, id);
      }
      const reply = next();
      const body: JsonObject = JSON.parse(JSON.stringify(reply.body));
      if (reply.status === 200) count(call, body, ofMessages, ofMemories);
      return { ...reply, body: numbered(body, ofMessages, ofMemories) };
    },
  };
}

function withIds(body: JsonObject, messages: Numbers, memories: Numbers): JsonObject {
  const source = (pointer: Json): Json => {
    const id = isObject(pointer) ? (messages.idOf(pointer.id) ?? memories.idOf(pointer.id)) : null;
    return isObject(pointer) && id !== null ? { ...pointer, id } : pointer;
  };
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

function count({ operation }: Call, { data }: JsonObject, messages: Numbers, memories: Numbers): void {
  if (!isObject(data) || typeof data.id !== "string") return;
  if (operation === "send-message") messages.count(data.id);
  if (operation === "remember") memories.count(data.id);
}

function numbered(value: Json, messages: Numbers, memories: Numbers): Json {
  const inner = (one: Json) => numbered(one, messages, memories);
  if (typeof value === "string") return messages.numberOf(value) ?? memories.numberOf(value) ?? value;
  if (Array.isArray(value)) return value.map(inner);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inner(member)]));
}

/** Numbers of the identifiers of one kind, as a workspace has them. */
interface Numbers {
  count(id: string): void;
  numberOf(id: string): string | null;
  idOf(number: Json | undefined): string | null;
}

/** Counts across all workspaces; the original identifiers may be equal in several of them. */
function counter(): (workspace: object | undefined) => Numbers {
  let counted = 0;
  const known = new Map<object | undefined, Numbers>();
  const numbersOf = (): Numbers => {
    const numbers = new Map<string, string>();
    const ids = new Map<string, string>();
    return {
      count(id) {
        if (numbers.has(id)) return;
        counted += 1;
        numbers.set(id, String(counted));
        ids.set(String(counted), id);
      },
      numberOf: (id) => numbers.get(id) ?? null,
      idOf: (number) => (typeof number === "string" ? (ids.get(number) ?? null) : null),
    };
  };
  return (workspace) => {
    const numbers = known.get(workspace) ?? numbersOf();
    known.set(workspace, numbers);
    return numbers;
  };
}
