import { asObject, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { orNotApplicable, tryOrNull, unlessSilent } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { type Check, type CheckContext, REJECTED, type RunContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual, expectRejected, requireAccepted, statusAndCode } from "../../verifiers/expect.ts";
import { requireResponse, valueAt } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { asAdditional, defineCheck, withExistingFixtures } from "../define-check.ts";
import { requireEventually } from "../preconditions.ts";
import { ANY_REJECTION } from "./block.ts";
import { expectUnchanged } from "./expect-unchanged.ts";
import { expectListed, inListing, type ListedTask, list, requireListed } from "./listing.ts";
import type { TaskFixtures } from "./population.ts";
import { type CreatedTask, createTask, releaseTask } from "./requests.ts";

const OPERATIONS = ["release-task", "create-task", "list-tasks"];
const TASK = "a task that the caller created for another agent";

/** Tries to release the task, once: if that succeeds, a second attempt would find the task changed. */
type ReleaseAttempt = (check: CheckContext) => Promise<{
  readonly task: CreatedTask;
  /** The task as it was listed before. */
  readonly before: JsonObject;
  readonly exchange: Exchange;
}>;

/** Checks that a rejected release has no effect, and that an ended task without an assignee cannot be released. */
export function rejectedReleaseChecks(context: RunContext, taskFixtures: TaskFixtures): Check[] {
  const attempt = once((check: CheckContext) => attemptRelease(check, taskFixtures));
  const rejectedRelease = once((check: CheckContext) => listAfterRejection(check, attempt));
  return [
    ...asAdditional(withExistingFixtures(context, ENDED.map(rejectsEnded))),
    keepsAssignment(rejectedRelease),
    ...withExistingFixtures(context, [rejectsListOfIds(rejectedRelease)]),
  ];
}

/** Statuses of ended tasks, for each of which the target file may name one. */
const ENDED = ["done", "cancelled"] as const;

/** An ended task without an assignee cannot be released, like any other. */
function rejectsEnded(status: (typeof ENDED)[number]): Check {
  return defineCheck(
    {
      requirement: "tasks.release.unassigned",
      name: `a task that is ${status} and assigned to nobody is not released`,
      operations: ["release-task", "list-tasks"],
      fixtures: [`tasks.${status}`],
    },
    async (check) => {
      const id = check.context.target.fixtures.tasks?.[status] ?? "";
      const task = inListing(await list(check, { status }), id)?.task;
      // A task that does not show its assignee may have one. Only null means that it has none.
      if (task?.assigneeAgentId !== null)
        throw new NotApplicable("the task is assigned to an agent, or does not show its assignee");
      const exchange = await releaseTask(check, id, REJECTED);
      check.asserted();
      expectRejected(exchange, `releasing a task that is ${status} and assigned to nobody`, ANY_REJECTION);
    },
  );
}

async function attemptRelease(check: CheckContext, taskFixtures: TaskFixtures) {
  const { tasks } = await taskFixtures.population(check);
  const task = tasks.find(({ requested }) => requested.assigneeAgentId === otherAgentId(check));
  if (!task) throw new Inconclusive("no task could be created for another agent");
  const before = await requireAssignment(check, task);
  const exchange = await releaseTask(check, task.id, REJECTED);
  check.observe("release-task.refusal", statusAndCode(exchange), `release of ${TASK}`);
  return { task, before, exchange };
}

function otherAgentId({ context }: CheckContext): string {
  return context.target.fixtures.otherAgent?.id ?? "";
}

/** Waits until the listing, or the response if the task is not listed, shows that it is assigned to the other agent. */
async function requireAssignment(check: CheckContext, task: CreatedTask): Promise<JsonObject> {
  const expectAssignment = ({ exchange, pointer, task: seen }: Pick<ListedTask, "exchange" | "pointer" | "task">) => {
    expectEqual(exchange, `${pointer}/assigneeAgentId`, otherAgentId(check), "the assignment is not shown");
    return seen;
  };
  const listed = () =>
    requireEventually(check, "tasks.create.assignee-agent", async () =>
      expectAssignment(await expectListed(check, task, "the task is not listed")),
    );
  return (await unlessSilent(listed)) ?? expectAssignment(listedTaskOfResponse(task));
}

function listedTaskOfResponse({ response }: CreatedTask) {
  return { exchange: response, pointer: "/data", task: asObject(valueAt(response, "/data")) };
}

/** Returns the task as it is listed some time after the rejection. */
type RejectedRelease = (check: CheckContext) => Promise<{
  readonly task: CreatedTask;
  readonly before: JsonObject;
  readonly after: ListedTask;
  readonly later: CreatedTask;
}>;

async function listAfterRejection(check: CheckContext, attempt: ReleaseAttempt) {
  const { task, before, exchange: rejection } = await attempt(check);
  if (requireResponse(rejection).status === 200)
    throw new Inconclusive("the release was not rejected", "tasks.release.other-assignee");
  // Once a later task is listed, the listing would show an effect of the release.
  const later = await createTaskAfter(check, `after ${TASK}`);
  await requireListed(check, later);
  return { task, before, after: await requireListed(check, task), later };
}

/** Creates a task that can be released, in a status that other checks rarely use. */
async function createTaskAfter(check: CheckContext, key: string): Promise<CreatedTask> {
  const status = wordsOf(fieldSchema(check.context.document, "create-task", "status"), "the initial status").at(-1);
  const members = { assigneeAgentId: await check.reference("agent"), ...(status === undefined ? {} : { status }) };
  return (await tryOrNull(() => createTask(check, key, members))) ?? createTask(check, key);
}

/** The check with a list instead of a string, for the existing later task. */
function rejectsListOfIds(rejectedRelease: RejectedRelease): Check {
  return defineCheck(
    {
      requirement: "tasks.release.input-types",
      name: "the id of a task that the caller created for itself is rejected in a list",
      operations: OPERATIONS,
      fixtures: ["otherAgent.id"],
      runsEarly: true,
    },
    async (check) => {
      const { later } = await orNotApplicable(() => rejectedRelease(check));
      if (later.requested.assigneeAgentId === undefined)
        throw new NotApplicable("no task could be created for the caller");
      const exchange = await check.call("release-task", { body: { taskId: [later.id, later.id] } }, REJECTED);
      expectRejected(exchange, "releasing a list of tasks", ANY_REJECTION);
      requireAccepted(await releaseTask(check, later.id), "tasks.release.succeeds");
      check.asserted();
    },
  );
}

/** A release that is rejected but performed shows in the listing. */
function keepsAssignment(rejectedRelease: RejectedRelease): Check {
  return defineCheck(
    {
      requirement: "tasks.release.refused-without-effect",
      name: `the assignment of ${TASK} is kept after a rejected release`,
      operations: OPERATIONS,
      fixtures: ["otherAgent.id"],
    },
    async (check) => {
      const { task, before, after } = await rejectedRelease(check);
      const { exchange, pointer } = after;
      check.asserted();
      const why = "a rejected release must leave the assignment unchanged";
      withEvidence([exchange], () => expectEqual(exchange, `${pointer}/assigneeAgentId`, otherAgentId(check), why));
      const again = () => releaseTask(check, task.id, REJECTED);
      await expectUnchanged(check, { task, operation: "release", before, after, again });
    },
  );
}
