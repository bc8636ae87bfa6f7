import { Skipped } from "../../outcome/skipped.ts";
import { stringAt, valueAt } from "../../verifiers/read.ts";
import type { Provider, References } from "../cases/reference-model.ts";
import type { CaseContext, RunContext } from "../check/check.ts";
import {
  assignedTask,
  attachedAttachment,
  blockableTask,
  flaggableMessage,
  uploadedAttachment,
  walkableMemory,
} from "./create-resources.ts";
import { challengeTokens } from "./tokens.ts";

/** Returns the source of each kind of id, by kind or by kind and state (`task.assigned`). */
export function createProviders(context: RunContext): Readonly<Record<string, Provider>> {
  const { fixtures } = context.target;
  const fixture = (name: string, value: string | undefined): Provider => ({
    reusable: true,
    make: async () => {
      if (value === undefined) throw new Skipped(`the target file has no fixture ${name}`, [name]);
      return value;
    },
  });
  return {
    channel: fixture("memberChannel", fixtures.memberChannel),
    "channel.second": fixture("secondMemberChannel", fixtures.secondMemberChannel),
    scope: fixture("scope", fixtures.scope),
    user: fixture("user", fixtures.user),
    agent: { reusable: true, make: (check, references) => ownAgentId(context, check, references) },
    identity: fixture("agent.identityId", fixtures.agent?.identityId),
    message: { reusable: true, make: (check, references) => baselineId("send-message", check, references) },
    "message.flaggable": { reusable: false, make: flaggableMessage() },
    task: { reusable: true, make: (check, references) => baselineId("create-task", check, references) },
    "task.assigned": { reusable: false, make: assignedTask },
    "task.blockable": { reusable: false, make: blockableTask() },
    memory: {
      reusable: true,
      make: async (check, references) =>
        fixtures.seedMemory !== undefined && (fixtures.scope === undefined || context.readOnly)
          ? fixtures.seedMemory
          : walkableMemory(check, await baselineId("remember", check, references)),
    },
    "attachment.uploaded": { reusable: false, make: uploadedAttachment },
    attachment: { reusable: true, make: attachedAttachment },
    ...challengeTokens(fixtures.challengeTokens ?? []),
  };
}

async function baselineId(operationId: string, check: CaseContext, references: References): Promise<string> {
  return stringAt((await references.baseline(operationId, check)).exchange, "/data/id");
}

/** Returns the caller's own agent id, from the target file or from the creator of a task of the run. */
async function ownAgentId(context: RunContext, check: CaseContext, references: References): Promise<string> {
  const named = context.target.fixtures.agent?.id;
  if (named !== undefined) return named;
  const creator = valueAt((await references.baseline("create-task", check)).exchange, "/data/createdByAgentId");
  if (typeof creator === "string") return creator;
  throw new Skipped("the target file has no fixture agent.id, and a created task does not name its creator", [
    "agent.id",
  ]);
}
