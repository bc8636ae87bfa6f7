import type { JsonObject } from "../../../spec/json.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CallOptions, Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { withBody } from "../../engine/resources/create-resources.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { requireAccepted } from "../../verifiers/expect.ts";
import { memoryAt } from "../../verifiers/memory.ts";
import { stringAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { contentOf } from "../memories/claims.ts";
import { lastingStatus } from "../memories/default-status.ts";
import { type SentMessage, sendMessage } from "../messages/requests.ts";
import { type CreatedTask, createTask } from "../tasks/requests.ts";
import { mayRecur } from "./leaks.ts";

/** A memory of one of the workspaces. */
export interface KeptMemory {
  readonly id: string;
  readonly word: string;
  readonly content: string;
  /** Its status, where the target told it: a search has to ask for it. */
  readonly status: string | null;
  /** The message that it comes from. */
  readonly source: string;
}

/** One of two workspaces, with what this run puts there for the other to reach at. Things are created when first needed. */
export interface Side {
  /** In sentences: "the caller's workspace". */
  readonly name: string;
  /** Its key. */
  readonly options: CallOptions;
  readonly channel: string;
  readonly scope: string;
  /** Fixtures that the side needs for a thing of its own. */
  readonly fixtures: { readonly channel: string; readonly scope: string };
  /** Sees to it that its key opens something: one that opens nothing at all would seem to be kept out of everything. */
  requireKey(check: CheckContext): Promise<void>;
  message(check: CheckContext): Promise<SentMessage>;
  task(check: CheckContext): Promise<CreatedTask>;
  memory(check: CheckContext): Promise<KeptMemory>;
}

/** Whose things are reached at, and by whom. */
export interface Reach {
  readonly owner: Side;
  readonly intruder: Side;
}

/** True where the intruder may have a channel or a scope of its own by that name. */
export function mayBeOwn({ owner, intruder }: Reach, need: Need): boolean {
  return owner[need] === intruder[need] || mayRecur(owner[need]);
}

/** True where it is the caller of the run that reaches for what is the other workspace's. */
export function isOurs({ options }: Side): boolean {
  return options.apiKey === undefined;
}

/** The two workspaces that a run knows. */
export interface Sides {
  readonly ours: Side;
  readonly theirs: Side;
}

/** The caller's workspace and the other one of the target file. */
export function createSides(context: RunContext): Sides {
  const { memberChannel = "", scope = "", otherWorkspace } = context.target.fixtures;
  const { apiKey = "" } = otherWorkspace ?? {};
  const ours = createSide("the caller's workspace", {
    options: {},
    channel: memberChannel,
    scope,
    fixtures: { channel: "memberChannel", scope: "scope" },
  });
  const theirs = createSide("another workspace", {
    options: { apiKey },
    channel: otherWorkspace?.channel ?? "",
    scope: otherWorkspace?.scope ?? "",
    fixtures: { channel: "otherWorkspace.channel", scope: "otherWorkspace.scope" },
  });
  return { ours, theirs };
}

function createSide(name: string, own: Pick<Side, "options" | "channel" | "scope" | "fixtures">): Side {
  const message = once((check: CheckContext) =>
    sendMessage(check, `secret message of ${name}`, { channelId: own.channel }, own.options),
  );
  return {
    name,
    ...own,
    requireKey: once(async (check: CheckContext) => {
      const listTasks = async () =>
        requireAccepted(await check.call("list-tasks", {}, own.options), "tasks.list.succeeds");
      if (own.channel === "") return listTasks();
      if ((await tryOrNull(listTasks)) !== null) return;
      // That the key opens something does not depend on one operation.
      const parameters = { channel: own.channel };
      requireAccepted(await check.call("get-messages", { parameters }, own.options), "messages.get.succeeds");
    }),
    message,
    task: once(async (check: CheckContext) => {
      // Ours is assigned to the caller, who can then release it.
      const assigned = own.options.apiKey === undefined ? { assigneeAgentId: await check.reference("agent") } : {};
      const bound = own.channel === "" ? {} : { channelId: own.channel };
      const priorities = wordsOf(fieldSchema(check.context.document, "create-task", "priority"), "priority");
      // The most urgent of the one workspace, the least urgent of the other: either may be looked for in a way of its own.
      const priority = (own.options.apiKey === undefined ? priorities.at(0) : priorities.at(-1)) ?? "";
      const make = (members: JsonObject) =>
        createTask(check, `secret task of ${name}`, { priority, ...members }, own.options);
      // A status in which tasks are seldom assigned to anybody yet.
      const [first] = wordsOf(fieldSchema(check.context.document, "create-task", "status"), "status");
      const status = first === undefined ? {} : { status: first };
      return (await tryOrNull(() => make({ ...status, ...assigned, ...bound }))) ?? make(assigned);
    }),
    memory: once(async (check: CheckContext) => makeMemory(check, name, own, (await message(check)).id)),
  };
}

async function makeMemory(
  check: CheckContext,
  name: string,
  { options, scope }: Pick<Side, "options" | "scope">,
  source: string,
): Promise<KeptMemory> {
  const key = `secret memory of ${name}`;
  const content = contentOf(check, key);
  const { input } = await check.baseline("remember");
  // A decision, as those are what a bootstrap shows.
  const word = wordOf(check.context, key);
  const members = {
    content,
    kind: "decision",
    scope_id: scope,
    derived_from: [{ id: source }],
    // A recall may leave out by default what is little sure.
    confidence: 1,
    metadata: { topic: word, tags: [word] },
  };
  const response = await check.call("remember", withBody(input, members), options);
  requireAccepted(response, "memories.remember.succeeds");
  // Neighbours, so that a walk from the one leads to another; whether a memory can be a source is open. They are of the
  // other kinds, as each may be shown in a way of its own, and told by the word.
  const kinds = wordsOf(fieldSchema(check.context.document, "remember", "kind"), "the kind of a memory");
  const others = kinds.filter((kind) => kind !== members.kind);
  for (const [index, from] of [stringAt(response, "/data/id"), source].entries()) {
    const neighbour = {
      ...members,
      kind: others[index % others.length] ?? members.kind,
      content: `${contentOf(check, `${key}, from ${from}`)} ${word}`,
      derived_from: [{ id: from }],
    };
    await check.call("remember", withBody(input, neighbour), options);
  }
  const id = stringAt(response, "/data/id");
  const status = await lastingStatus(check, { id, asked: members, memory: memoryAt(response, "/data") }, options);
  return { id, word, content, status, source };
}

/** What a side must have for a check: a channel, a scope. */
export type Need = "channel" | "scope";

interface Fields {
  readonly requirement: string;
  /** What is reached for, where several checks of a requirement differ in it. */
  readonly what?: string;
  readonly operations: readonly string[];
  /** What the owner of the secret needs. */
  readonly needs: readonly Need[];
  /** What the one who reaches for it needs. */
  readonly intruderNeeds?: readonly Need[];
}

type Judge = (check: CheckContext, reach: Reach) => Promise<void>;

/**
 * A check for each direction: the other workspace's key reaching for what is ours, and ours for what is theirs, which tells
 * little more for its requests unless it takes but a few.
 */
export function bothWays(sides: Sides, fields: Fields, judge: Judge, takesFew = false): Check[] {
  const { ours, theirs } = sides;
  return [
    oneWay({ owner: ours, intruder: theirs }, fields, judge),
    { ...oneWay({ owner: theirs, intruder: ours }, fields, judge), ...(takesFew ? { early: true } : { costly: true }) },
  ];
}

/** A check for the direction in which more can be looked at: the other workspace's key reaching for what is ours. */
export function reachingForOurs(sides: Sides, fields: Fields, judge: Judge): Check {
  return oneWay({ owner: sides.ours, intruder: sides.theirs }, fields, judge);
}

function oneWay(
  reach: Reach,
  { requirement, what, operations, needs, intruderNeeds = [] }: Fields,
  judge: Judge,
): Check {
  const { owner, intruder } = reach;
  const own = [...needs.map((need) => owner.fixtures[need]), ...intruderNeeds.map((need) => intruder.fixtures[need])];
  return defineCheck(
    {
      requirement,
      name: `${what ?? `what is in ${owner.name}`} is out of reach of a key of ${intruder.name}`,
      operations,
      fixtures: [...new Set(["otherWorkspace.apiKey", ...own])],
    },
    async (check) => {
      await intruder.requireKey(check);
      await judge(check, reach);
    },
  );
}
