import { type Exchange, statusOf } from "../../client/exchange.ts";
import { once } from "../../engine/cases/once.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { expectThat, statusAndCode } from "../../verifiers/expect.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { defineCheck, defineStimulus } from "../define-check.ts";
import { expectListed, requireListed } from "../tasks/listing.ts";
import { blockTask, type CreatedTask, createTask, releaseTask } from "../tasks/requests.ts";

/** The number of rounds of a concurrent block and release, since their order is random. */
const ROUNDS = 2;

/** Two concurrent changes of one task: accepted ones must hold, in whichever order. */
export function concurrentChangeChecks(): Check[] {
  const changes = once(changeConcurrently);
  return [
    defineCheck(
      {
        requirement: "consistency.concurrent-writers",
        name: "a task that is blocked and released at the same time is released",
        operations: ["create-task", "block-task", "release-task", "list-tasks"],
        isCostly: true,
      },
      async (check) => {
        const self = await check.reference("agent");
        const rounds = await changes(check);
        for (const round of rounds) await expectReleased(check, round, self);
        const conflicts = rounds.flatMap(({ block, releases }) => [block, ...releases]).filter(isConflict).length;
        const answer = conflicts === 0 ? "no" : "yes, with 409";
        check.observe("versioning.mismatch", answer, "a concurrent block and release of the same task");
      },
    ),
    defineStimulus(
      {
        requirement: "tasks.release.unassigned",
        name: "two concurrent releases of a task; judged by the rules",
        operations: ["create-task", "release-task"],
        isCostly: true,
      },
      changes,
    ),
  ];
}

function isConflict(exchange: Exchange): boolean {
  return statusOf(exchange) === 409;
}

interface ConcurrentChanges {
  readonly task: CreatedTask;
  readonly block: Exchange;
  readonly releases: readonly Exchange[];
}

/** Ahead of all waiting requests, so that other checks do not interfere. */
const CONCURRENT = { urgent: true, racing: true };

async function changeConcurrently(check: CheckContext): Promise<readonly ConcurrentChanges[]> {
  const assigneeAgentId = await check.reference("agent");
  const rounds: ConcurrentChanges[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const task = await createTask(check, `blocked and released at once ${round}`, { assigneeAgentId });
    await requireListed(check, task);
    const [block, ...releases] = await Promise.all([
      blockTask(check, task.id, `Waiting for ${task.word}`, CONCURRENT),
      releaseTask(check, task.id, CONCURRENT),
      releaseTask(check, task.id, CONCURRENT),
    ]);
    rounds.push({ task, block, releases });
  }
  return rounds;
}

async function expectReleased(
  check: CheckContext,
  { task, block, releases }: ConcurrentChanges,
  self: string,
): Promise<void> {
  // Any of them may be rejected because of a conflict.
  if (releases.every((release) => requireResponse(release).status !== 200)) return;
  await check.eventually(async () => {
    const { task: listed, pointer } = await expectListed(check, task, "a released task is not listed for its creator");
    expectThat(listed.assigneeAgentId !== self, {
      message: `a release that was accepted must hold, although a block (${statusAndCode(block)}) came at the same time`,
      expected: "a task that is not assigned to the caller",
      actual: "it is still assigned",
      pointer: `${pointer}/assigneeAgentId`,
      keyword: "lost",
    });
  });
  check.asserted();
}
