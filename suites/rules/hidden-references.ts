import { statusOf } from "../client/exchange.ts";
import { isDecided } from "../client/load-rejection.ts";
import { accepted, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { expectThat, statusAndCode } from "../verifiers/expect.ts";
import { valueAt } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/** An input that names a resource, and the requirement that is broken if the caller may name one hidden from it. */
interface Reference {
  readonly operation: string;
  readonly role: string;
  readonly kind: keyof typeof HIDDEN;
  readonly requirement: string;
  /** The only status that may reject it; any rejection may if not given. */
  readonly status?: number;
}

const REFERENCES: readonly Reference[] = [
  { operation: "send-message", role: "channelId", kind: "channel", requirement: "messages.send.membership" },
  { operation: "request-file-upload", role: "channelId", kind: "channel", requirement: "files.upload.membership" },
  { operation: "request-file-download", role: "channel", kind: "channel", requirement: "files.download.membership" },
  { operation: "flag-needs-human", role: "messageId", kind: "message", requirement: "messages.flag.hidden-message" },
  {
    operation: "search-memories",
    role: "scope",
    kind: "scope",
    requirement: "memories.permissions.unreadable-scope",
    status: 403,
  },
];

/** No request of the caller may name a resource that is hidden from it, whatever else it contains. */
export const hiddenReferenceRules: readonly Rule[] = REFERENCES.map((reference) => ({
  requirement: reference.requirement,
  name: `no ${reference.operation} is accepted for a ${reference.kind} that is hidden from the caller`,
  operations: [reference.operation],
  isAdditional: true,
  judge: (knowledge) => judge(knowledge, reference),
}));

/** Returns the ids of the resources of a kind that are hidden from the caller. */
const HIDDEN = {
  channel: (knowledge: Knowledge) => hiddenChannels(knowledge),
  scope: ({ context }: Knowledge) => [context.target.fixtures.unreadableScope],
  message: (knowledge: Knowledge) => {
    const channels = hiddenChannels(knowledge);
    const { apiKey } = knowledge.context.target.fixtures.otherAgent ?? {};
    const isHidden = (entry: HistoryEntry) =>
      apiKey !== undefined && entry.otherKey === apiKey && channels.some((id) => id === requested(entry, "channelId"));
    const sent = accepted(knowledge, "send-message").filter(isHidden);
    return [
      knowledge.context.target.fixtures.messages?.foreign?.id,
      ...sent.map((entry) => valueAt(entry.exchange, "/data/id")),
    ];
  },
} as const;

function hiddenChannels({ context }: Knowledge): readonly unknown[] {
  const { foreignChannel, otherAgent } = context.target.fixtures;
  return [foreignChannel, otherAgent?.channel].filter((id) => id !== undefined);
}

function judge(knowledge: Knowledge, { operation, role, kind, status }: Reference): number {
  const hidden = new Set<unknown>(HIDDEN[kind](knowledge).filter((id) => id !== undefined));
  let judged = 0;
  for (const entry of knowledge.history(operation)) {
    if (!entry.isOwn || entry.isBroken === true || !hidden.has(requested(entry, role))) continue;
    // A cursor may decide the scope, whatever the request names.
    if (requested(entry, "cursor") !== undefined) continue;
    if (!isDecided(entry.exchange)) continue;
    const actual = statusOf(entry.exchange);
    // A thread of the caller may decide the channel, whatever the request names.
    const isElsewhere = kind === "channel" && valueAt(entry.exchange, "/data/channelId") !== requested(entry, role);
    if (actual === 200 && requested(entry, "threadId") !== undefined && isElsewhere) continue;
    const isOtherRejection = status !== undefined && [403, 404].includes(actual) && actual !== status;
    judged += 1;
    withEvidence([entry.exchange], () =>
      expectThat(actual !== 200 && !isOtherRejection, {
        message: `${operation} for a ${kind} that is hidden from the caller must be rejected`,
        expected: status === undefined ? "a rejection" : String(status),
        actual: statusAndCode(entry.exchange),
        keyword: actual === 200 ? "accepted" : "status",
      }),
    );
  }
  return judged;
}
