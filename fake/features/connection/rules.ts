import type { Caller } from "../../service.ts";
import type { ChallengeToken } from "./store.ts";

/** The rules of the reference for challenge tokens; a mutant or a variant can replace each member. */
export interface ConnectionRules {
  /** Why a token does not verify the caller; null when it does. */
  readonly objection: (caller: Caller, challenge: ChallengeToken | undefined) => string | null;
  /** Records a use of the token. */
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
