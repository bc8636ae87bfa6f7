import { isObject, type Json } from "../../spec/json.ts";
import { precedes, statusOf } from "../client/exchange.ts";
import { accepted, requested } from "../knowledge/exchanges.ts";
import type { Past } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { expectAccepted } from "../verifiers/expect.ts";
import { judging } from "../verifiers/judging.ts";
import { asMade } from "../verifiers/same-resource.ts";
import type { Rule } from "./rule.ts";

/** What nobody can be rejected for who made a task and has it: the first change of it, whatever else the task is. */
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

/** A rejection of the change; what is not there yet for all (404), and what failed or came too often, says nothing. */
const REJECTIONS = [400, 403, 409];

function judgeReleases(knowledge: Knowledge): number {
  const meant = firstChanges(knowledge, "release-task").filter(({ isHeld }) => isHeld);
  for (const { past, made } of meant) expectTaken(past, made, "the release of a task by its assignee");
  return meant.length;
}

/** From which statuses a task can be blocked is open; how long a reason may be as well, so that one as long has to have been taken. */
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

function expectTaken(past: Past, made: Past, what: string): void {
  if (!REJECTIONS.includes(statusOf(past.exchange))) return;
  judging([made.exchange, past.exchange], () => expectAccepted(past.exchange, what));
}

function isReason(reason: Json | undefined): reason is string {
  return typeof reason === "string" && reason.trim() !== "";
}

/** By every measure of length: in letters that take more bytes each a shorter text may be the longer one. */
function isAsLong(one: string, other: string): boolean {
  return one.length >= other.length && Buffer.byteLength(one) >= Buffer.byteLength(other);
}

interface FirstChange {
  readonly past: Past;
  readonly made: Past;
  /** The status in which it was created. */
  readonly from: Json | undefined;
  /** True for a task that was created for the caller. */
  readonly isHeld: boolean;
}

/** Changes of the caller's own tasks that nobody has asked for any change of before, or at the same time. */
function firstChanges(knowledge: Knowledge, operation: string): readonly FirstChange[] {
  const asked = ["block-task", "release-task"].flatMap((one) => knowledge.history(one));
  const made = new Map(
    accepted(knowledge, "create-task").flatMap((past) => (past.isOwn ? [[asMade(past.exchange).value.id, past]] : [])),
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
    const { status, assigneeAgentId } = asMade(creator.exchange).value;
    const isHeld = self !== undefined && assigneeAgentId === self && requested(creator, "assigneeAgentId") === self;
    return [{ past, made: creator, from: status, isHeld }];
  });
}

/** A member that does not exist may be rejected. */
function isPlain({ input: { body } }: Past): boolean {
  return isObject(body) && Object.keys(body).every((name) => name === "taskId" || name === "reason");
}
