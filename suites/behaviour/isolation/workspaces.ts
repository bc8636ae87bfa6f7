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
import { listedStatusOf } from "../memories/listed-status.ts";
import { type SentMessage, sendMessage } from "../messages/requests.ts";
import { type CreatedTask, createTask } from "../tasks/requests.ts";
import { mayExistInEachWorkspace } from "./leaks.ts";

/** A memory of one of the workspaces. */
export interface SecretMemory {
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
export interface Workspace {
  /** Its name in sentences: "the caller's workspace". */
  readonly name: string;
  /** Its key. */
  readonly options: CallOptions;
  readonly channel: string;
  readonly scope: string;
  /** The fixtures that the workspace needs for its own resources. */
  readonly fixtures: { readonly channel: string; readonly scope: string };
  /** Makes sure that its key is valid: an invalid key would be rejected everywhere. */
  requireKey(check: CheckContext): Promise<void>;
  message(check: CheckContext): Promise<SentMessage>;
  task(check: CheckContext): Promise<CreatedTask>;
  memory(check: CheckContext): Promise<SecretMemory>;
}

/** The workspace that owns a resource, and the one that requests it. */
export interface CrossWorkspaceAccess {
  readonly owner: Workspace;
  readonly intruder: Workspace;
}

/** Returns true if the intruder may have its own channel or scope of that name. */
export function mayBeIntrudersOwn({ owner, intruder }: CrossWorkspaceAccess, need: Need): boolean {
  return owner[need] === intruder[need] || mayExistInEachWorkspace(owner[need]);
}

/** Returns true for the workspace of the run's caller. */
export function isOurs({ options }: Workspace): boolean {
  return options.apiKey === undefined;
}

/** The two workspaces that a run knows. */
export interface Workspaces {
  readonly ours: Workspace;
  readonly theirs: Workspace;
}

/** Returns the caller's workspace and the other one of the target file. */
export function createWorkspaces(context: RunContext): Workspaces {
  const { memberChannel = "", scope = "", otherWorkspace } = context.target.fixtures;
  const { apiKey = "" } = otherWorkspace ?? {};
  const ours = createWorkspace("the caller's workspace", {
    options: {},
    channel: memberChannel,
    scope,
    fixtures: { channel: "memberChannel", scope: "scope" },
  });
  const theirs = createWorkspace("another workspace", {
    options: { apiKey },
    channel: otherWorkspace?.channel ?? "",
    scope: otherWorkspace?.scope ?? "",
    fixtures: { channel: "otherWorkspace.channel", scope: "otherWorkspace.scope" },
  });
  return { ours, theirs };
}

function createWorkspace(
  name: string,
  workspace: Pick<Workspace, "options" | "channel" | "scope" | "fixtures">,
): Workspace {
  const message = once((check: CheckContext) =>
    sendMessage(check, `secret message of ${name}`, { channelId: workspace.channel }, workspace.options),
  );
  return {
    name,
    ...workspace,
    requireKey: once(async (check: CheckContext) => {
      const listTasks = async () =>
        requireAccepted(await check.call("list-tasks", {}, workspace.options), "tasks.list.succeeds");
      if (workspace.channel === "") return listTasks();
      if ((await tryOrNull(listTasks)) !== null) return;
      // The validity of the key does not depend on a single operation.
      const parameters = { channel: workspace.channel };
      requireAccepted(await check.call("get-messages", { parameters }, workspace.options), "messages.get.succeeds");
    }),
    message,
    task: once(async (check: CheckContext) => {
      // Ours is assigned to the caller, who can then release it.
      const assigned =
        workspace.options.apiKey === undefined ? { assigneeAgentId: await check.reference("agent") } : {};
      const bound = workspace.channel === "" ? {} : { channelId: workspace.channel };
      const priorities = wordsOf(fieldSchema(check.context.document, "create-task", "priority"), "priority");
      // The most urgent for one workspace, the least urgent for the other: either may have its own code path.
      const priority = (workspace.options.apiKey === undefined ? priorities.at(0) : priorities.at(-1)) ?? "";
      const create = (members: JsonObject) =>
        createTask(check, `secret task of ${name}`, { priority, ...members }, workspace.options);
      // A status in which tasks often have no assignee yet.
      const [first] = wordsOf(fieldSchema(check.context.document, "create-task", "status"), "status");
      const status = first === undefined ? {} : { status: first };
      return (await tryOrNull(() => create({ ...status, ...assigned, ...bound }))) ?? create(assigned);
    }),
    memory: once(async (check: CheckContext) => createSecretMemory(check, name, workspace, (await message(check)).id)),
  };
}

async function createSecretMemory(
  check: CheckContext,
  name: string,
  { options, scope }: Pick<Workspace, "options" | "scope">,
  source: string,
): Promise<SecretMemory> {
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
  const status = await listedStatusOf(check, { id, requested: members, memory: memoryAt(response, "/data") }, options);
  return { id, word, content, status, source };
}

/** A fixture that a workspace must have for a check: a channel, a scope. */
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

type AccessCheck = (check: CheckContext, access: CrossWorkspaceAccess) => Promise<void>;

/**
 * Returns a check for each direction: the other workspace's key requests our resources, and ours requests theirs. The
 * second finds few further failures, so it is costly unless it needs few requests.
 */
export function inBothDirections(
  workspaces: Workspaces,
  fields: Fields,
  judge: AccessCheck,
  needsFewRequests = false,
): Check[] {
  const { ours, theirs } = workspaces;
  return [
    inOneDirection({ owner: ours, intruder: theirs }, fields, judge),
    {
      ...inOneDirection({ owner: theirs, intruder: ours }, fields, judge),
      ...(needsFewRequests ? { runsEarly: true } : { isCostly: true }),
    },
  ];
}

/**
 * Returns a check for the direction that can be judged more thoroughly: the other workspace's key requests our
 * resources.
 */
export function intruderOnOurs(workspaces: Workspaces, fields: Fields, judge: AccessCheck): Check {
  return inOneDirection({ owner: workspaces.ours, intruder: workspaces.theirs }, fields, judge);
}

function inOneDirection(
  access: CrossWorkspaceAccess,
  { requirement, what, operations, needs, intruderNeeds = [] }: Fields,
  judge: AccessCheck,
): Check {
  const { owner, intruder } = access;
  const fixtures = [
    ...needs.map((need) => owner.fixtures[need]),
    ...intruderNeeds.map((need) => intruder.fixtures[need]),
  ];
  return defineCheck(
    {
      requirement,
      name: `${what ?? `what is in ${owner.name}`} is not accessible with a key of ${intruder.name}`,
      operations,
      fixtures: [...new Set(["otherWorkspace.apiKey", ...fixtures])],
    },
    async (check) => {
      await intruder.requireKey(check);
      await judge(check, access);
    },
  );
}
