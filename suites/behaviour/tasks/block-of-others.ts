import type { Exchange } from "../../client/exchange.ts";
import { orAside } from "../../engine/attempt.ts";
import type { Check, CheckContext } from "../../engine/check.ts";
import { StoodAside } from "../../engine/outcome.ts";
import { expectEqual, statusAndCode } from "../../verifiers/expect.ts";
import { answered } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { judging } from "../evidence.ts";
import { once } from "../once.ts";
import { expectKeptByBlock } from "./kept.ts";
import type { Sighting } from "./listing.ts";
import { blockTask, type MadeTask } from "./requests.ts";
import { BLOCKED, lastSight } from "./stories.ts";

const OPERATIONS = ["block-task", "create-task", "list-tasks"];

/** A task that the caller made for somebody else, when nothing else is looked at it any more. */
type Finding = (check: CheckContext) => Promise<{ readonly task: MadeTask; readonly seen: Sighting }>;

/** A block by the maker, with the last sight of the task; whoever it is assigned to, an accepted block blocks it. */
interface Blocked {
  readonly task: MadeTask;
  readonly before: Sighting;
  readonly answer: Exchange;
  readonly seen: Sighting | null;
}

/** What the caller's block of such a task does, where it is accepted: who may block besides an assignee is open. */
export function blockOfOthersChecks(what: string, fixtures: readonly string[], find: Finding): Check[] {
  const block = once((check: CheckContext) => orAside(() => blockIt(check, find)));
  const fields = { operations: OPERATIONS, fixtures };
  return [
    defineCheck(
      { ...fields, requirement: "tasks.block.status", name: `${what} is shown as blocked by its maker` },
      async (check) => {
        const { task, answer } = await block(check);
        check.witnessed();
        judging([task.answer, answer], () =>
          expectEqual(answer, "/data/status", BLOCKED, "the answer to an accepted block must show the task as blocked"),
        );
      },
    ),
    defineCheck(
      { ...fields, requirement: "tasks.block.persists", name: `${what} is listed as blocked by its maker` },
      async (check) => {
        const { task, answer, seen } = await block(check);
        if (seen === null) throw new StoodAside("the blocked task is not listed");
        check.witnessed();
        judging([task.answer, answer, seen.exchange], () =>
          expectEqual(
            seen.exchange,
            `${seen.pointer}/status`,
            BLOCKED,
            "a blocked task must be blocked when it is listed",
          ),
        );
      },
    ),
    defineCheck(
      { ...fields, requirement: "tasks.block.keeps-fields", name: `${what} is otherwise left as it was by its maker` },
      async (check) => {
        const { task, before, answer, seen } = await block(check);
        if (seen === null) throw new StoodAside("the blocked task is not listed");
        check.witnessed();
        await expectKeptByBlock(check, { task, before, answer, seen }, ["assigneeAgentId", "assigneeUserId"]);
      },
    ),
  ];
}

async function blockIt(check: CheckContext, find: Finding): Promise<Blocked> {
  const { task, seen: before } = await find(check);
  const answer = await blockTask(check, task.id, `Waiting for ${task.word}`);
  if (answered(answer).status !== 200) throw new StoodAside(`such a block is refused with ${statusAndCode(answer)}`);
  const seen = await lastSight(check, task, (one) => one.task.status === BLOCKED);
  return { task, before, answer, seen };
}
