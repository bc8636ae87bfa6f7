import { FIXTURE_PATHS } from "../../target/fixtures.ts";
import type { Probe } from "./probe.ts";
import { PROBES } from "./probes.ts";

/** A fixture: how read-only requests verify it, and how to get one. */
export interface FixtureRow {
  readonly fixture: string;
  /** Null if no read-only request verifies it; then `unseen` has the reason. */
  readonly probe: Probe | null;
  readonly unseen: string | null;
  /** How the owner of a target can get one. */
  readonly obtain: string;
}

const UNSEEN: Readonly<Record<string, string>> = {
  "agent.id": "no request that only reads tells the caller's id for certain",
  user: "no request that only reads shows a user",
  ownedAgent: "no request that only reads shows who owns an agent",
  "otherAgent.id": "no request that only reads shows an agent",
  challengeTokens: "a token is used up by looking at it",
  "smallPlan.remaining": "no request that only reads shows what is left of a plan",
  "messages.foreign.id": "the caller must not see it; its word is looked for",
  "memories.unreadable.id": "the caller must not see it; its text is looked for",
  "memories.equalInstants.tag": "it is looked at with the ids",
};

const OTHER_KEY = "discover with --other-api-key, the key of a second agent of the workspace";
const IN_STATUS = "set one to this status in the web interface or the database";

const OBTAIN: Readonly<Record<string, string>> = {
  memberChannel: "add the agent to a channel and post a message or bind a task there, then discover again",
  secondMemberChannel: "add the agent to another channel and post a message there, then discover again",
  foreignChannel: OTHER_KEY,
  "agent.id":
    "discover with --token, a challenge token of the connection-test panel, which it uses up; the target file has to state the name of its parameter",
  "agent.identityId": "shown with the agent in the web interface or the database",
  scope: "grant the agent CAN_READ and CAN_WRITE on a scope",
  secondScope: "grant the agent CAN_READ and CAN_WRITE on another scope",
  unreadableScope: OTHER_KEY,
  seedMemory: "a memory that has been linked with others, by derived_from or in the web interface",
  user: "let a person post a message in a channel of the agent, and let a memory be derived from it",
  "otherAgent.apiKey": "give the agent a sibling in the web interface, and discover with --other-api-key",
  "otherAgent.id": "shown with the agent in the web interface or the database",
  "otherAgent.channel": OTHER_KEY,
  "otherWorkspace.apiKey": "make a second workspace with an agent, and discover with --other-workspace-api-key",
  "otherWorkspace.channel": "post a message in a channel of that agent, then discover with --other-workspace-api-key",
  "otherWorkspace.scope": "shown with the scopes of that workspace",
  "exhaustedPlan.apiKey": "an agent of a workspace whose plan is used up; give its key as --exhausted-plan-api-key",
  "exhaustedPlan.channel": "a channel of that agent",
  "smallPlan.apiKey": "an agent of a workspace with a few tasks left; best created again by setup for each run",
  "smallPlan.remaining": "how many tasks that plan has left; best printed by setup for each run",
  challengeTokens: "from the connection-test panel or the database; best created again by setup for each run",
  ownedAgent: "make the agent the owner of another one",
  "tasks.done": `complete a task of the agent in the web interface, or ${IN_STATUS}`,
  "tasks.cancelled": `cancel a task of the agent in the web interface, or ${IN_STATUS}`,
  "tasks.mentioning": "let another agent mention the agent in a comment of a task that is otherwise not its own",
  "tasks.commented": "let the agent comment on a task of another in the web interface",
  "tasks.inChannel": "let another bind a task to memberChannel",
  "tasks.private": `a task that the agent does not see; ${OTHER_KEY}`,
  "tasks.ofOwnedAgent.assigned": "assign a task of another agent to ownedAgent",
  "tasks.ofOwnedAgent.created": "let ownedAgent create a task",
  "tasks.ofOwnedAgent.commented": "let ownedAgent comment on a task of another agent",
  "tasks.ofOwnedAgent.mentioning": "mention ownedAgent in a comment on a task of another agent",
  "messages.byHuman": "let a person post a message in memberChannel",
  "messages.foreign.id": OTHER_KEY,
  "messages.foreign.word": OTHER_KEY,
  "memories.superseded": `let a memory supersede another, or ${IN_STATUS}`,
  "memories.invalidated": `invalidate a memory, or ${IN_STATUS}`,
  "memories.expired": `wait for the end of a short ttl_seconds, or ${IN_STATUS}`,
  "memories.contested": `contest a memory, or ${IN_STATUS}`,
  "memories.proposed": `propose a memory, or ${IN_STATUS}`,
  "memories.unreadable.id": OTHER_KEY,
  "memories.unreadable.text": OTHER_KEY,
  "memories.equalInstants.tag": "three or more memories with this tag, given one created_at in the database",
  "memories.equalInstants.ids": "the ids of these memories",
  "attachments.foreign": "send a file to foreignChannel; the id is in the response to send-message",
};

/** One row for each fixture that a target file can name, in its order. */
export const FIXTURE_TABLE: readonly FixtureRow[] = FIXTURE_PATHS.map((fixture) => ({
  fixture,
  probe: PROBES.find((probe) => probe.fixture === fixture) ?? null,
  unseen: UNSEEN[fixture] ?? null,
  obtain: OBTAIN[fixture] ?? "",
}));
