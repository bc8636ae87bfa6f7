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
  /** Its status if the target showed it, since a search must name it. */
  readonly status: string | null;
  /** The message that it derives from. */
  readonly source: string;
}

/**
 * One of two workspaces, with the resources that this run creates there for the other to request. They are created when
 * first needed.
 */
export interface Side {
  /** Its name in sentences: "the caller's workspace". */
  readonly name: string;
  /** Its key. */
  readonly options: CallOptions;
  readonly channel: string;
  readonly scope: string;
  /** The fixtures that the side needs for its own resources. */
  readonly fixtures: { readonly channel: string; readonly scope: string };
  /** Makes sure that its key is valid: an invalid one would seem to be kept out of everything. */
  requireKey(check: CheckContext): Promise<void>;
  message(check: CheckContext): Promise<SentMessage>;
  task(check: CheckContext): Promise<CreatedTask>;
  memory(check: CheckContext): Promise<KeptMemory>;
}

/** The side that owns a resource, and the side that requests it. */
export interface Reach {
  readonly owner: Side;
  readonly intruder: Side;
}

/** Returns true if the intruder may have its own channel or scope of that name. */
export function mayBeOwn({ owner, intruder }: Reach, need: Need): boolean {
  return owner[need] === intruder[need] || mayRecur(owner[need]);
}

/** Returns true for the side of the run's caller. */
export function isOurs({ options }: Side): boolean {
  return options.apiKey === undefined;
}

/** The two workspaces that a run knows. */
export interface Sides {
  readonly ours: Side;
  readonly theirs: Side;
}

/** Returns the caller's workspace and the other one of the target file. */
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
      // The validity of the key does not depend on a single operation.
      const parameters = { channel: own.channel };
      requireAccepted(await check.call("get-messages", { parameters }, own.options), "messages.get.succeeds");
    }),
    message,
    task: once(async (check: CheckContext) => {
      // Ours is assigned to the caller, who can then release it.
      const assigned = own.options.apiKey === undefined ? { assigneeAgentId: await check.reference("agent") } : {};
      const bound = own.channel === "" ? {} : { channelId: own.channel };
      const priorities = wordsOf(fieldSchema(check.context.document, "create-task", "priority"), "priority");
      // The most urgent for one workspace, the least urgent for the other: either may have its own code path.
      const priority = (own.options.apiKey === undefined ? priorities.at(0) : priorities.at(-1)) ?? "";
      const make = (members: JsonObject) =>
        createTask(check, `secret task of ${name}`, { priority, ...members }, own.options);
      // A status in which tasks often have no assignee yet.
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
  // A decision, since a bootstrap shows those.
  const word = wordOf(check.context, key);
  const members = {
    content,
    kind: "decision",
    scope_id: scope,
    derived_from: [{ id: source }],
    // A recall may omit memories of low confidence by default.
    confidence: 1,
    metadata: { topic: word, tags: [word] },
  };
  const response = await check.call("remember", withBody(input, members), options);
  requireAccepted(response, "memories.remember.succeeds");
  // Neighbours, so that a walk from one leads to another. The contract leaves open whether a memory can be a source.
  // They have the other kinds, since each may have its own code path, and share the word.
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

/** A fixture that a side must have for a check: a channel, a scope. */
export type Need = "channel" | "scope";

interface Fields {
  readonly requirement: string;
  /** The resource that is requested, where several checks of a requirement differ in it. */
  readonly what?: string;
  readonly operations: readonly string[];
  /** The needs of the owner of the secret. */
  readonly needs: readonly Need[];
  /** The needs of the intruder. */
  readonly intruderNeeds?: readonly Need[];
}

type Judge = (check: CheckContext, reach: Reach) => Promise<void>;

/**
 * Returns a check for each direction: the other workspace's key requests our resources, and ours requests theirs. The
 * second finds little more for its requests, so it is costly unless it takes few.
 */
export function bothWays(sides: Sides, fields: Fields, judge: Judge, takesFew = false): Check[] {
  const { ours, theirs } = sides;
  return [
    oneWay({ owner: ours, intruder: theirs }, fields, judge),
    { ...oneWay({ owner: theirs, intruder: ours }, fields, judge), ...(takesFew ? { early: true } : { costly: true }) },
  ];
}

/**
 * Returns a check for the direction that can be judged more thoroughly: the other workspace's key requests our
 * resources.
 */
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
