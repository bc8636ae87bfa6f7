import type { CheckContext, RunContext } from "../../engine/check/check.ts";
import { fieldSchema, numberAt, wordsIn } from "../../models/document-facts.ts";
import { createdTask, type KnownResource, tasksOf } from "../known-resources.ts";
import { callerFactor } from "../shared-factors.ts";
import { ABSENT, type Level, levelOfFixture, levelsOfWords, REPETITIONS, type Table } from "../table.ts";
import { levelsOfText } from "../text-levels.ts";
import { agentLevels, channelLevels } from "./fixtures.ts";

/** Creates tasks of every status and priority, with every binding and assignment that all services accept. */
export function createTask(check: CheckContext): Table {
  const { context } = check;
  const schema = (field: string) => fieldSchema(context.document, "create-task", field);
  const wordFactor = (field: string) => ({
    name: field,
    levels: [ABSENT, ...levelsOfWords(field, wordsIn(schema(field)))],
  });
  const user = levelOfFixture("a user", { member: "assigneeUserId", path: "user" }, context.target.fixtures.user);
  const agents = agentLevels(context, "assigneeAgentId");
  const channels = channelLevels(context, "channelId").slice(0, 2);
  const longestTitle = numberAt(schema("title"), "maxLength") ?? 256;
  const isSubTask = ({ parentTaskId }: KnownResource["fields"]) => parentTaskId !== undefined;
  const parents = [
    parent("a task", (fields) => !isSubTask(fields)),
    parent("a sub-task", isSubTask),
    parent("a sub-task of a sub-task", ({ parentTaskId }) => isSubTask(createdTask(check, parentTaskId)?.fields ?? {})),
    parent("a blocked task", (fields) => fields.status === "blocked"),
  ];
  return {
    operation: "create-task",
    resources: () => tasksOf(check),
    factors: [
      {
        name: "title",
        levels: levelsOfText("title", { lengths: [256, longestTitle], lengthsBeyondAscii: [longestTitle] }),
      },
      {
        name: "description",
        levels: [
          ABSENT,
          ...levelsOfText("description", {
            lengths: [300, 2000],
            lengthsPerhapsRejected: [4_200, 10_100],
            isMultiline: true,
          }),
        ],
      },
      wordFactor("status"),
      wordFactor("priority"),
      { name: "assigneeAgentId", levels: [ABSENT, ...agents] },
      { name: "assigneeUserId", levels: [ABSENT, user] },
      { name: "channelId", levels: [ABSENT, ...channels] },
      { name: "parentTaskId", levels: [ABSENT, ...parents] },
      callerFactor(context),
    ],
    // The contract leaves open whether a task can have two assignees, one outside of its channel, or a parent in
    // another channel.
    exclusions: [
      { assigneeAgentId: names(agents), assigneeUserId: names([user]) },
      { channelId: names(channels), assigneeUserId: names([user]) },
      { channelId: names(channels), parentTaskId: names(parents) },
      { channelId: names(channels), caller: ["another agent"] },
    ],
  };
}

/** Returns a level with a parent of that kind; without one while there is no task. */
function parent(name: string, isFit: (fields: KnownResource["fields"]) => boolean): Level {
  return { name, isFit: ({ fields }) => isFit(fields), members: ({ id }) => (id === "" ? {} : { parentTaskId: id }) };
}

/** Blocks tasks of stimuli in each state, by each agent. */
export function blockTask(check: CheckContext, resources: () => readonly KnownResource[]): Table {
  const statuses = wordsIn(fieldSchema(check.context.document, "create-task", "status"));
  return {
    operation: "block-task",
    resourceOperations: ["create-task"],
    resources,
    needsResource: true,
    factors: [
      {
        name: "status",
        levels: statuses.map((status) => taskLevel(status, ({ status: shownStatus }) => shownStatus === status)),
      },
      { name: "task", levels: Object.values(tasksByAssignment(check.context)) },
      { name: "reason", levels: levelsOfText("reason", { lengths: [280] }) },
      callerFactor(check.context),
      REPETITIONS,
    ],
  };
}

/** Releases tasks of stimuli in each state, by each agent. */
export function releaseTask(check: CheckContext, resources: () => readonly KnownResource[]): Table {
  const { own, ofOtherAgent, unassigned, inChannel, subTask } = tasksByAssignment(check.context);
  const withBindings = (level: Level) => [level, combinedLevel(level, inChannel), combinedLevel(level, subTask)];
  const ofCallerLevels = withBindings(own);
  const ofOtherAgentLevels = withBindings(ofOtherAgent);
  return {
    operation: "release-task",
    resourceOperations: ["create-task"],
    resources,
    needsResource: true,
    factors: [
      {
        name: "status",
        levels: [
          taskLevel("blocked", ({ status }) => status === "blocked"),
          taskLevel("another", ({ status }) => status !== "blocked"),
        ],
      },
      { name: "task", levels: [...ofCallerLevels, ...ofOtherAgentLevels, unassigned] },
      callerFactor(check.context),
      REPETITIONS,
    ],
    // Only the assignee may release a task. One kind of each is tried by the other agent.
    exclusions: [
      { task: names(ofCallerLevels.slice(1)), caller: ["another agent"] },
      { task: names(ofOtherAgentLevels.slice(1)), caller: ["the caller"] },
    ],
  };
}

function names(levels: readonly Level[]): string[] {
  return levels.map(({ name }) => name);
}

/** Returns levels of the tasks by everything except their status. */
function tasksByAssignment({ target }: RunContext) {
  const { agent } = target.fixtures;
  const isOwn = taskLevel("assigned to the caller", ({ assigneeAgentId }) => assigneeAgentId === agent?.id);
  const ofCaller: Level = agent?.id === undefined ? { name: isOwn.name, missingFixture: "agent.id" } : isOwn;
  return {
    own: ofCaller,
    ofOtherAgent: taskLevel(
      "assigned to another agent",
      ({ assigneeAgentId }) => assigneeAgentId !== undefined && assigneeAgentId !== agent?.id,
    ),
    unassigned: taskLevel(
      "assigned to nobody",
      ({ assigneeAgentId, assigneeUserId }) => (assigneeAgentId ?? assigneeUserId) === undefined,
    ),
    inChannel: taskLevel("in a channel", ({ channelId }) => channelId !== undefined),
    subTask: taskLevel("below another", ({ parentTaskId }) => parentTaskId !== undefined),
  };
}

/** Returns the level of a task that fits both. */
function combinedLevel(one: Level, other: Level): Level {
  return {
    ...one,
    name: `${one.name}, ${other.name}`,
    isFit: (resource) => one.isFit?.(resource) === true && other.isFit?.(resource) === true,
  };
}

function taskLevel(name: string, isFit: (fields: KnownResource["fields"]) => boolean): Level {
  return { name, isFit: ({ fields }) => isFit(fields), members: ({ id }) => ({ taskId: id }) };
}
