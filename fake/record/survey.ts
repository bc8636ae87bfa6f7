import type { Operation } from "../../spec/document/model.ts";
import { asObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { Forwarder } from "./forwarder.ts";
import { dataOf } from "./observed.ts";
import { observedContent } from "./observed-content.ts";

/** Most requests of one survey. */
const MAX_REQUESTS = 500;
/** Most pages of one list. */
const MAX_PAGES = 50;
/** The largest page of tasks, memories and hits; the document has no limit for messages. */
const PAGE = 100;

/** The result of a survey. */
export interface Surveyed {
  readonly requests: number;
  /** Reads that the service rejected, such as `get-messages: 403`, each once. */
  readonly rejected: readonly string[];
  /** Why it stopped early; null if it was completed. */
  readonly stopped: string | null;
}

/**
 * Reads everything of the workspace that a key can see: tasks, memories of every status with their edges, and the
 * messages of each known channel. It sends only reading operations, one at a time, and stops if the service asks it to
 * wait.
 */
export async function survey(line: Forwarder, operations: readonly Operation[], apiKey: string): Promise<Surveyed> {
  const reader = readerOf(line, operations, apiKey);
  try {
    await readTasks(reader);
    await readMemories(reader, operations);
    const done = new Set<string>();
    // Messages, and what memories come from, lead to further channels.
    for (let fresh = channelsIn(line, done); fresh.length > 0; fresh = channelsIn(line, done)) {
      for (const channel of fresh) await readChannel(reader, channel);
    }
    return { requests: reader.sent, rejected: [...reader.rejected], stopped: null };
  } catch (error) {
    const stopped = error instanceof Error ? error.message : String(error);
    return { requests: reader.sent, rejected: [...reader.rejected], stopped };
  }
}

/** Sends reading operations; arguments by role, or by member of the body. */
interface Reader {
  readonly sent: number;
  readonly rejected: ReadonlySet<string>;
  /** The data of a success, undefined for a rejection. */
  read(operation: string, asked?: JsonObject): Promise<Json | undefined>;
  readonly line: Forwarder;
}

function readerOf(line: Forwarder, operations: readonly Operation[], apiKey: string): Reader {
  let sent = 0;
  const rejected = new Set<string>();
  return {
    line,
    rejected,
    get sent() {
      return sent;
    },
    read: async (id, asked = {}) => {
      const operation = operations.find((each) => each.id === id && each.effect === "read");
      if (operation === undefined) throw new Error(`${id} is not an operation that only reads`);
      if (sent >= MAX_REQUESTS) throw new Error(`${MAX_REQUESTS} requests were made`);
      sent += 1;
      const search = new URLSearchParams();
      for (const { role, name } of operation.parameters) {
        if (asked[role] !== undefined) search.append(name, String(asked[role]));
      }
      const { status } = await line.send({
        method: operation.method,
        target: `${operation.path}${search.size === 0 ? "" : `?${search}`}`,
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        body: operation.body === null ? null : Buffer.from(JSON.stringify(asked)),
      });
      if (status === 429 || status >= 500) throw new Error(`the service responded to ${id} with ${status}`);
      if (status !== 200) rejected.add(`${id}: ${status}`);
      const last = line.all.at(-1);
      return last === undefined ? undefined : dataOf(last);
    },
  };
}

async function readTasks({ read, line }: Reader): Promise<void> {
  const tasks = await read("list-tasks", { limit: PAGE });
  // The list has no pages: where it is full, its parts show more.
  if (!Array.isArray(tasks) || tasks.length < PAGE) return;
  const statuses = new Set([...observedContent(line.all).tasks.values()].map(({ status }) => String(status)));
  for (const status of statuses) await read("list-tasks", { limit: PAGE, status });
}

async function readMemories({ read, line }: Reader, operations: readonly Operation[]): Promise<void> {
  for (const status of statusesOf(operations)) await readPages(read, { status });
  for (const scope of new Set(observedContent(line.all).scopes.keys())) await readPages(read, { scope });
  const graph = { expand: ["provenance", "related"], limit: PAGE };
  const filters = { include_superseded: true, include_invalidated: true, include_expired: true };
  for (const seed_id of observedContent(line.all).memories.keys())
    await read("recall", { seed_id, depth: 1, filters, ...graph });
}

/** The statuses of memories, as the document lists them. */
function statusesOf(operations: readonly Operation[]): readonly string[] {
  const parameters = operations.find(({ id }) => id === "search-memories")?.parameters ?? [];
  const values = parameters.find(({ role }) => role === "status")?.schema.enum;
  return Array.isArray(values) ? values.map(String) : [];
}

async function readPages(read: Reader["read"], filter: JsonObject): Promise<void> {
  let cursor: Json | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const more: JsonObject = typeof cursor === "string" ? { cursor } : {};
    const data = asObject(await read("search-memories", { ...filter, limit: PAGE, ...more }));
    cursor = data.nextCursor;
    if (typeof cursor !== "string" || cursor === "") return;
  }
}

function channelsIn({ all }: Forwarder, done: Set<string>): string[] {
  const { messages, tasks, usedBy } = observedContent(all);
  const ids = [...usedBy.keys(), ...[...messages.values(), ...tasks.values()].map(({ channelId }) => channelId)];
  const fresh = [...new Set(ids)].filter((id): id is string => typeof id === "string" && !done.has(id));
  for (const id of fresh) done.add(id);
  return fresh;
}

async function readChannel({ read }: Reader, channel: string): Promise<void> {
  let before: Json | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const more: JsonObject = typeof before === "string" ? { before } : {};
    const { messages, hasMore } = asObject(await read("get-messages", { channel, ...more }));
    if (hasMore !== true || !Array.isArray(messages)) return;
    before = asObject(oldestOf(messages)).id;
  }
}

/** Whichever way a page runs. */
function oldestOf(messages: readonly Json[]): Json {
  const madeAt = (one: Json | undefined) => Date.parse(String(asObject(one).createdAt));
  const [first = null] = messages;
  const last = messages.at(-1) ?? null;
  return madeAt(first) < madeAt(last) ? first : last;
}
