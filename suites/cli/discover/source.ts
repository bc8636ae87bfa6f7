import type { Json } from "../../../spec/json.ts";
import type { Fixtures } from "../../../spec/target-file.ts";
import type { Session } from "./session.ts";
import type { ShownRecord, Survey } from "./survey.ts";

/** Other keys than the caller's, by their group of fixtures. */
export type OtherKeys = Readonly<
  Partial<Record<"otherAgent" | "otherWorkspace" | "exhaustedPlan" | "smallPlan", string>>
>;

/** The result of verify-connection with a challenge token. */
export interface Verified {
  /** The agent that the token belongs to; null if none was given, or it was not accepted. */
  readonly agent: string | null;
  /** The response that did not accept the token; null if none was given, or it was accepted. */
  readonly problem: string | null;
}

/** The knowledge of a target during the search for fixtures. */
export interface DiscoveredSoFar {
  readonly session: Session;
  readonly own: Survey;
  /** The surveys with other keys. */
  readonly others: Readonly<Partial<Record<keyof OtherKeys, Survey>>>;
  readonly keys: OtherKeys;
  readonly verified: Verified;
  /** The fixtures found so far. */
  readonly fixtures: Fixtures;
}

/** A value that may be the fixture, with its evidence. */
export interface Candidate {
  readonly value: Json;
  /** Other fixtures that come with it, by flat name. */
  readonly more?: Readonly<Record<string, Json>>;
  readonly evidence: string;
}

/** Candidates for one fixture, the likeliest first, and the message if none is confirmed. */
export interface Candidates {
  readonly candidates: readonly Candidate[];
  readonly gap: string;
}

/** Flat name of a fixture → source of candidates. */
export type Sources = Readonly<Record<string, (known: DiscoveredSoFar) => Candidates | Promise<Candidates>>>;

/** Channels that a survey showed, the busiest first. */
export function channelsOf({ messages, tasks, sources }: Survey): { readonly id: string; readonly evidence: string }[] {
  const counts = new Map<string, number>();
  const inTasks = tasks.map(({ channelId }) => channelId);
  for (const id of [...messages.map(({ channelId }) => channelId), ...sources.map(({ channel_id }) => channel_id)]) {
    if (typeof id === "string") counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  for (const id of inTasks) if (typeof id === "string" && !counts.has(id)) counts.set(id, 0);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([id, count]) => ({
      id,
      evidence: count === 0 ? "a task is bound to it" : "search-messages or recall shows messages of it",
    }));
}

/** Returns the agent of a key: the sender of messages that the key's identity authored; null if nothing shows it. */
export function agentOf({ identity, sources, messages, tasks }: Survey): Candidate | null {
  if (identity === null) return null;
  const authored = new Set(sources.filter((one) => one.author_identity_id === identity).map(({ id }) => id));
  const senders = messages.filter(({ id, senderType }) => authored.has(id) && senderType !== "human");
  const [sender] = senders;
  if (typeof sender?.senderId === "string") {
    return { value: sender.senderId, evidence: "sender of a message whose author is the identity of the key" };
  }
  const isAgent = tasks.some((task) => [task.assigneeAgentId, task.createdByAgentId].includes(identity));
  return isAgent ? { value: identity, evidence: "the identity of the key, which tasks name as an agent" } : null;
}

/** Records of a status as candidates. */
export function inStatus(records: readonly ShownRecord[], status: string): Candidates {
  const found = records.filter((record) => record.status === status);
  return {
    candidates: found.map(({ id }) => ({ value: id, evidence: `status ${status}` })),
    gap: `none in status ${status} is shown`,
  };
}
