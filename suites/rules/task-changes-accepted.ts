import { isObject, type Json } from "../../spec/json.ts";
import { precedes, statusOf } from "../client/exchange.ts";
import { accepted, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { expectAccepted } from "../verifiers/expect.ts";
import { asCreated } from "../verifiers/same-resource.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/** The first change of a task must be accepted if the caller created the task and holds it. */
export const taskChangesAcceptedRules: readonly Rule[] = [
  {
    requirement: "tasks.release.succeeds",
    name: "a first release by the assignee who created the task is accepted",
    operations: ["release-task", "create-task"],
    judge: judgeReleases,
  },
  {
    requirement: "tasks.block.succeeds",
    name: "a first block is accepted in a status in which another task was blocked",
    operations: ["block-task", "create-task"],
    judge: judgeBlocks,
  },
];

/** Statuses that reject the change. A 404 (not visible yet), a server error or a rate limit proves nothing. */
const REJECTIONS = [400, 403, 409];

function judgeReleases(knowledge: Knowledge): number {
  const changes = firstChanges(knowledge, "release-task").filter(({ isAssigned }) => isAssigned);
  for (const { entry, creation } of changes)
    expectNotRejected(entry, creation, "the release of a task by its assignee");
  return changes.length;
}

/**
 * Judges only statuses from which another block succeeded and reasons no longer than an accepted one, since the
 * contract leaves both open.
 */
function judgeBlocks(knowledge: Knowledge): number {
  const reasons = accepted(knowledge, "block-task").map((entry) => requested(entry, "reason"));
  const first = firstChanges(knowledge, "block-task").filter(({ entry }) => {
    const reason = requested(entry, "reason");
    return isReason(reason) && reasons.some((accepted) => isReason(accepted) && isAtLeastAsLong(accepted, reason));
  });
  const blockedFrom = new Set(first.flatMap(({ entry, from }) => (statusOf(entry.exchange) === 200 ? [from] : [])));
  const changes = first.filter(
    ({ isAssigned, from }) => isAssigned && typeof from === "string" && blockedFrom.has(from),
  );
  for (const { entry, creation, from } of changes)
    expectNotRejected(entry, creation, `blocking a task that is ${String(from)}`);
  return changes.length;
}

function expectNotRejected(entry: HistoryEntry, creation: HistoryEntry, what: string): void {
  if (!REJECTIONS.includes(statusOf(entry.exchange))) return;
  withEvidence([creation.exchange, entry.exchange], () => expectAccepted(entry.exchange, what));
}

function isReason(reason: Json | undefined): reason is string {
  return typeof reason === "string" && reason.trim() !== "";
}

/** Returns true if a text is at least as long in characters and in bytes. A shorter text may take more bytes. */
function isAtLeastAsLong(one: string, other: string): boolean {
  return one.length >= other.length && Buffer.byteLength(one) >= Buffer.byteLength(other);
}

interface FirstChange {
  readonly entry: HistoryEntry;
  readonly creation: HistoryEntry;
  /** The status with which the task was created. */
  readonly from: Json | undefined;
  /** True if the task was created as assigned to the caller. */
  readonly isAssigned: boolean;
}

/**
 * Returns the changes of the caller's own tasks for which no other change was requested earlier or at the same time.
 */
function firstChanges(knowledge: Knowledge, operation: string): readonly FirstChange[] {
  const changes = ["block-task", "release-task"].flatMap((change) => knowledge.history(change));
  const created = new Map(
    accepted(knowledge, "create-task").flatMap((entry) =>
      entry.isOwn ? [[asCreated(entry.exchange).value.id, entry]] : [],
    ),
  );
  const self = knowledge.context.target.fixtures.agent?.id;
  return knowledge.history(operation).flatMap((entry): FirstChange[] => {
    const id = requested(entry, "taskId");
    const creator = created.get(id);
    const isFirst = changes.every(
      (other) => other === entry || requested(other, "taskId") !== id || precedes(entry.exchange, other.exchange),
    );
    if (
      !entry.isOwn ||
      entry.isBroken ||
      typeof id !== "string" ||
      creator === undefined ||
      !isFirst ||
      !isPlain(entry)
    )
      return [];
    const { status, assigneeAgentId } = asCreated(creator.exchange).value;
    const isAssigned = self !== undefined && assigneeAgentId === self && requested(creator, "assigneeAgentId") === self;
    return [{ entry, creation: creator, from: status, isAssigned }];
  });
}

/** Returns true if the body has no other members than these. Unknown members may be rejected. */
function isPlain({ input: { body } }: HistoryEntry): boolean {
  return isObject(body) && Object.keys(body).every((name) => name === "taskId" || name === "reason");
}
