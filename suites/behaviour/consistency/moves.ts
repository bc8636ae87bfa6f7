import { type Exchange, statusOf } from "../../client/exchange.ts";
import type { BudgetName, Check, CheckContext } from "../../engine/check.ts";
import { expectThat, statusAndCode } from "../../verifiers/expect.ts";
import { answered } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { needListed, sight } from "../tasks/listing.ts";
import { blockTask, type MadeTask, makeTask, releaseTask } from "../tasks/requests.ts";

/** Rounds of a block and a release at once: which of them comes first is chance. A smoke run has no tasks for them. */
const ROUNDS = { smoke: 0, standard: 2, thorough: 8 } as const;

/** Two changes of one task at once: what was accepted of them holds, in whichever order. */
export function moveChecks(budget: BudgetName): Check[] {
  if (ROUNDS[budget] === 0) return [];
  return [
    defineCheck(
      {
        requirement: "consistency.concurrent-writers",
        name: "a task that is blocked and released at once is released",
        operations: ["create-task", "block-task", "release-task", "list-tasks"],
      },
      async (check) => {
        const self = await check.reference("agent");
        const rounds = Array.from({ length: ROUNDS[budget] }, (_, index) => index);
        const answers: Exchange[] = [];
        for (const round of rounds) {
          const task = await makeTask(check, `blocked and released at once ${round}`, { assigneeAgentId: self });
          await needListed(check, task);
          answers.push(...(await expectReleased(check, task, self)));
        }
        const conflicts = answers.filter((answer) => statusOf(answer) === 409).length;
        const told = conflicts === 0 ? "no" : "yes, with 409";
        check.observe("versioning.mismatch", told, "a block and a release of the same task at once");
      },
    ),
  ];
}

async function expectReleased(check: CheckContext, task: MadeTask, self: string): Promise<readonly Exchange[]> {
  const [block, release] = await Promise.all([
    blockTask(check, task.id, `Waiting for ${task.word}`),
    releaseTask(check, task.id),
  ]);
  // A conflict may be told to either of them.
  if (answered(release).status !== 200) return [block, release];
  await check.eventually(async () => {
    const { task: shown, pointer } = await sight(check, task, "a released task is not listed for its maker");
    expectThat(shown.assigneeAgentId !== self, {
      message: `a release that was accepted must hold, though a block (${statusAndCode(block)}) came at the same time`,
      expected: "a task that is not assigned to the caller",
      actual: "it is still assigned",
      pointer: `${pointer}/assigneeAgentId`,
      keyword: "lost",
    });
  });
  check.witnessed();
  return [block, release];
}
