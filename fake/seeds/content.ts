import { link, nodeType } from "../features/memories/graph.ts";
import type { StoredMemory } from "../features/memories/model.ts";
import { contestMemory, invalidateMemory, setMemoryStatus, supersedeMemory } from "../features/memories/moves.ts";
import { remember } from "../features/memories/remember.ts";
import { flagNeedsHuman, resolveFlag, sendMessage } from "../features/messages/logic.ts";
import { blockTask } from "../features/tasks/logic.ts";
import { INITIAL_STATUSES, type StoredTask, type TaskStatus } from "../features/tasks/model.ts";
import { commentAsPerson, commentOnTask, setStatus } from "../features/tasks/moves.ts";
import { makeFile, makeHumanMessage, makeTask } from "../fixtures/seeding.ts";
import { rejection } from "../rejection.ts";
import type { RuledCaller } from "../rules.ts";
import { isoInstant } from "../runtime/clock.ts";
import type { Ids } from "../runtime/ids.ts";
import type { Workspace } from "../workspace.ts";
import type { SeedComment, SeedMemory, SeedMessage, SeedMove, SeedTask } from "./seed-data.ts";

/** The context in which the content of a seed is created. */
export interface ContentContext {
  readonly workspace: Workspace;
  /** Returns the caller for an agent, or for the first agent, at the current instant of the seed. */
  as(agent: string | undefined): RuledCaller;
  /** Returns the id of a name. */
  id(name: string): string;
  /** Returns true if the name is an agent's. */
  isAgent(name: string): boolean;
}

/** Creates a message, with its files and its flag; returns its id. */
export function makeSeedMessage(
  stage: ContentContext,
  { id, channel, from, content, thread, needsHuman, files = [] }: SeedMessage,
): string {
  const channelId = stage.id(channel);
  const byAgent = stage.isAgent(from);
  const caller = stage.as(byAgent ? from : undefined);
  if (!byAgent && files.length > 0) {
    throw rejection("invalid-input", "Files are attached by agents", { suggestion: "Let an agent write the message." });
  }
  const attachmentIds = files.map((file) =>
    makeFile(caller, channelId, file.name, file.mimeType ?? "text/plain", file.content),
  );
  const threadId = thread === undefined ? undefined : stage.id(thread);
  const author = withId(caller, id === undefined ? undefined : stage.id(id));
  const messageId = byAgent
    ? sendMessage(author, { channelId, content, threadId, attachmentIds }).id
    : makeHumanMessage(author, channelId, stage.id(from), content, threadId);
  if (needsHuman !== undefined) flag(stage, messageId, needsHuman);
  return messageId;
}

/** Removes the flag of a message, as a person does who has handled it. */
export function resolveSeedMessage(stage: ContentContext, messageId: string): void {
  const caller = stage.as(undefined);
  const message = caller.workspace.messages.get(messageId)?.message;
  if (message === undefined || !resolveFlag(caller, message)) {
    throw rejection("invalid-input", "The message is resolved, and was not flagged", { suggestion: "Add needsHuman." });
  }
}

/** Flags a message as the first agent, ignoring read permissions. */
function flag({ workspace, as }: ContentContext, messageId: string, reason: string): void {
  const caller = as(undefined);
  const rules = { ...caller.rules, messages: { ...caller.rules.messages, mayRead: () => true } };
  flagNeedsHuman({ ...caller, workspace, rules }, { messageId, reason });
}

/** Creates a task in any status. */
export function makeSeedTask(stage: ContentContext, task: SeedTask, dueAt?: number): StoredTask {
  const { id, title, status = "todo", priority = "none", by, assignee, channel, parent } = task;
  const caller = stage.as(by);
  const assigneeId = assignee === undefined ? undefined : stage.id(assignee);
  const toAgent = assignee !== undefined && stage.isAgent(assignee);
  const stored = makeTask(withId(caller, id === undefined ? undefined : stage.id(id)), title, {
    description: task.description,
    status: isInitial(status) ? status : "todo",
    priority,
    assigneeAgentId: toAgent ? assigneeId : undefined,
    assigneeUserId: toAgent ? undefined : assigneeId,
    parentTaskId: parent === undefined ? undefined : stage.id(parent),
    channelId: channel === undefined ? undefined : stage.id(channel),
  });
  if (dueAt !== undefined) stage.workspace.tasks.change(stored, { dueAt: isoInstant(dueAt) });
  if (!isInitial(status)) setStatus(caller, stored, status);
  return stored;
}

/** Comments on a task, as an agent or as a person. */
export function commentSeedTask(
  stage: ContentContext,
  stored: StoredTask,
  { by, body, mentions = [] }: SeedComment,
): void {
  const mentioned = mentions.map(stage.id);
  if (stage.isAgent(by)) commentOnTask(stage.as(by), stored, body, mentioned);
  else commentAsPerson(stage.as(undefined), stored, { userId: stage.id(by), body, mentions: mentioned });
}

/** Gives a task another status; `creator` is the agent that moves it unless the move names one. */
export function moveSeedTask(
  stage: ContentContext,
  stored: StoredTask,
  { status, by, reason }: SeedMove,
  creator: string | undefined,
): void {
  const caller = stage.as(by ?? creator);
  if (reason !== undefined && status !== "blocked") {
    throw rejection("invalid-input", `A task that becomes ${status} has no reason`, {
      suggestion: "Give the reason as a comment.",
    });
  }
  if (reason === undefined) setStatus(caller, stored, status);
  else blockTask(caller, { taskId: stored.task.id, reason });
}

function isInitial(status: TaskStatus): status is (typeof INITIAL_STATUSES)[number] {
  return (INITIAL_STATUSES as readonly string[]).includes(status);
}

/** Creates a memory in any status, with its sources and references. */
export function makeSeedMemory(stage: ContentContext, seed: SeedMemory): StoredMemory {
  const caller = stage.as(seed.by);
  const { memories } = stage.workspace;
  const metadata = { ...seed.metadata, ...(seed.tags === undefined ? {} : { tags: seed.tags }) };
  const { id } = remember(withId(caller, seed.id === undefined ? undefined : stage.id(seed.id)), {
    content: seed.content,
    kind: seed.kind ?? "fact",
    scope_id: stage.id(seed.scope),
    derived_from: derivedFrom(stage, seed),
    confidence: seed.confidence ?? 1,
    ttl_seconds: seed.ttlSeconds,
    ttl_preset: undefined,
    stated_by_identity_id: seed.statedBy,
    where: seed.where,
    why: seed.why,
    metadata,
  });
  const made = memories.get(id);
  if (made === undefined) throw new Error("a seed lost the memory that it had just made");
  const known = (name: string): StoredMemory => {
    const found = memories.get(stage.id(name));
    if (found !== undefined) return found;
    throw rejection("not-found", `The memory ${name} is created later`, {
      suggestion: "Let it come first, or longer ago.",
    });
  };
  if (seed.supersedes !== undefined) supersedeMemory(caller, known(seed.supersedes), made);
  if (seed.contests !== undefined) contestMemory(caller, known(seed.contests), made);
  for (const name of seed.related ?? []) {
    link(caller, { id, type: "memory" }, { id: known(name).memory.id, type: "memory" }, "REFERENCES");
  }
  if (seed.status === "invalidated") invalidateMemory(caller, made, "Seeded so.");
  else if (seed.status !== undefined && seed.status !== "current") setMemoryStatus(made, seed.status);
  return made;
}

/** Declares a memory wrong; `author` is the agent that does unless another one is named. */
export function invalidateSeedMemory(
  stage: ContentContext,
  stored: StoredMemory,
  { by, reason }: NonNullable<SeedMemory["invalidated"]>,
  author: string | undefined,
): void {
  invalidateMemory(stage.as(by ?? author), stored, reason);
}

/** Returns the sources of a memory, of which there must be at least one. */
function derivedFrom(stage: ContentContext, { from = [], sources = [] }: SeedMemory): readonly string[] {
  const all = [...from.map(stage.id), ...sources];
  return all.length === 0 ? ["seed"] : all;
}

/** Adds the further edges of a memory after everything else. */
export function linkSeedMemory(stage: ContentContext, { id, content, by, links = [] }: SeedMemory): void {
  const { memories } = stage.workspace;
  const own =
    id === undefined ? [...memories.all()].find((each) => each.memory.content === content)?.memory.id : stage.id(id);
  // The failed creation of this memory is already reported.
  if (own === undefined) return;
  for (const { type, to } of links) {
    const target = stage.id(to);
    const node = { id: target, type: nodeType(stage.workspace, target) };
    link(stage.as(by), { id: own, type: "memory" }, node, type);
  }
}

/** Returns the caller with an id for the next resource that it creates; later ones get generated ids. */
function withId(caller: RuledCaller, id: string | undefined): RuledCaller {
  if (id === undefined) return caller;
  const { service } = caller;
  let given = false;
  const uuid: Ids["uuid"] = (...counted) => {
    if (given) return service.ids.uuid(...counted);
    given = true;
    return id;
  };
  return { ...caller, service: { ...service, ids: { ...service.ids, uuid } } };
}
