import type { Exchange } from "../../client/exchange.ts";
import { orNull, tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { expectRejected } from "../../verifiers/expect.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { ANY_REJECTION } from "./block.ts";
import type { TaskFixtures } from "./population.ts";
import { requestTask } from "./requests.ts";

const CREATE = ["create-task"];

/** Members of a creation that name a resource, with its kind. */
const REFERENCE_MEMBERS = [
  ["parentTaskId", "task"],
  ["assigneeAgentId", "agent"],
  ["assigneeUserId", "user"],
  ["channelId", "channel"],
] as const;

/** Returns the responses to creations that each name a resource that does not exist. Sent once per run. */
export const creationsWithUnknownReferences = oncePerRun(() =>
  once(async (check: CheckContext) => {
    const { mark } = check.context;
    const responses: { readonly field: string; readonly response: Exchange }[] = [];
    for (const [field, kind] of REFERENCE_MEMBERS) {
      // An accepted creation may be the last that the plan allows. Earlier responses are judged in any case.
      const attempt = responses.length === 0 ? tryOrNull : orNull;
      const response = await attempt(async () => {
        const unknownId = absentId(await check.reference(kind), `${mark} ${kind}`);
        return requestTask(check, { title: `${mark} unknown ${kind}`, [field]: unknownId });
      });
      if (response !== null) responses.push({ field, response });
    }
    return responses;
  }),
);

/** Returns the response to a creation for both an agent and a user. Sent once per run. */
export const creationForTwoAssignees = oncePerRun(() =>
  once(async (check: CheckContext) => {
    const assignees = {
      assigneeAgentId: await check.reference("agent"),
      assigneeUserId: await check.reference("user"),
    };
    return {
      assignees,
      response: await requestTask(check, { title: `${check.context.mark} two assignees`, ...assignees }),
    };
  }),
);

export function unknownReferencesRejected(taskFixtures: TaskFixtures): Check {
  return defineCheck(
    {
      requirement: "tasks.create.unknown-references",
      name: "a task that names a parent, an assignee or a channel which does not exist is rejected",
      operations: CREATE,
    },
    async (check) => {
      // Its controls: tasks that name existing resources.
      await taskFixtures.population(check);
      await check.forEach(
        await creationsWithUnknownReferences(check.context)(check),
        async ({ field, response }, testCase) => {
          requireResponse(response);
          testCase.asserted();
          withEvidence([response], () =>
            expectRejected(response, `a task with a ${field} that names nothing`, ANY_REJECTION),
          );
        },
        { describe: ({ field }) => field },
      );
    },
  );
}
