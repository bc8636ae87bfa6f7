import type { Caller } from "../../service.ts";
import type { ChallengeToken } from "./store.ts";

/** What the reference does with challenge tokens; each member is one rule that a mutant or a variant can replace. */
export interface ConnectionRules {
  /** Why a token does not verify the caller; null when it does. */
  readonly objection: (caller: Caller, challenge: ChallengeToken | undefined) => string | null;
  /** What a use leaves behind. */
  readonly use: (challenge: ChallengeToken, now: number) => void;
}

/** The reference. */
export const connectionRules: ConnectionRules = {
  objection: (caller, challenge) => {
    if (challenge === undefined || challenge.agentId !== caller.agent.id) return "unknown_token";
    if (challenge.usedAt !== null) return "token_already_used";
    return challenge.expiresAt <= caller.now ? "token_expired" : null;
  },
  use: (challenge, now) => {
    challenge.usedAt = now;
  },
};
