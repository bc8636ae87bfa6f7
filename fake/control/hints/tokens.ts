import type { Call, Reply } from "../../http/call.ts";
import { isoInstant } from "../../runtime/clock.ts";
import { controlPath, isUnfilled } from "./hint-text.ts";

/** Returns the hint for a challenge token that did not verify its caller (the status is a success): the reason. */
export function tokenHint({ caller, query, service }: Call, reply: Reply | null): string | null {
  const data = (reply?.body as { readonly data?: { readonly ok?: unknown } } | undefined)?.data;
  if (data?.ok !== false || caller === null) return null;
  const token = [...query.values()][0] ?? "";
  const { workspace, agent } = caller;
  const again = `POST ${controlPath(workspace.id, "challenges")} {"agent":"${agent.id}"} gives a new one.`;
  if (isUnfilled(token)) return `${JSON.stringify(token)} is not a token: a variable was not filled in.`;
  const challenge = workspace.challenges.get(token);
  if (challenge === undefined) {
    const other = [...service.workspaces.values()].find(({ challenges }) => challenges.get(token) !== undefined);
    if (other !== undefined) return `The token was issued in another workspace, "${other.name}". ${again}`;
    return `No such token was issued. ${again}`;
  }
  const owner = workspace.directory.agents.get(challenge.agentId);
  if (challenge.agentId !== agent.id)
    return `The token was issued for "${owner?.name}", not for "${agent.name}". ${again}`;
  if (challenge.usedAt !== null)
    return `The token was used at ${isoInstant(challenge.usedAt)}, and works once. ${again}`;
  return `The token expired at ${isoInstant(challenge.expiresAt)}. ${again}`;
}
