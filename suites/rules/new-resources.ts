import type { Json } from "../../spec/json.ts";
import { isDecided } from "../client/load-rejection.ts";
import { requested, uniquelyCreated } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { expectThat } from "../verifiers/expect.ts";
import { isUnset, valueAt } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/** Fields that show that something has happened to a resource since its creation. */
interface Untouched {
  readonly requirement: string;
  readonly operation: string;
  readonly what: string;
  /** Returns true if a field has the value of a new resource. */
  readonly fields: Readonly<Record<string, (value: Json | undefined) => boolean>>;
  /** Returns true for a creation that is judged; all are if not given. */
  readonly isJudged?: (creation: HistoryEntry) => boolean;
}

const UNTOUCHED: readonly Untouched[] = [
  {
    requirement: "messages.send.untouched",
    operation: "send-message",
    what: "message",
    fields: { isEdited: (value) => value !== true, deletedAt: isUnset },
  },
  {
    requirement: "tasks.create.untouched",
    operation: "create-task",
    what: "task",
    fields: { completedAt: isUnset, cancelledAt: isUnset, archivedAt: isUnset, deletedAt: isUnset },
  },
  {
    requirement: "memories.remember.current",
    operation: "remember",
    what: "memory",
    fields: {
      invalidated_at: isUnset,
      invalidated_by: isUnset,
      invalidated_reason: isUnset,
      status: (value) => typeof value !== "string" || value === "current",
    },
    // A service may wait for confirmation of claims with low confidence, and what it considers certain is open.
    isJudged: (creation) => requested(creation, "confidence") === 1,
  },
];

/** A new resource has not been changed, and a task has every assignee that was requested. */
export const newResourceRules: readonly Rule[] = [
  ...UNTOUCHED.map(
    (untouched): Rule => ({
      requirement: untouched.requirement,
      name: `no ${untouched.what} is changed when it is created`,
      operations: [untouched.operation],
      judge: (knowledge) => judgeUntouched(knowledge, untouched),
    }),
  ),
  {
    requirement: "tasks.create.both-assignees",
    name: "a task that is accepted for an agent and a user has both",
    operations: ["create-task"],
    judge: judgeAssignees,
  },
];

function judgeUntouched(knowledge: Knowledge, { operation, what, fields, isJudged = () => true }: Untouched): number {
  const created = uniquelyCreated(knowledge, operation).filter(isJudged);
  for (const { exchange } of created) {
    for (const [field, isNew] of Object.entries(fields)) {
      const value = valueAt(exchange, `/data/${field}`);
      withEvidence([exchange], () =>
        expectThat(isNew(value), {
          message: `a ${what} that was just created should not have another ${field} than a new one`,
          expected: `no ${field}, or that of a new ${what}`,
          actual: JSON.stringify(value),
          pointer: `/data/${field}`,
          keyword: "changed",
        }),
      );
    }
  }
  return created.length;
}

const ASSIGNEES = ["assigneeAgentId", "assigneeUserId"];

/** The contract leaves open whether a task may have both. If it is accepted, neither may be dropped silently. */
function judgeAssignees(knowledge: Knowledge): number {
  const isForBoth = (creation: HistoryEntry) =>
    ASSIGNEES.every((name) => typeof requested(creation, name) === "string");
  for (const creation of uniquelyCreated(knowledge, "create-task").filter(isForBoth)) {
    for (const name of ASSIGNEES) {
      const shown = valueAt(creation.exchange, `/data/${name}`);
      withEvidence([creation.exchange], () =>
        expectThat(shown === requested(creation, name), {
          message: `a task that was accepted with a ${name} should be returned with it`,
          expected: String(requested(creation, name)),
          actual: JSON.stringify(shown ?? null),
          pointer: `/data/${name}`,
          keyword: "value",
        }),
      );
    }
  }
  return knowledge.history("create-task").filter((creation) => isForBoth(creation) && isDecided(creation.exchange))
    .length;
}
