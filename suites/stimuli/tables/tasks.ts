import type { CheckContext, RunContext } from "../../engine/check/check.ts";
import { fieldSchema, numberAt, wordsIn } from "../../models/document-facts.ts";
import { callers } from "../callers.ts";
import { createdTask, type KnownResource, tasksOf } from "../resources.ts";
import { ABSENT, type Level, levelOfFixture, levelsOfWords, SENDINGS, type Table } from "../table.ts";
import { levelsOfText } from "../texts.ts";
import { agentLevels, channelLevels } from "./fixtures.ts";

/** Creates tasks of every status and priority, with every binding and assignment that all services accept. */
export function createTask(check: CheckContext): Table {
  const { context } = check;
  const schema = (field: string) => fieldSchema(context.document, "create-task", field);
  const listed = (field: string) => ({
    name: field,
    levels: [ABSENT, ...levelsOfWords(field, wordsIn(schema(field)))],
  });
  const user = levelOfFixture("a user", { member: "assigneeUserId", path: "user" }, context.target.fixtures.user);
  const agents = agentLevels(context, "assigneeAgentId");
  const channels = channelLevels(context, "channelId").slice(0, 2);
  const isBelow = ({ parentTaskId }: KnownResource["fields"]) => parentTaskId !== undefined;
  const parents = [
    parent("a task", (fields) => !isBelow(fields)),
    parent("a sub-task", isBelow),
    parent("a sub-task of a sub-task", ({ parentTaskId }) => isBelow(createdTask(check, parentTaskId)?.fields ?? {})),
    parent("a blocked task", (fields) => fields.status === "blocked"),
  ];
  return {
    operation: "create-task",
    resources: () => tasksOf(check),
    factors: [
      {
        name: "title",
        levels: levelsOfText("title", { lengths: [256, numberAt(schema("title"), "maxLength") ?? 256] }),
      },
      {
        name: "description",
        levels: [
          ABSENT,
          ...levelsOfText("description", { lengths: [300, 2000], beyond: [4_200, 10_100], isOfLines: true }),
        ],
      },
      listed("status"),
      listed("priority"),
      { name: "assigneeAgentId", levels: [ABSENT, ...agents] },
      { name: "assigneeUserId", levels: [ABSENT, user] },
      { name: "channelId", levels: [ABSENT, ...channels] },
      { name: "parentTaskId", levels: [ABSENT, ...parents] },
      callers(context),
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
  return { name, fits: ({ fields }) => isFit(fields), gives: ({ id }) => (id === "" ? {} : { parentTaskId: id }) };
}

/** Blocks tasks of stimuli in each state, by each agent. */
export function blockTask(check: CheckContext, resources: () => readonly KnownResource[]): Table {
  const statuses = wordsIn(fieldSchema(check.context.document, "create-task", "status"));
  return {
    operation: "block-task",
    about: ["create-task"],
    resources,
    needsResource: true,
    factors: [
      { name: "status", levels: statuses.map((status) => taskWith(status, ({ status: is }) => is === status)) },
      { name: "task", levels: Object.values(tasks(check.context)) },
      { name: "reason", levels: levelsOfText("reason", { lengths: [280] }) },
      callers(check.context),
      SENDINGS,
    ],
  };
}

/** Releases tasks of stimuli in each state, by each agent. */
export function releaseTask(check: CheckContext, resources: () => readonly KnownResource[]): Table {
  const { own, another, nobodys, bound, below } = tasks(check.context);
  const kinds = (level: Level) => [level, both(level, bound), both(level, below)];
  const ofCaller = kinds(own);
  const ofAnother = kinds(another);
  return {
    operation: "release-task",
    about: ["create-task"],
    resources,
    needsResource: true,
    factors: [
      {
        name: "status",
        levels: [
          taskWith("blocked", ({ status }) => status === "blocked"),
          taskWith("another", ({ status }) => status !== "blocked"),
        ],
      },
      { name: "task", levels: [...ofCaller, ...ofAnother, nobodys] },
      callers(check.context),
      SENDINGS,
    ],
    // Only the assignee may release a task. One kind of each is tried by the other agent.
    exclusions: [
      { task: names(ofCaller.slice(1)), caller: ["another agent"] },
      { task: names(ofAnother.slice(1)), caller: ["the caller"] },
    ],
  };
}

function names(levels: readonly Level[]): string[] {
  return levels.map(({ name }) => name);
}

/** Returns levels of the tasks by everything except their status. */
function tasks({ target }: RunContext) {
  const { agent } = target.fixtures;
  const isOwn = taskWith("assigned to the caller", ({ assigneeAgentId }) => assigneeAgentId === agent?.id);
  const own: Level = agent?.id === undefined ? { name: isOwn.name, lacks: "agent.id" } : isOwn;
  return {
    own,
    another: taskWith(
      "assigned to another agent",
      ({ assigneeAgentId }) => assigneeAgentId !== undefined && assigneeAgentId !== agent?.id,
    ),
    nobodys: taskWith(
      "assigned to nobody",
      ({ assigneeAgentId, assigneeUserId }) => (assigneeAgentId ?? assigneeUserId) === undefined,
    ),
    bound: taskWith("in a channel", ({ channelId }) => channelId !== undefined),
    below: taskWith("below another", ({ parentTaskId }) => parentTaskId !== undefined),
  };
}

/** Returns the level of a task that fits both. */
function both(one: Level, other: Level): Level {
  return {
    ...one,
    name: `${one.name}, ${other.name}`,
    fits: (resource) => one.fits?.(resource) === true && other.fits?.(resource) === true,
  };
}

function taskWith(name: string, isFit: (fields: KnownResource["fields"]) => boolean): Level {
  return { name, fits: ({ fields }) => isFit(fields), gives: ({ id }) => ({ taskId: id }) };
}
