import fc from "fast-check";
import type { Json } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { type Move, moveSequences, movesBeyondRelease, stateAfter, type TaskState } from "../../models/task-moves.ts";
import { expectThat, statusAndCode } from "../../verifiers/expect.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { sight, type TaskSighting } from "./listing.ts";
import { blockTask, type CreatedTask, createTask, releaseTask } from "./requests.ts";

const OPERATIONS = ["create-task", "block-task", "release-task", "list-tasks"];
const REJECTIONS = "tasks.release.unassigned";
/** The number of sequences; each leaves a task on the target. */
const CASES = 2;

/** Random sequences of blocks and releases, compared with a small model of one task. */
export function sequenceChecks(): Check[] {
  return [
    sequences("tasks.block.persists", "a blocked task stays blocked, whatever went before", blockedWhenBlocked),
    sequences("tasks.release.persists", "a released task stays released, whatever follows", unassignedWhenReleased),
    sequences(REJECTIONS, "a second release is rejected, whatever came in between", () => null),
  ];
}

interface Plot {
  readonly status: string;
  readonly priority: string;
  readonly sequence: readonly Move[];
}

/** Returns how a sighting contradicts the model, or null. */
type Contradiction = (seen: TaskSighting, state: TaskState, self: string) => { field: string; expected: string } | null;

const blockedWhenBlocked: Contradiction = ({ task }, { status }) =>
  status !== null && task.status !== status ? { field: "status", expected: status } : null;

const unassignedWhenReleased: Contradiction = ({ task }, { assigned }, self) =>
  !assigned && task.assigneeAgentId === self ? { field: "assigneeAgentId", expected: "not the caller" } : null;

function sequences(requirement: string, name: string, contradiction: Contradiction): Check {
  return defineCheck({ requirement, name, operations: OPERATIONS }, async (check) => {
    const { document } = check.context;
    const self = await check.reference("agent");
    const plots = fc.record({
      status: fc.constantFrom(...wordsOf(fieldSchema(document, "create-task", "status"), "the initial status")),
      priority: fc.constantFrom(...wordsOf(fieldSchema(document, "create-task", "priority"), "priority")),
      sequence: requirement === REJECTIONS ? movesBeyondRelease : moveSequences,
    });
    let number = 0;
    await check.property(
      plots,
      async ({ sequence, ...members }: Plot, one) => {
        number += 1;
        const task = await createTask(one, `${requirement} ${number}`, { ...members, assigneeAgentId: self });
        const judge = (seen: TaskSighting, state: TaskState) => expectAgreement(seen, contradiction(seen, state, self));
        await play(one, task, sequence, { status: members.status, assigned: true }, judge, requirement === REJECTIONS);
      },
      { cases: CASES },
    );
  });
}

async function play(
  one: CaseContext,
  task: CreatedTask,
  sequence: readonly Move[],
  start: TaskState,
  judge: (seen: TaskSighting, state: TaskState) => void,
  judgesRejections: boolean,
): Promise<void> {
  let state = start;
  for (const move of sequence) {
    if (move === "list") {
      const now = state;
      await one.eventually(async () => judge(await sight(one, task, "a task of the caller is not listed"), now));
      if (!judgesRejections) one.asserted();
      continue;
    }
    const mayRelease = state.assigned;
    const exchange = await (move === "block"
      ? blockTask(one, task.id, "Waiting for a response")
      : releaseTask(one, task.id));
    const accepted = requireResponse(exchange).status === 200;
    if (move === "release" && !mayRelease) {
      if (judgesRejections) one.asserted();
      expectSecondRejected(judgesRejections, accepted, statusAndCode(exchange));
      continue;
    }
    if (move === "release" && !accepted) throw new Inconclusive("a release was rejected", "tasks.release.succeeds");
    // The contract leaves open from which status a task can be blocked. The status after a rejection is not judged
    // here.
    state = accepted ? stateAfter(state, move) : { ...state, status: null };
  }
}

function expectSecondRejected(judged: boolean, accepted: boolean, actual: string): void {
  if (!accepted) return;
  if (!judged) throw new Inconclusive("a second release was accepted", "tasks.release.unassigned");
  expectThat(false, {
    message: "releasing a task that is no longer assigned to the caller must be rejected",
    expected: "a rejection",
    actual,
    keyword: "accepted",
  });
}

function expectAgreement({ task, pointer }: TaskSighting, wrong: ReturnType<Contradiction>): void {
  const actual: Json | undefined = wrong ? task[wrong.field] : undefined;
  expectThat(wrong === null, {
    message: `a task must be listed with the ${wrong?.field} that its blocks and releases have led to`,
    expected: wrong?.expected ?? "",
    actual: JSON.stringify(actual ?? null),
    pointer: `${pointer}/${wrong?.field}`,
    keyword: "value",
  });
}
