import { asObject, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { orNotApplicable, tryOrNull, unlessSilent } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { type Check, type CheckContext, REJECTED, type RunContext } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual, expectRejected, requireAccepted, statusAndCode } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { requireResponse, valueAt } from "../../verifiers/read.ts";
import { asFurther, defineCheck, withExistingFixtures } from "../define-check.ts";
import { requireEventually } from "../preconditions.ts";
import { ANY_REJECTION } from "./block.ts";
import { expectUnchanged } from "./expect-unchanged.ts";
import { expectListed, inListing, type ListedTask, list, requireListed } from "./listing.ts";
import type { TaskFixtures } from "./population.ts";
import { type CreatedTask, createTask, releaseTask } from "./requests.ts";

const OPERATIONS = ["release-task", "create-task", "list-tasks"];

/** Assignees of tasks that the caller may not release. */
const ASSIGNEES = [
  {
    field: null,
    fixtures: [],
    requirement: "tasks.release.unassigned",
    what: "a task that was never assigned",
    blockedBy: "tasks.create.listed",
  },
  {
    field: "assigneeUserId",
    fixtures: ["user"],
    requirement: "tasks.release.unassigned",
    what: "a task that is assigned to a user",
    blockedBy: "tasks.create.assignee-user",
  },
  {
    field: "assigneeAgentId",
    fixtures: ["otherAgent.id"],
    requirement: "tasks.release.other-assignee",
    what: "a task that the caller created for another agent",
    blockedBy: "tasks.create.assignee-agent",
  },
] as const;

type Assignee = (typeof ASSIGNEES)[number];
/** Tries to release the task, once: if that succeeds, a second attempt would find the task changed. */
type ReleaseAttempt = (check: CheckContext) => Promise<{
  readonly task: CreatedTask;
  /** The task as it was listed before. */
  readonly before: JsonObject;
  readonly exchange: Exchange;
}>;

/** Checks that only the assignee may release a task, and that a rejected attempt has no effect. */
export function rejectedReleaseChecks(context: RunContext, taskFixtures: TaskFixtures): Check[] {
  return [
    rejectsUnknown(),
    ...asFurther(withExistingFixtures(context, ENDED.map(rejectsEnded))),
    ...ASSIGNEES.flatMap((assignee) => {
      const attempt = once((check: CheckContext) => attemptRelease(check, taskFixtures, assignee));
      // Rules judge its effects in later responses.
      const rejection = { ...rejectsRelease(assignee, attempt), early: assignee.field === null };
      if (assignee.field === null) return [rejection];
      // Checks of a user's task add to the same rules, if there is a user.
      if (assignee.field === "assigneeUserId") return withExistingFixtures(context, [rejection]);
      const rejectedRelease = once((check: CheckContext) => listAfterRejection(check, assignee, attempt));
      return [
        rejection,
        keepsAssignment(assignee, rejectedRelease),
        ...withExistingFixtures(context, [rejectsListOfIds(rejectedRelease)]),
      ];
    }),
  ];
}

function rejectsUnknown(): Check {
  return defineCheck(
    {
      requirement: "tasks.release.unknown-task",
      name: "an unknown task is not released",
      operations: ["release-task"],
    },
    async (check) => {
      requireAccepted((await check.baseline("release-task")).exchange, "tasks.release.succeeds");
      const existingId = await check.reference("task");
      await check.forEach(
        ["one", "two"],
        async (salt, one) => {
          const exchange = await releaseTask(one, absentId(existingId, check.context.mark + salt), REJECTED);
          one.asserted();
          expectRejected(exchange, "releasing a task that does not exist", ANY_REJECTION);
        },
        { first: 1 },
      );
    },
  );
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

async function attemptRelease(check: CheckContext, taskFixtures: TaskFixtures, assignee: Assignee) {
  const task = await findUnreleasableTask(check, taskFixtures, assignee);
  const before = await requireAssignment(check, task, assignee);
  return { task, before, exchange: await releaseTask(check, task.id, REJECTED) };
}

/** Returns a task of the population that the caller created for someone else, or without an assignee. */
async function findUnreleasableTask(
  check: CheckContext,
  taskFixtures: TaskFixtures,
  wanted: Assignee,
): Promise<CreatedTask> {
  const { field } = wanted;
  const assignee = assigneeOf(check, wanted);
  const { tasks } = await taskFixtures.population(check);
  const found = tasks.find(({ requested }) =>
    field === null ? isUnassigned(requested) : requested[field] === assignee,
  );
  if (!found) throw new Inconclusive(`no task could be created for ${field ?? "nobody"}`);
  return found;
}

function isUnassigned(requested: CreatedTask["requested"]): boolean {
  return requested.assigneeAgentId === undefined && requested.assigneeUserId === undefined;
}

function assigneeOf(check: CheckContext, assignee: Assignee): string {
  const { otherAgent, user } = check.context.target.fixtures;
  return (assignee.field === "assigneeUserId" ? user : otherAgent?.id) ?? "";
}

/**
 * Waits until the listing, or the response if the task is not listed, shows the requested assignment to someone other
 * than the caller.
 */
async function requireAssignment(check: CheckContext, task: CreatedTask, assignee: Assignee): Promise<JsonObject> {
  const { field, blockedBy } = assignee;
  const self = await check.reference("agent");
  const expectAssignment = ({ exchange, pointer, task: seen }: Pick<ListedTask, "exchange" | "pointer" | "task">) => {
    // The contract leaves open who is assigned to a task that was created without an assignee.
    if (field === null && seen.assigneeAgentId === self)
      throw new NotApplicable("a task without an assignee is assigned to its creator here");
    if (seen.assigneeAgentId === self) throw new Inconclusive("a task without the caller is assigned to it here");
    if (field !== null)
      expectEqual(exchange, `${pointer}/${field}`, assigneeOf(check, assignee), "the assignment is not shown");
    return seen;
  };
  const listed = () =>
    requireEventually(check, blockedBy, async () =>
      expectAssignment(await expectListed(check, task, "the task is not listed")),
    );
  return (await unlessSilent(listed)) ?? expectAssignment(listedTaskOfResponse(task));
}

function listedTaskOfResponse({ response }: CreatedTask) {
  return { exchange: response, pointer: "/data", task: asObject(valueAt(response, "/data")) };
}

function rejectsRelease({ requirement, what, fixtures }: Assignee, attempt: ReleaseAttempt): Check {
  return defineCheck(
    { requirement, name: `${what} is not released`, operations: OPERATIONS, fixtures },
    async (check) => {
      requireAccepted((await check.baseline("release-task")).exchange, "tasks.release.succeeds");
      const { exchange } = await attempt(check);
      check.asserted();
      check.observe("release-task.refusal", statusAndCode(exchange), `release of ${what}`);
      expectRejected(exchange, `releasing ${what}`, ANY_REJECTION);
    },
  );
}

/** Returns the task as it is listed some time after the rejection. */
type RejectedRelease = (check: CheckContext) => Promise<{
  readonly task: CreatedTask;
  readonly before: JsonObject;
  readonly after: ListedTask;
  readonly later: CreatedTask;
}>;

async function listAfterRejection(check: CheckContext, { what, requirement }: Assignee, attempt: ReleaseAttempt) {
  const { task, before, exchange: rejection } = await attempt(check);
  if (requireResponse(rejection).status === 200) throw new Inconclusive("the release was not rejected", requirement);
  // Once a later task is listed, the listing would show an effect of the release.
  const later = await createTaskAfter(check, `after ${what}`);
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
      early: true,
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
function keepsAssignment(assignee: Assignee, rejectedRelease: RejectedRelease): Check {
  const { field, what, fixtures } = assignee;
  return defineCheck(
    {
      requirement: "tasks.release.refused-without-effect",
      name: `the assignment of ${what} is kept after a rejected release`,
      operations: OPERATIONS,
      fixtures,
    },
    async (check) => {
      const { task, before, after } = await rejectedRelease(check);
      const { exchange, pointer } = after;
      check.asserted();
      const why = "a rejected release must leave the assignment unchanged";
      judging([exchange], () => expectEqual(exchange, `${pointer}/${field}`, assigneeOf(check, assignee), why));
      const again = () => releaseTask(check, task.id, REJECTED);
      await expectUnchanged(check, { task, operation: "release", before, after, again });
    },
  );
}
