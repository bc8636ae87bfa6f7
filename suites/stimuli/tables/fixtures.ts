import type { RunContext } from "../../engine/check/check.ts";
import { type Level, levelOfFixture } from "../table.ts";

/** Returns levels for the channels of the target file. */
export function channelLevels({ target }: RunContext, member: string, field = "channelId"): Level[] {
  const { memberChannel, secondMemberChannel, otherAgent, foreignChannel } = target.fixtures;
  const level = (name: string, path: string, id: string | undefined) =>
    levelOfFixture(name, { member, path, field }, id);
  return [
    level("a channel of the caller", "memberChannel", memberChannel),
    level("a second channel of the caller", "secondMemberChannel", secondMemberChannel),
    level("a channel of another agent", "otherAgent.channel", otherAgent?.channel),
    level("a channel without the caller", "foreignChannel", foreignChannel),
  ];
}

/** Returns levels for the scopes of the target file. */
export function scopeLevels({ target }: RunContext, member: string): Level[] {
  const { scope, secondScope, unreadableScope } = target.fixtures;
  const level = (name: string, path: string, id: string | undefined) =>
    levelOfFixture(name, { member, path, field: "scope_id" }, id);
  return [
    level("a scope", "scope", scope),
    level("a second scope", "secondScope", secondScope),
    level("a scope that is not to be read", "unreadableScope", unreadableScope),
  ];
}

/** Returns levels for the agents that a task can be assigned to. */
export function agentLevels({ target }: RunContext, member: string): Level[] {
  const { agent, otherAgent, ownedAgent } = target.fixtures;
  const level = (name: string, path: string, id: string | undefined) =>
    levelOfFixture(name, { member, path, field: "assigneeAgentId" }, id);
  return [
    level("the caller itself", "agent.id", agent?.id),
    level("another agent", "otherAgent.id", otherAgent?.id),
    level("an agent of the caller", "ownedAgent", ownedAgent),
  ];
}
