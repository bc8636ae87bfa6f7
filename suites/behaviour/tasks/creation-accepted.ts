import type { JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { orNotApplicable } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { fieldSchema, numberAt, wordsOf } from "../../models/document-facts.ts";
import { MISLEADING_TEXTS } from "../../models/sample-texts.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectAccepted, expectEqual } from "../../verifiers/expect.ts";
import { requireResponse, valueAt } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck, withExistingFixtures } from "../define-check.ts";
import { expectPresent, list, requireListed } from "./listing.ts";
import type { RejectedCreation, TaskFixtures } from "./population.ts";
import { nonAsciiTitle } from "./population-rows.ts";
import { type CreatedTask, createdTaskOf, requestTask, type TaskAttempt, tryTask } from "./requests.ts";

/**
 * Checks that every kind of valid task is accepted. A rejected one is sent again with fewer members, to find the cause.
 */
export function acceptedCreationChecks(taskFixtures: TaskFixtures): Check[] {
  return [everyMemberKind(taskFixtures)];
}

async function isAssignedToOther(check: CheckContext, members: JsonObject): Promise<boolean> {
  const { assigneeAgentId, assigneeUserId } = members;
  return (
    assigneeUserId !== undefined ||
    (assigneeAgentId !== undefined && assigneeAgentId !== (await check.reference("agent")))
  );
}

/** Checks whose creations each leave a task on the target. */
export function costlyCreationChecks(context: RunContext, taskFixtures: TaskFixtures): Check[] {
  const misleadingCreations = once(requestMisleadingTasks);
  const subTaskInChannel = once((check: CheckContext) => requestSubTaskInChannel(check, taskFixtures));
  return [
    longestNonAsciiTitle(taskFixtures),
    misleadingTitleAccepted(misleadingCreations),
    misleadingTextReturned("title", misleadingCreations),
    misleadingTextReturned("description", misleadingCreations),
    ...withExistingFixtures(context, [subTaskNamesParent(subTaskInChannel), subTaskListedByChannel(subTaskInChannel)]),
  ];
}

interface MisleadingCreation {
  readonly requested: JsonObject;
  readonly response: Exchange;
}

/**
 * Sends creations whose one-word title and description code may mistake for a missing value, or for something other than
 * text.
 */
function requestMisleadingTasks(check: CheckContext): Promise<readonly MisleadingCreation[]> {
  const bodies = [
    { title: "ж", description: "x" },
    // One character, and neither a letter nor a digit.
    { title: "!", description: "?" },
    ...MISLEADING_TEXTS.slice(0, MISLEADING_TEXT_COUNT).map((text) => ({ title: text, description: text })),
  ];
  return Promise.all(
    bodies.map(async (members) => ({ requested: members, response: await requestTask(check, members) })),
  );
}

/** The number of such texts to try, since each leaves a task on the target. */
const MISLEADING_TEXT_COUNT = 2;

type MisleadingCreations = (check: CheckContext) => Promise<readonly MisleadingCreation[]>;

function misleadingTitleAccepted(misleadingCreations: MisleadingCreations): Check {
  const fields = { requirement: "tasks.create.title-min", name: "a title that looks like a missing value is accepted" };
  return misleadingTextCheck(fields, misleadingCreations, ({ requested, response }) =>
    expectAccepted(response, `the title ${JSON.stringify(requested.title)}`),
  );
}

function misleadingTextReturned(field: "title" | "description", misleadingCreations: MisleadingCreations): Check {
  const requirement = `tasks.create.${field}`;
  const name = `a ${field} that looks like a missing value is returned as text`;
  return misleadingTextCheck({ requirement, name }, misleadingCreations, ({ requested, response }) => {
    if (statusOf(response) !== 200) return;
    expectEqual(response, `/data/${field}`, requested[field] ?? null, `the ${field} must be returned as sent`);
  });
}

function misleadingTextCheck(
  fields: Pick<Check, "requirement" | "name">,
  misleadingCreations: MisleadingCreations,
  judge: (creation: MisleadingCreation) => void,
): Check {
  return defineCheck({ ...fields, operations: ["create-task"] }, async (check) => {
    await check.baseline("create-task");
    await check.forEach(
      await misleadingCreations(check),
      async (creation, context) => {
        requireResponse(creation.response);
        context.asserted();
        withEvidence([creation.response], () => judge(creation));
      },
      { describe: ({ requested }) => requested },
    );
  });
}

function maxTitleLength({ document }: RunContext): number {
  const maxLength = numberAt(fieldSchema(document, "create-task", "title"), "maxLength");
  if (maxLength === undefined) throw new Inconclusive("the document states no maximum length of a title");
  return maxLength;
}

/** The longest title must be accepted together with any other members. */
function longestNonAsciiTitle(taskFixtures: TaskFixtures): Check {
  return defineCheck(
    {
      requirement: "tasks.create.title-max",
      name: "the longest title in letters beyond ASCII is accepted with other members",
      operations: ["create-task"],
    },
    async (check) => {
      const { context } = check;
      const maxLength = maxTitleLength(context);
      await check.baseline("create-task");
      const otherMembers = {
        status: wordsOf(fieldSchema(context.document, "create-task", "status"), "the status").at(-1) ?? "",
        priority: wordsOf(fieldSchema(context.document, "create-task", "priority"), "the priority").at(-1) ?? "",
        description: "as long a title as there can be",
        ...(await acceptedParentAndAssignee(check, taskFixtures)),
      };
      const title = nonAsciiTitle(maxLength);
      const withOtherMembers = await requestTask(check, { title, ...otherMembers });
      // If a short title is rejected too, the other members are the cause.
      const isTitleTheCause = async () =>
        requireResponse(await requestTask(check, { title: `${context.mark} short`, ...otherMembers })).status === 200;
      const exchange =
        requireResponse(withOtherMembers).status === 200 || (await isTitleTheCause())
          ? withOtherMembers
          : await requestTask(check, { title });
      check.asserted();
      expectAccepted(exchange, `a title of ${maxLength} letters beyond ASCII`);
      expectEqual(exchange, "/data/title", title, "the longest title must be returned as sent");
    },
  );
}

/** Returns a parent and the caller as the assignee, as far as accepted tasks of the population have had them. */
async function acceptedParentAndAssignee(check: CheckContext, taskFixtures: TaskFixtures): Promise<JsonObject> {
  const { tasks } = await taskFixtures.population(check);
  const parent = tasks.find(({ requested }) => requested.parentTaskId !== undefined)?.requested.parentTaskId;
  const self = tasks.find(({ requested }) => requested.assigneeAgentId !== undefined)?.requested.assigneeAgentId;
  return {
    ...(parent === undefined ? {} : { parentTaskId: parent }),
    ...(self === undefined ? {} : { assigneeAgentId: self }),
  };
}

/**
 * A sub-task in the channel of its parent. The contract does not state that a task may have both, but both must be kept
 * if the creation is accepted.
 */
function subTaskNamesParent(subTaskInChannel: (check: CheckContext) => Promise<SubTaskInChannel>): Check {
  return defineCheck(
    {
      requirement: "tasks.create.parent",
      name: "a sub-task in the channel of its parent names that parent",
      operations: ["create-task"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { parent, attempt } = await subTaskInChannel(check);
      check.asserted();
      if (requireResponse(attempt.response).status !== 200) return;
      withEvidence([attempt.response], () =>
        expectEqual(
          attempt.response,
          "/data/parentTaskId",
          parent.id,
          "a task created with a parent must be returned with it",
        ),
      );
    },
  );
}

/** A sub-task must be listed by its own channel like any other task. */
function subTaskListedByChannel(subTaskInChannel: (check: CheckContext) => Promise<SubTaskInChannel>): Check {
  return defineCheck(
    {
      requirement: "tasks.list.channel",
      name: "a sub-task in the channel of its parent is listed by that channel",
      operations: ["create-task", "list-tasks"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const task = await orNotApplicable(async () => createdTaskOf((await subTaskInChannel(check)).attempt));
      const channel = task?.requested.channelId ?? null;
      if (task === null || valueAt(task.response, "/data/channelId") !== channel)
        throw new NotApplicable("no task is below another and in a channel here");
      await orNotApplicable(() => requireListed(check, task));
      await check.eventually(async () => {
        const listing = await list(check, { channel, text: task.word });
        check.asserted();
        const why = "a sub-task that is bound to a channel must be listed with the filter for that channel";
        expectPresent(listing, task, why);
      });
    },
  );
}

interface SubTaskInChannel {
  readonly parent: CreatedTask;
  readonly attempt: TaskAttempt;
}

async function requestSubTaskInChannel(check: CheckContext, taskFixtures: TaskFixtures): Promise<SubTaskInChannel> {
  const { tasks } = await taskFixtures.population(check);
  const parent = tasks.find(({ requested }) => requested.channelId !== undefined);
  if (!parent) throw new Inconclusive("no task could be bound to a channel");
  const members = {
    parentTaskId: parent.id,
    channelId: parent.requested.channelId ?? null,
    title: "below in a channel",
  };
  return { parent, attempt: await tryTask(check, "below in a channel", members) };
}

function everyMemberKind(taskFixtures: TaskFixtures): Check {
  return defineCheck(
    {
      requirement: "tasks.create.succeeds",
      name: "tasks with members of every kind are accepted",
      operations: ["create-task"],
      reusesResponses: true,
    },
    async (check) => {
      const { tasks, rejected } = await taskFixtures.population(check);
      check.asserted(tasks.length);
      for (const creation of rejected.slice(0, MAX_REPEATED_CREATIONS)) await judgeRejection(check, creation);
    },
  );
}

/** The maximum number of rejected creations to repeat; each takes up to three tasks. */
const MAX_REPEATED_CREATIONS = 3;

/**
 * Judges a rejection. A status or priority that is rejected on its own breaks another requirement; anything else fails
 * here.
 */
async function judgeRejection(check: CheckContext, { requested, response }: RejectedCreation): Promise<void> {
  // The contract does not state to whom a caller may assign a task, other than itself, nor the status of the rejection.
  if (requireResponse(response).status < 500 && (await isAssignedToOther(check, requested))) return;
  const { title = "", status, priority, ...otherMembers } = requested;
  const withoutStatusAndPriority = await requestTask(check, { title, ...otherMembers });
  check.asserted();
  expectAccepted(
    withoutStatusAndPriority,
    `creating a task with ${Object.keys(otherMembers).join(", ") || "a title alone"}`,
  );
  for (const [field, value] of Object.entries({ status, priority })) {
    if (value === undefined) continue;
    // Sent with a short title: if both texts together are the cause, the status or priority is not.
    const alone = await requestTask(check, { title: `${check.context.mark} alone`, [field]: value });
    if (requireResponse(alone).status !== 200) return;
  }
  withEvidence([response], () =>
    expectAccepted(response, `creating a task with ${Object.keys(requested).join(", ")} together`),
  );
}
