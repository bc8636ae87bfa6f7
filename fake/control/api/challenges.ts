import type { ChallengeToken } from "../../features/connection/store.ts";
import { addChallenges } from "../../fixtures/seeding.ts";
import { isoInstant } from "../../runtime/clock.ts";
import { agentOf, type Place, usualAgent } from "./lookup.ts";

/** Challenge tokens to be issued. */
export interface NewChallenges {
  /** Id or name; the usual agent when omitted. */
  readonly agent?: string;
  readonly count?: number;
  readonly lifetimeMs?: number;
}

/** A challenge token with its state. */
export interface ChallengeView {
  readonly token: string;
  /** Id of the agent that it verifies. */
  readonly agent: string;
  readonly expiresAt: string;
  /** When verify-connection succeeded with it; null before. */
  readonly usedAt: string | null;
  readonly state: (typeof CHALLENGE_STATES)[number];
}

/** The states of a challenge token. */
export const CHALLENGE_STATES = ["waiting", "verified", "expired"] as const;

/** A filter of challenge tokens; all given members must match. */
export interface ChallengeFilter {
  readonly token?: string;
  /** Id or name. */
  readonly agent?: string;
  readonly state?: ChallengeView["state"];
  /** The maximum number, 100 by default. */
  readonly limit?: number;
}

const USUAL_LIMIT = 100;

const DAY_MS = 86_400_000;

/** Issues challenge tokens, as the connection test's panel shows them. */
export function issueChallenges(place: Place, { agent, count = 1, lifetimeMs = DAY_MS }: NewChallenges = {}) {
  const owner = agent === undefined ? usualAgent(place) : agentOf(place, agent);
  const tokens = addChallenges(place.service, place.workspace, owner, count, lifetimeMs);
  return { agent: owner.id, tokens, expiresAt: new Date(place.service.clock.now() + lifetimeMs).toISOString() };
}

/** Returns the matching challenge tokens, newest first. */
export function challenges(
  place: Place,
  { token, agent, state, limit = USUAL_LIMIT }: ChallengeFilter = {},
): readonly ChallengeView[] {
  const agentId = agent === undefined ? undefined : agentOf(place, agent).id;
  const now = place.service.clock.now();
  return [...place.workspace.challenges.all()]
    .map((one) => viewOf(one, now))
    .filter(
      (challenge) => (token ?? challenge.token) === challenge.token && (agentId ?? challenge.agent) === challenge.agent,
    )
    .filter((challenge) => (state ?? challenge.state) === challenge.state)
    .slice(-limit)
    .reverse();
}

function viewOf({ token, agentId, expiresAt, usedAt }: ChallengeToken, now: number): ChallengeView {
  const unused = expiresAt <= now ? "expired" : "waiting";
  return {
    token,
    agent: agentId,
    expiresAt: isoInstant(expiresAt),
    usedAt: usedAt === null ? null : isoInstant(usedAt),
    state: usedAt === null ? unused : "verified",
  };
}
