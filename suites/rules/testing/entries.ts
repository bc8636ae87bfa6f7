import { loadDocument } from "../../../spec/document/document.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import type { HistoryEntry } from "../../knowledge/history.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import { Failure } from "../../outcome/failure.ts";
import type { Rule } from "../rule.ts";

const document = await loadDocument();
/** The fixtures in the target file of these runs. */
const FIXTURES = {
  scope: "s1",
  secondScope: "s2",
  unreadableScope: "s9",
  memberChannel: "c1",
  foreignChannel: "c9",
  agent: { id: "a1" },
  otherAgent: { apiKey: "theirs", id: "a2" },
  otherWorkspace: { apiKey: "elsewhere" },
  messages: { byHuman: "by-human" },
  tasks: { commented: "commented", done: "ended" },
};

/** The mark of these runs. */
export const MARK = "markofthisrun";

/** Returns an accepted request with these members, and its response. */
export function acceptedEntry(members: JsonObject, data: Json, otherKey: string | null = null): HistoryEntry {
  return {
    input: { operation: "", parameters: {}, body: members },
    otherKey,
    isComplete: true,
    isOwn: otherKey === null,
    exchange: answeredExchange(200, { success: true, data }),
  };
}

/** Returns how many responses a rule could judge in such a run, or "broken" if the rule failed. */
export function verdictOf(
  rules: readonly Rule[],
  requirement: string,
  history: Readonly<Record<string, readonly HistoryEntry[]>>,
  settlingMs = 0,
) {
  const rule = rules.find((rule) => rule.requirement === requirement);
  const context = {
    document,
    mark: MARK,
    target: { fixtures: FIXTURES, parameters: {}, consistency: { timeoutMs: 5_000, intervalMs: 100 } },
  };
  const knowledge = {
    context,
    settlingMs: () => settlingMs,
    history: (operation: string) => history[operation] ?? [],
  } as unknown as Knowledge;
  try {
    return rule?.judge(knowledge);
  } catch (error) {
    if (error instanceof Failure) return "broken";
    throw error;
  }
}

/** Returns the same request with a rejection. */
export function rejected(entry: HistoryEntry, status: number, code = "invalid_input"): HistoryEntry {
  return { ...entry, exchange: answeredExchange(status, { success: false, error: { code, message: "no" } }) };
}

/** Returns the same request without a response. */
export function lost(entry: HistoryEntry): HistoryEntry {
  return { ...entry, exchange: { ...entry.exchange, outcome: { kind: "none", reason: "broken", message: "lost" } } };
}
