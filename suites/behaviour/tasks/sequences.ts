import fc from "fast-check";
import type { Json } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { type Move, moveSequences, movesBeyondRelease, stateAfter, type TaskState } from "../../models/task-moves.ts";
import { expectThat, statusAndCode } from "../../verifiers/expect.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { expectListed, type ListedTask } from "./listing.ts";
import { blockTask, type CreatedTask, createTask, releaseTask } from "./requests.ts";

const OPERATIONS = ["create-task", "block-task", "release-task", "list-tasks"];
const SECOND_RELEASE = "tasks.release.unassigned";
/** The number of sequences; each leaves a task on the target. */
const CASES = 2;

/** Random sequences of blocks and releases, compared with a small model of one task. */
export function sequenceChecks(): Check[] {
  return [
    sequenceCheck("tasks.block.persists", "a blocked task stays blocked, whatever happened before", blockedWhenBlocked),
    sequenceCheck(
      "tasks.release.persists",
      "a released task stays released, whatever happens afterwards",
      unassignedWhenReleased,
    ),
    sequenceCheck(SECOND_RELEASE, "a second release is rejected, whatever happens in between", () => null),
  ];
}

interface SequenceCase {
  readonly status: string;
  readonly priority: string;
  readonly sequence: readonly Move[];
}

/** Returns how a sighting contradicts the model, or null. */
type Contradiction = (seen: ListedTask, state: TaskState, self: string) => { field: string; expected: string } | null;

const blockedWhenBlocked: Contradiction = ({ task }, { status }) =>
  status !== null && task.status !== status ? { field: "status", expected: status } : null;

const unassignedWhenReleased: Contradiction = ({ task }, { assigned }, self) =>
  !assigned && task.assigneeAgentId === self ? { field: "assigneeAgentId", expected: "not the caller" } : null;

function sequenceCheck(requirement: string, name: string, contradiction: Contradiction): Check {
  return defineCheck({ requirement, name, operations: OPERATIONS }, async (check) => {
    const { document } = check.context;
    const self = await check.reference("agent");
    const cases = fc.record({
      status: fc.constantFrom(...wordsOf(fieldSchema(document, "create-task", "status"), "the initial status")),
      priority: fc.constantFrom(...wordsOf(fieldSchema(document, "create-task", "priority"), "priority")),
      sequence: requirement === SECOND_RELEASE ? movesBeyondRelease : moveSequences,
    });
    let created = 0;
    await check.property(
      cases,
      async ({ sequence, ...members }: SequenceCase, one) => {
        created += 1;
        const task = await createTask(one, `${requirement} ${created}`, { ...members, assigneeAgentId: self });
        const judge = (seen: ListedTask, state: TaskState) => expectAgreement(seen, contradiction(seen, state, self));
        await runSequence(
          one,
          task,
          sequence,
          { status: members.status, assigned: true },
          judge,
          requirement === SECOND_RELEASE,
        );
      },
      { cases: CASES },
    );
  });
}

async function runSequence(
  one: CaseContext,
  task: CreatedTask,
  sequence: readonly Move[],
  start: TaskState,
  judge: (seen: ListedTask, state: TaskState) => void,
  isSecondReleaseJudged: boolean,
): Promise<void> {
  let state = start;
  for (const move of sequence) {
    if (move === "list") {
      const now = state;
      await one.eventually(async () => judge(await expectListed(one, task, "a task of the caller is not listed"), now));
      if (!isSecondReleaseJudged) one.asserted();
      continue;
    }
    const isAssigned = state.assigned;
    const exchange = await (move === "block"
      ? blockTask(one, task.id, "Waiting for a response")
      : releaseTask(one, task.id));
    const isAccepted = requireResponse(exchange).status === 200;
    if (move === "release" && !isAssigned) {
      if (isSecondReleaseJudged) one.asserted();
      expectSecondReleaseRejected(isSecondReleaseJudged, isAccepted, statusAndCode(exchange));
      continue;
    }
    if (move === "release" && !isAccepted) throw new Inconclusive("a release was rejected", "tasks.release.succeeds");
    // The contract leaves open from which status a task can be blocked. The status after a rejection is not judged
    // here.
    state = isAccepted ? stateAfter(state, move) : { ...state, status: null };
  }
}

function expectSecondReleaseRejected(isJudged: boolean, isAccepted: boolean, actual: string): void {
  if (!isAccepted) return;
  if (!isJudged) throw new Inconclusive("a second release was accepted", "tasks.release.unassigned");
  expectThat(false, {
    message: "releasing a task that is no longer assigned to the caller must be rejected",
    expected: "a rejection",
    actual,
    keyword: "accepted",
  });
}

function expectAgreement({ task, pointer }: ListedTask, contradiction: ReturnType<Contradiction>): void {
  const actual: Json | undefined = contradiction ? task[contradiction.field] : undefined;
  expectThat(contradiction === null, {
    message: `a task must be listed with the ${contradiction?.field} that its blocks and releases have led to`,
    expected: contradiction?.expected ?? "",
    actual: JSON.stringify(actual ?? null),
    pointer: `${pointer}/${contradiction?.field}`,
    keyword: "value",
  });
}
