import type { Exchange } from "../../client/exchange.ts";
import type { Check, CheckContext } from "../../engine/check.ts";
import { Inconclusive } from "../../engine/outcome.ts";
import { expectEqual, expectRefused, expectThat, needAccepted, statusAndCode } from "../../verifiers/expect.ts";
import { answered, valueAt } from "../../verifiers/read.ts";
import { absentId } from "../absent-id.ts";
import { defineCheck } from "../define-check.ts";
import { needSoon } from "../soon.ts";
import { ANY_REFUSAL, forSteps } from "./block.ts";
import { expectKept } from "./kept.ts";
import { expectAbsent, list, needListed, sight } from "./listing.ts";
import { type MadeTask, makeTask, releaseTask } from "./requests.ts";
import type { Story } from "./stories.ts";

const OPERATIONS = ["release-task", "create-task", "list-tasks"];

type Stories = (check: CheckContext) => Promise<readonly Story[]>;

/** What a release does, judged where it was accepted, and who may not release. */
export function releaseChecks(stories: Stories): Check[] {
  return [
    answersUnassigned(stories),
    listsUnassigned(stories),
    notAmongOurs(stories),
    keepsFields(stories),
    againRefused(stories),
    refusesUnknown(),
    neverAssigned(),
    ofUser(),
    ofAnotherAgent(),
    keepsAssignment("assigneeAgentId", "otherAgent.id"),
    keepsAssignment("assigneeUserId", "user"),
  ];
}

function expectNotAssigned(exchange: Exchange, pointer: string, self: string, message: string): void {
  const actual = valueAt(exchange, `${pointer}/assigneeAgentId`);
  expectThat(actual !== self, {
    message,
    expected: "another assignee, or none",
    actual: JSON.stringify(actual),
    pointer: `${pointer}/assigneeAgentId`,
    keyword: "assigned",
  });
}

function answersUnassigned(stories: Stories): Check {
  return defineCheck(
    {
      requirement: "tasks.release.clears-assignment",
      name: "the answer shows the task, no longer assigned",
      operations: OPERATIONS,
    },
    (check) =>
      forSteps(check, stories, "release", ({ answer }, { task, self }) => {
        expectEqual(answer, "/data/id", task.id, "the answer to a release must show the task that was released");
        expectNotAssigned(answer, "/data", self, "the answer to a release must show the task without the caller");
      }),
  );
}

function listsUnassigned(stories: Stories): Check {
  return defineCheck(
    {
      requirement: "tasks.release.persists",
      name: "the listing comes to show the task without the caller",
      operations: OPERATIONS,
    },
    (check) =>
      forSteps(check, stories, "release", ({ seen }, { self }) => {
        if (!seen) throw new Inconclusive("the released task is not listed", "tasks.create.listed");
        const why = "a released task must not be assigned to the caller when it is listed";
        expectNotAssigned(seen.exchange, seen.pointer, self, why);
      }),
  );
}

function notAmongOurs(stories: Stories): Check {
  return defineCheck(
    {
      requirement: "tasks.release.persists",
      name: "a released task leaves the listing of the caller's own",
      operations: OPERATIONS,
    },
    async (check) => {
      const released = (await stories(check)).filter(({ steps }) => steps.some(({ done }) => done === "release"));
      await check.forEach(released, async ({ task, self }, one) => {
        const why = "a released task must not be listed among those of the caller";
        for (const input of [{ assigneeAgent: self, text: task.word }, { assigneeAgent: self }]) {
          await one.eventually(async () => expectAbsent(await list(one, input), task, why));
        }
        one.witnessed();
      });
    },
  );
}

function keepsFields(stories: Stories): Check {
  return defineCheck(
    {
      requirement: "tasks.release.keeps-fields",
      name: "everything but status and assignment is as it was",
      operations: OPERATIONS,
    },
    (check) => forSteps(check, stories, "release", (step, story) => expectKept(step, story, "a release")),
  );
}

function againRefused(stories: Stories): Check {
  return defineCheck(
    {
      requirement: "tasks.release.unassigned",
      name: "a task that the caller has released already",
      operations: OPERATIONS,
    },
    async (check) => {
      const released = (await stories(check)).filter(({ steps }) => steps.some(({ done }) => done === "release"));
      await check.forEach(released, async ({ task }, one) => {
        const exchange = await releaseTask(one, task.id);
        one.witnessed();
        expectRefused(exchange, "releasing a task that is no longer assigned to the caller", ANY_REFUSAL);
      });
    },
  );
}

function refusesUnknown(): Check {
  return defineCheck(
    { requirement: "tasks.release.unknown-task", name: "a task that does not exist", operations: ["release-task"] },
    async (check) => {
      needAccepted((await check.baseline("release-task")).exchange, "tasks.release.succeeds");
      const real = await check.reference("task");
      await check.forEach(["one", "two"], async (salt, one) => {
        const exchange = await releaseTask(one, absentId(real, check.world.mark + salt));
        one.witnessed();
        expectRefused(exchange, "releasing a task that does not exist", ANY_REFUSAL);
      });
    },
  );
}

/** Waits until the listing shows that the server has taken the task as it was asked for. */
async function needUnassigned(check: CheckContext, task: MadeTask): Promise<void> {
  const { task: seen } = await needListed(check, task);
  const self = await check.reference("agent");
  if (seen.assigneeAgentId === self)
    throw new Inconclusive("a task without an assignee is assigned to the caller here");
}

function neverAssigned(): Check {
  return defineCheck(
    { requirement: "tasks.release.unassigned", name: "a task that was never assigned", operations: OPERATIONS },
    async (check) => {
      needAccepted((await check.baseline("release-task")).exchange, "tasks.release.succeeds");
      const task = await makeTask(check, "never assigned");
      await needUnassigned(check, task);
      const exchange = await releaseTask(check, task.id);
      check.witnessed();
      expectRefused(exchange, "releasing a task that is assigned to nobody", ANY_REFUSAL);
    },
  );
}

function ofUser(): Check {
  return defineCheck(
    {
      requirement: "tasks.release.unassigned",
      name: "a task that is assigned to a user",
      operations: OPERATIONS,
      fixtures: ["user"],
    },
    async (check) => {
      needAccepted((await check.baseline("release-task")).exchange, "tasks.release.succeeds");
      const assigneeUserId = await check.reference("user");
      const task = await makeTask(check, "of a user", { assigneeUserId });
      await needUnassigned(check, task);
      const exchange = await releaseTask(check, task.id);
      check.witnessed();
      expectRefused(exchange, "releasing a task that is assigned to a user, not to the caller", ANY_REFUSAL);
    },
  );
}

function ofAnotherAgent(): Check {
  return defineCheck(
    {
      requirement: "tasks.release.other-assignee",
      name: "a task that the caller made and another agent is assigned to",
      operations: OPERATIONS,
      fixtures: ["otherAgent.id"],
    },
    async (check) => {
      needAccepted((await check.baseline("release-task")).exchange, "tasks.release.succeeds");
      const assigneeAgentId = check.world.target.fixtures.otherAgent?.id ?? "";
      const task = await makeTask(check, "of another agent", { assigneeAgentId });
      await needAssigned(check, task, "assigneeAgentId", assigneeAgentId);
      const exchange = await releaseTask(check, task.id);
      check.witnessed();
      expectRefused(exchange, "releasing a task that is assigned to another agent", ANY_REFUSAL);
      check.observe("release-task.refusal", statusAndCode(exchange), "release of a task of another agent");
    },
  );
}

async function needAssigned(check: CheckContext, task: MadeTask, field: string, assignee: string): Promise<void> {
  await needSoon(
    check,
    field === "assigneeUserId" ? "tasks.create.assignee-user" : "tasks.create.assignee-agent",
    async () => {
      const { exchange, pointer } = await sight(check, task, "a task that was assigned to somebody else is not listed");
      expectEqual(exchange, `${pointer}/${field}`, assignee, "the assignment to somebody else is not listed");
    },
  );
}

/** A release that is refused and carried out all the same shows in the listing. */
function keepsAssignment(field: "assigneeAgentId" | "assigneeUserId", fixture: string): Check {
  return defineCheck(
    {
      requirement: "tasks.release.refused-without-effect",
      name: `the ${field} of a task that the caller may not release stays`,
      operations: OPERATIONS,
      fixtures: [fixture],
    },
    async (check) => {
      const { otherAgent, user } = check.world.target.fixtures;
      const assignee = (field === "assigneeUserId" ? user : otherAgent?.id) ?? "";
      const task = await makeTask(check, `stays with ${field}`, { [field]: assignee });
      await needAssigned(check, task, field, assignee);
      const refusal = await releaseTask(check, task.id);
      if (answered(refusal).status === 200) {
        throw new Inconclusive("the release was not refused", "tasks.release.other-assignee");
      }
      // The effect would show once the listing has caught up with a later task.
      await needListed(check, await makeTask(check, `after ${field}`));
      const { exchange, pointer } = await needListed(check, task);
      check.witnessed();
      expectEqual(exchange, `${pointer}/${field}`, assignee, "a refused release must leave the assignment as it was");
    },
  );
}
