import type { RuledCaller } from "../../rules.ts";
import { isoInstant } from "../../runtime/clock.ts";

/** Outcome of a connection test. */
export interface Verification {
  readonly ok: boolean;
  readonly message: string;
  /** Why it failed; null when it did not. */
  readonly reason: string | null;
  readonly verifiedAt: string | null;
  readonly agentId: string;
  readonly workspaceId: string;
}

const MESSAGES: Readonly<Record<string, string>> = {
  unknown_token: "This token was not issued for this agent.",
  token_already_used: "This token has been used before: each works once.",
  token_expired: "This token has expired: take a new one.",
};

/** Marks the caller verified, by a token that works once. */
export function verifyConnection(caller: RuledCaller, token: string): Verification {
  const { agent, workspace, rules, now } = caller;
  const challenge = workspace.challenges.get(token);
  const reason = rules.connection.objection(caller, challenge);
  const who = { agentId: agent.id, workspaceId: workspace.id };
  if (reason !== null) {
    return { ok: false, message: MESSAGES[reason] ?? "The token does not work.", reason, verifiedAt: null, ...who };
  }
  if (challenge !== undefined) rules.connection.use(challenge, now);
  const verifiedAt = isoInstant(now);
  agent.verifiedAt = verifiedAt;
  return { ok: true, message: "The agent is connected.", reason: null, verifiedAt, ...who };
}
