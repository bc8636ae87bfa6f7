import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Answer, listIn } from "../doctor/asker.ts";
import { walkFrom } from "../doctor/probes.ts";
import type { Session } from "./session.ts";

/** A resource of the target, as a listing shows it. */
export type ShownRecord = JsonObject & { readonly id: string };

/** A scope with its evidence. */
export interface ScopeWithEvidence {
  readonly id: string;
  readonly evidence: string;
}

/** Everything that read-only requests show for one key. */
export interface Survey {
  /** The key of the requests; undefined for the caller's own. */
  readonly apiKey: string | undefined;
  readonly tasks: readonly ShownRecord[];
  readonly memories: readonly ShownRecord[];
  /** Search hits. */
  readonly messages: readonly ShownRecord[];
  /** Messages of recalls, with the identities of their authors. */
  readonly sources: readonly ShownRecord[];
  readonly edges: readonly JsonObject[];
  /** Neighbours that a walk from a memory showed, by id of the memory. */
  readonly neighbours: ReadonlyMap<string, number>;
  readonly scopes: readonly ScopeWithEvidence[];
  /** Identity that bootstrap-context accepts although it rejects a made-up one; null if none was found. */
  readonly identity: string | null;
}

export const MEMORY_STATUSES = ["current", "superseded", "invalidated", "expired", "contested", "proposed"] as const;
export const TASK_STATUSES = [
  ...["triage", "backlog", "todo", "in_progress", "blocked", "in_review", "done", "cancelled"],
] as const;

/** As many as one page of the listings holds. */
const PAGE = 100;
/** Pages of memories that are read for each status, walks from memories, and texts that messages are searched by. */
const PAGES = 3;
const WALKS = 12;
const SEARCHES = 12;
/** Identities that are tried. */
const IDENTITIES = 12;

/** Reads everything that a key can see, with the parameter names known so far. */
export async function survey(session: Session, apiKey?: string): Promise<Survey> {
  const tasks = await readTasks(session, apiKey);
  const memories = await readMemories(session, apiKey);
  const walks = await walk(session, memories, apiKey);
  const texts = [...tasks.map(({ title }) => title), ...[...memories, ...walks.sources].map(({ content }) => content)];
  const messages = await readMessages(session, texts, apiKey);
  const identity = await findIdentity(session, [...identitiesIn(walks), ...agentsIn(tasks, messages)], apiKey);
  const scopes = await readScopes(session, { ...walks, memories, identity }, apiKey);
  return { apiKey, tasks, memories, messages, ...walks, identity, scopes };
}

type Walks = Pick<Survey, "sources" | "edges" | "neighbours">;

async function readTasks({ ask, names }: Session, apiKey?: string): Promise<ShownRecord[]> {
  const known = names["list-tasks"] ?? {};
  const limit = known.limit === undefined ? {} : { limit: PAGE };
  const statuses = known.status === undefined ? [] : TASK_STATUSES;
  const found: ShownRecord[] = [];
  for (const filter of [{}, ...statuses.map((status) => ({ status }))]) {
    found.push(...shownIn(listIn(await ask("list-tasks", { parameters: { ...filter, ...limit }, apiKey }))));
  }
  return distinct(found);
}

async function readMemories(session: Session, apiKey?: string): Promise<ShownRecord[]> {
  const known = session.names["search-memories"] ?? {};
  const statuses = known.status === undefined ? [undefined] : MEMORY_STATUSES;
  const found: ShownRecord[] = [];
  for (const status of statuses) {
    found.push(...(await memoryPages(session, status === undefined ? {} : { status }, apiKey)));
  }
  return distinct(found);
}

/** Memories that match, over the first pages. */
export async function memoryPages(
  { ask, names }: Session,
  filter: JsonObject,
  apiKey?: string,
): Promise<ShownRecord[]> {
  const known = names["search-memories"] ?? {};
  const limit = known.limit === undefined ? {} : { limit: PAGE };
  const found: ShownRecord[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES; page += 1) {
    const parameters: JsonObject = { ...filter, ...limit, ...(cursor === null ? {} : { cursor }) };
    const answer = await ask("search-memories", { parameters, apiKey });
    found.push(...shownIn(listIn(answer, "hits")));
    const next = nextCursor(answer);
    if (next === null || next === cursor || known.cursor === undefined) break;
    cursor = next;
  }
  return found;
}

/** Returns the cursor in a response of search-memories; null at the end. */
export function nextCursor(answer: Answer | null): string | null {
  const next = asObject(answer?.data).nextCursor;
  return typeof next === "string" && next !== "" ? next : null;
}

async function walk({ ask }: Session, memories: readonly ShownRecord[], apiKey?: string): Promise<Walks> {
  const edges: JsonObject[] = [];
  const sources: ShownRecord[] = [];
  const neighbours = new Map<string, number>();
  const current = memories.filter(({ status }) => status === "current");
  for (const { id } of current.slice(0, WALKS)) {
    const answer = await ask("recall", { body: walkFrom(id), apiKey });
    edges.push(...listIn(answer, "edges"));
    sources.push(...shownIn(listIn(answer, "messages")));
    neighbours.set(id, listIn(answer, "hits").filter((hit) => hit.id !== id).length);
  }
  return { edges, sources: distinct(sources), neighbours };
}

/** Words that occur in many messages, tried after those of tasks and memories. */
const USUAL_WORDS = ["the", "hello", "please", "task"];

async function readMessages({ ask }: Session, texts: readonly unknown[], apiKey?: string): Promise<ShownRecord[]> {
  const found: ShownRecord[] = [];
  const words = [...wordsByFrequency(texts).slice(0, SEARCHES - USUAL_WORDS.length), ...USUAL_WORDS];
  for (const query of words) {
    found.push(...shownIn(listIn(await ask("search-messages", { parameters: { query }, apiKey }), "messages")));
  }
  return distinct(found);
}

/** Words of at least four letters, the most frequent first. */
export function wordsByFrequency(texts: readonly unknown[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const words = typeof text === "string" ? (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []) : [];
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word);
}

function identitiesIn({ sources, edges }: Walks): string[] {
  const ends = edges.flatMap(({ from_id, from_type, to_id, to_type }) => [
    [from_type, from_id],
    [to_type, to_id],
  ]);
  const inEdges = ends.filter(([type]) => /identity|agent/i.test(String(type))).map(([, id]) => id);
  const ids = [...inEdges, ...sources.map(({ author_identity_id }) => author_identity_id)];
  return byFrequency(ids);
}

/** Returns agents whose id may equal their identity on some services. */
function agentsIn(tasks: readonly ShownRecord[], messages: readonly ShownRecord[]): string[] {
  const senders = messages.filter(({ senderType }) => senderType !== "human").map(({ senderId }) => senderId);
  return byFrequency([...tasks.flatMap((task) => [task.assigneeAgentId, task.createdByAgentId]), ...senders]);
}

/** An id that does not exist. */
export const UNKNOWN_IDENTITY = "wac-no-such-identity";

async function findIdentity(session: Session, ids: readonly string[], apiKey?: string): Promise<string | null> {
  const accepts = async (id: string): Promise<number> =>
    (await session.ask("bootstrap-context", { body: { agent_identity_id: id }, apiKey }))?.status ?? 0;
  // If a made-up id is accepted, acceptance proves nothing.
  if (![400, 403, 404].includes(await accepts(UNKNOWN_IDENTITY))) return null;
  for (const id of [...new Set(ids)].slice(0, IDENTITIES)) if ((await accepts(id)) === 200) return id;
  return null;
}

interface ScopeSources extends Walks {
  readonly memories: readonly ShownRecord[];
  readonly identity: string | null;
}

async function readScopes({ ask }: Session, seen: ScopeSources, apiKey?: string): Promise<ScopeWithEvidence[]> {
  const body: JsonObject = seen.identity === null ? {} : { agent_identity_id: seen.identity };
  const membership = listIn(await ask("bootstrap-context", { body, apiKey }), "scope_membership");
  const written = scopesOfAuthor(seen);
  const found = new Map<string, string>();
  for (const id of written) found.set(id, "the caller has written a memory of it (edges of recall)");
  const note = (id: Json | undefined, evidence: string): void => {
    if (typeof id === "string" && !found.has(id)) found.set(id, evidence);
  };
  for (const { id } of membership) note(id, "listed in scope_membership of bootstrap-context");
  for (const { to_id, to_type } of seen.edges) if (to_type === "scope") note(to_id, "named by an edge of recall");
  for (const memory of seen.memories) note(memory.scope ?? memory.scope_id ?? memory.scopeId, "named by a memory");
  return [...found].map(([id, evidence]) => ({ id, evidence }));
}

/** Returns the scopes of memories that the caller's identity authored, if the graph shows both. */
function scopesOfAuthor({ edges, identity }: ScopeSources): string[] {
  const own = edges.filter(
    ({ from_id, to_type, edge_type }) =>
      from_id === identity && to_type === "memory" && /author|creat|wrote|written/i.test(String(edge_type)),
  );
  const memories = new Set(own.map(({ to_id }) => to_id));
  const scopes = edges.filter(({ from_id, to_type }) => to_type === "scope" && memories.has(from_id));
  return byFrequency(scopes.map(({ to_id }) => to_id));
}

function byFrequency(ids: readonly (Json | undefined)[]): string[] {
  const counts = new Map<string, number>();
  for (const id of ids) if (typeof id === "string" && id !== "") counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([id]) => id);
}

export function shownIn(records: readonly JsonObject[]): ShownRecord[] {
  return records.filter((record): record is ShownRecord => typeof record.id === "string" && record.id !== "");
}

function distinct(records: readonly ShownRecord[]): ShownRecord[] {
  return [...new Map(records.map((record) => [record.id, record])).values()];
}
