import { isObject, type Json } from "../../spec/json.ts";
import { accepted, itemsAt, possiblyAccepted, requested, uniquelyCreated } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { valueAt } from "../verifiers/read.ts";
import { judgeItems, type Rule } from "./rule.ts";

/** The provenance of a hit does not include other messages of the same channel. */
export const provenanceMessageRules: readonly Rule[] = [
  {
    requirement: "recall.expand.provenance",
    name: "provenance messages are those that hits were derived from",
    operations: ["recall", "remember", "send-message"],
    judge: judgeSources,
  },
];

/** A message of the run, its first word, and the time of its sending. */
interface SentMessage {
  readonly word: string;
  readonly sentAt: number;
}

function judgeSources(knowledge: Knowledge): number {
  const bystanders = bystandersOf(knowledge);
  const own = new Set(uniquelyCreated(knowledge, "remember").map(({ exchange }) => valueAt(exchange, "/data/id")));
  let judged = 0;
  for (const entry of accepted(knowledge, "recall")) {
    if (!entry.isOwn || !showsSources(entry)) continue;
    const hits = itemsAt(entry, "/data/hits").map(({ value }) => value);
    const edges = JSON.stringify(itemsAt(entry, "/data/edges").map(({ value }) => value));
    judged += judgeItems(entry, "/data/messages", ({ id }) => {
      const sent = bystanders.get(id ?? null);
      // A memory that a service derived from the message by itself was created after it, and contains its word or has
      // an edge to it.
      const isKnown = (hit: (typeof hits)[number]) =>
        own.has(hit.id) || Date.parse(String(hit.created_at)) < (sent?.sentAt ?? 0);
      if (sent === undefined || edges.includes(String(id)) || !hits.every(isKnown)) return null;
      if (hits.some((hit) => JSON.stringify(hit).includes(sent.word))) return null;
      return {
        message: "expanding provenance should return only messages that hits were derived from",
        expected: "only messages that hits were derived from",
        keyword: "present",
      };
    });
  }
  return judged;
}

/** Returns true if the recall expands provenance and no related nodes. */
function showsSources(entry: HistoryEntry): boolean {
  const expand = requested(entry, "expand");
  return Array.isArray(expand) && expand.includes("provenance") && !expand.includes("related");
}

/**
 * Returns the messages of the run that no claim names and that belong to no thread, since the thread of a source may be
 * shown with it. Empty if the sources of some claim are unknown.
 */
function bystandersOf(knowledge: Knowledge): ReadonlyMap<Json, SentMessage> {
  const claims = knowledge.history("remember");
  const named = JSON.stringify(claims.map(({ input }) => input.body ?? null));
  const threads = new Set(knowledge.history("send-message").map((entry) => requested(entry, "threadId")));
  const bystanders = new Map<Json, SentMessage>();
  if (possiblyAccepted(knowledge, "remember").some(({ input }) => !isObject(input.body))) return bystanders;
  for (const entry of accepted(knowledge, "send-message")) {
    const [id, sentAt] = ["id", "createdAt"].map((field) => valueAt(entry.exchange, `/data/${field}`));
    const word = /^[a-z]{8,}/.exec(String(requested(entry, "content")))?.[0];
    if (!entry.isOwn || typeof id !== "string" || word === undefined || requested(entry, "threadId") !== undefined)
      continue;
    if (threads.has(id) || named.includes(id)) continue;
    bystanders.set(id, { word, sentAt: Date.parse(String(sentAt)) });
  }
  return bystanders;
}
