import type { Exchange } from "../../client/exchange.ts";
import { orNull, tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { expectEqual, expectRejected, expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { isUnset, requireResponse, valueAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { ANY_REJECTION } from "./block.ts";
import { triedForAnother } from "./for-another.ts";
import type { TaskFixtures } from "./population.ts";
import { askForTask } from "./requests.ts";

const CREATE = ["create-task"];

/** Members of a creation that name a resource, with its kind. */
const NAMING = [
  ["parentTaskId", "task"],
  ["assigneeAgentId", "agent"],
  ["assigneeUserId", "user"],
  ["channelId", "channel"],
] as const;

/** Returns the responses to creations that each name a resource that does not exist. Sent once per run. */
export const creationsWithNothing = oncePerRun(() =>
  once(async (check: CheckContext) => {
    const { mark } = check.context;
    const responses: { readonly field: string; readonly response: Exchange }[] = [];
    for (const [field, kind] of NAMING) {
      // An accepted creation may be the last that the plan allows. Earlier responses are judged in any case.
      const attempt = responses.length === 0 ? tryOrNull : orNull;
      const response = await attempt(async () => {
        const made = absentId(await check.reference(kind), `${mark} ${kind}`);
        return askForTask(check, { title: `${mark} unknown ${kind}`, [field]: made });
      });
      if (response !== null) responses.push({ field, response });
    }
    return responses;
  }),
);

/** Returns the response to a creation for both an agent and a user. Sent once per run. */
export const creationForBoth = oncePerRun(() =>
  once(async (check: CheckContext) => {
    const assignees = {
      assigneeAgentId: await check.reference("agent"),
      assigneeUserId: await check.reference("user"),
    };
    return {
      assignees,
      response: await askForTask(check, { title: `${check.context.mark} two assignees`, ...assignees }),
    };
  }),
);

/** Creations that a careful server either rejects or performs completely. */
export function doubtfulCreationChecks(taskFixtures: TaskFixtures): Check[] {
  return [unknownReferences(taskFixtures), bothAssignees(taskFixtures), untouched(taskFixtures)];
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
        await creationsWithNothing(check.context)(check),
        async ({ field, response }, one) => {
          requireResponse(response);
          one.asserted();
          judging([response], () =>
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
      for (const { response, assignees } of await creationsForBoth(check, taskFixtures)) {
        const { status } = requireResponse(response);
        check.asserted();
        if (status >= 400 && status < 500) continue;
        for (const [field, id] of Object.entries(assignees)) {
          const why = `a task that was accepted with a ${field} should come back with it`;
          judging([response], () => expectEqual(response, `/data/${field}`, id, why));
        }
      }
    },
  );
}

/**
 * Returns the creations for both assignees, from the tasks that are created for another agent anyway if there is one.
 */
async function creationsForBoth(check: CheckContext, taskFixtures: TaskFixtures) {
  const { target } = check.context;
  const { apiKey, id } = target.fixtures.otherAgent ?? {};
  if (apiKey === undefined || id === undefined) return [await creationForBoth(check.context)(check)];
  const tried = await triedForAnother(check.context)(check, taskFixtures);
  return tried.flatMap(({ response, asked: { assigneeAgentId, assigneeUserId } }) =>
    assigneeUserId === undefined || assigneeAgentId === undefined
      ? []
      : [{ response, assignees: { assigneeAgentId, assigneeUserId } }],
  );
}

/** Timestamps of the end of a task. */
const ENDS = ["completedAt", "cancelledAt", "archivedAt", "deletedAt"] as const;

/** A new task has not ended. */
function untouched(taskFixtures: TaskFixtures): Check {
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
          for (const field of ENDS) {
            const actual = valueAt(response, `/data/${field}`);
            judging([response], () =>
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
        { describe: ({ asked }) => asked },
      );
    },
  );
}
