import type { Exchange } from "../../client/exchange.ts";
import { orNull, tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { expectEqual, expectRejected, expectThat } from "../../verifiers/expect.ts";
import { isUnset, requireResponse, valueAt } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { ANY_REJECTION } from "./block.ts";
import type { TaskFixtures } from "./population.ts";
import { requestTask } from "./requests.ts";
import { attemptsForAnother } from "./tasks-for-another-agent.ts";

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

/** Creations that a careful server either rejects or performs completely. */
export function ambiguousCreationChecks(taskFixtures: TaskFixtures): Check[] {
  return [unknownReferences(taskFixtures), bothAssignees(taskFixtures), notEnded(taskFixtures)];
}

function unknownReferences(taskFixtures: TaskFixtures): Check {
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
        async ({ field, response }, one) => {
          requireResponse(response);
          one.asserted();
          withEvidence([response], () =>
            expectRejected(response, `a task with a ${field} that names nothing`, ANY_REJECTION),
          );
        },
        { describe: ({ field }) => field },
      );
    },
  );
}

/**
 * The contract leaves open whether a task may have both assignees. If it is accepted, neither may be dropped silently.
 */
function bothAssignees(taskFixtures: TaskFixtures): Check {
  return defineCheck(
    {
      requirement: "tasks.create.both-assignees",
      name: "a task that is accepted for an agent and a user has both",
      operations: CREATE,
      fixtures: ["user"],
    },
    async (check) => {
      for (const { response, assignees } of await creationsForTwoAssignees(check, taskFixtures)) {
        const { status } = requireResponse(response);
        check.asserted();
        if (status >= 400 && status < 500) continue;
        for (const [field, id] of Object.entries(assignees)) {
          const why = `a task that was accepted with a ${field} should be returned with it`;
          withEvidence([response], () => expectEqual(response, `/data/${field}`, id, why));
        }
      }
    },
  );
}

/**
 * Returns the creations for both assignees, reusing those for another agent if the target file has one.
 */
async function creationsForTwoAssignees(check: CheckContext, taskFixtures: TaskFixtures) {
  const { target } = check.context;
  const { apiKey, id } = target.fixtures.otherAgent ?? {};
  if (apiKey === undefined || id === undefined) return [await creationForTwoAssignees(check.context)(check)];
  const attempts = await attemptsForAnother(check.context)(check, taskFixtures);
  return attempts.flatMap(({ response, requested: { assigneeAgentId, assigneeUserId } }) =>
    assigneeUserId === undefined || assigneeAgentId === undefined
      ? []
      : [{ response, assignees: { assigneeAgentId, assigneeUserId } }],
  );
}

/** Timestamps of the end of a task. */
const END_TIMESTAMPS = ["completedAt", "cancelledAt", "archivedAt", "deletedAt"] as const;

/** A new task has not ended. */
function notEnded(taskFixtures: TaskFixtures): Check {
  return defineCheck(
    {
      requirement: "tasks.create.untouched",
      name: "a new task is neither completed nor cancelled, archived or deleted",
      operations: CREATE,
    },
    async (check) => {
      const { tasks } = await taskFixtures.population(check);
      await check.forEach(
        tasks,
        async ({ response }, one) => {
          one.asserted();
          for (const field of END_TIMESTAMPS) {
            const actual = valueAt(response, `/data/${field}`);
            withEvidence([response], () =>
              expectThat(isUnset(actual), {
                message: `a task that was just created should have no ${field}`,
                expected: `no ${field}`,
                actual: JSON.stringify(actual),
                pointer: `/data/${field}`,
                keyword: "ended",
              }),
            );
          }
        },
        { describe: ({ requested }) => requested },
      );
    },
  );
}
