import { CHALLENGE_STATES, type ChallengeFilter, type NewChallenges } from "../api/challenges.ts";
import { integer, object, text } from "../json-schema.ts";
import { listOfNamed, memberSchemas, responseWith } from "../response-schemas.ts";
import { route } from "../route.ts";
import { agentRef } from "../schemas.ts";

const area = "Agents, people and keys";

/** Routes of tokens of the connection test. */
export const challengeRoutes = [
  route<NewChallenges>({
    id: "issue-challenges",
    method: "POST",
    path: "/workspaces/:workspace/challenges",
    area,
    summary: "Issues challenge tokens for verify-connection.",
    gives: responseWith(
      { agent: memberSchemas.id, tokens: memberSchemas.ids, expiresAt: memberSchemas.date },
      "agent, tokens and expiresAt",
    ),
    status: 201,
    body: object({
      agent: agentRef,
      count: integer("How many", 1, 1000),
      lifetimeMs: integer("How long they work, in milliseconds; a day by default", 1, 1e12),
    }),
    example: { body: { count: 2 } },
    handle: ({ fake, body, params: { workspace } }) => fake.control.workspace(workspace).issueChallenges(body),
  }),
  route<object, ChallengeFilter>({
    id: "list-challenges",
    method: "GET",
    path: "/workspaces/:workspace/challenges",
    area,
    summary: "Lists challenge tokens, and whether a client has verified its connection with them.",
    gives: responseWith(
      { challenges: listOfNamed("Challenge") },
      "challenges, newest first, each with token, agent, expiresAt, usedAt (null before) and state",
    ),
    query: {
      token: text("One token"),
      agent: agentRef,
      state: { type: "string", enum: [...CHALLENGE_STATES], description: "What became of it" },
      limit: integer("How many at most, 100 by default", 1, 1000),
    },
    example: { query: "state=waiting&limit=2" },
    handle: ({ fake, query, params: { workspace } }) => ({
      challenges: fake.control.workspace(workspace).challenges(query),
    }),
  }),
];
