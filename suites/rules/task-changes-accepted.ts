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
  const meant = firstChanges(knowledge, "release-task").filter(({ isHeld }) => isHeld);
  for (const { past, made } of meant) expectTaken(past, made, "the release of a task by its assignee");
  return meant.length;
}

/**
 * Judges only statuses from which another block succeeded and reasons no longer than an accepted one, since the
 * contract leaves both open.
 */
function judgeBlocks(knowledge: Knowledge): number {
  const told = accepted(knowledge, "block-task").map((past) => requested(past, "reason"));
  const first = firstChanges(knowledge, "block-task").filter(({ past }) => {
    const reason = requested(past, "reason");
    return isReason(reason) && told.some((one) => isReason(one) && isAsLong(one, reason));
  });
  const taken = new Set(first.flatMap(({ past, from }) => (statusOf(past.exchange) === 200 ? [from] : [])));
  const meant = first.filter(({ isHeld, from }) => isHeld && typeof from === "string" && taken.has(from));
  for (const { past, made, from } of meant) expectTaken(past, made, `blocking a task that is ${String(from)}`);
  return meant.length;
}

function expectTaken(past: HistoryEntry, made: HistoryEntry, what: string): void {
  if (!REJECTIONS.includes(statusOf(past.exchange))) return;
  withEvidence([made.exchange, past.exchange], () => expectAccepted(past.exchange, what));
}

function isReason(reason: Json | undefined): reason is string {
  return typeof reason === "string" && reason.trim() !== "";
}

/** Returns true if a text is at least as long in characters and in bytes. A shorter text may take more bytes. */
function isAsLong(one: string, other: string): boolean {
  return one.length >= other.length && Buffer.byteLength(one) >= Buffer.byteLength(other);
}

interface FirstChange {
  readonly past: HistoryEntry;
  readonly made: HistoryEntry;
  /** The status with which the task was created. */
  readonly from: Json | undefined;
  /** True if the task was created as assigned to the caller. */
  readonly isHeld: boolean;
}

/**
 * Returns the changes of the caller's own tasks for which no other change was requested earlier or at the same time.
 */
function firstChanges(knowledge: Knowledge, operation: string): readonly FirstChange[] {
  const asked = ["block-task", "release-task"].flatMap((one) => knowledge.history(one));
  const made = new Map(
    accepted(knowledge, "create-task").flatMap((past) =>
      past.isOwn ? [[asCreated(past.exchange).value.id, past]] : [],
    ),
  );
  const self = knowledge.context.target.fixtures.agent?.id;
  return knowledge.history(operation).flatMap((past): FirstChange[] => {
    const id = requested(past, "taskId");
    const creator = made.get(id);
    const isFirst = asked.every(
      (other) => other === past || requested(other, "taskId") !== id || precedes(past.exchange, other.exchange),
    );
    if (!past.isOwn || past.isBroken || typeof id !== "string" || creator === undefined || !isFirst || !isPlain(past))
      return [];
    const { status, assigneeAgentId } = asCreated(creator.exchange).value;
    const isHeld = self !== undefined && assigneeAgentId === self && requested(creator, "assigneeAgentId") === self;
    return [{ past, made: creator, from: status, isHeld }];
  });
}

/** Returns true if the body has no other members than these. Unknown members may be rejected. */
function isPlain({ input: { body } }: HistoryEntry): boolean {
  return isObject(body) && Object.keys(body).every((name) => name === "taskId" || name === "reason");
}
