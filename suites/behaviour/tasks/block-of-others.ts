import type { Exchange } from "../../client/exchange.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual, needAccepted, statusAndCode } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { answered } from "../../verifiers/read.ts";
import { defineCheck, whereThere } from "../define-check.ts";
import { needSoon } from "../preconditions.ts";
import { expectReleaseListed } from "./comments.ts";
import { expectKeptByBlock } from "./kept.ts";
import { expectAbsent, list, needListed, type Sighting } from "./listing.ts";
import { blockTask, type CreatedTask, releaseTask } from "./requests.ts";
import { BLOCKED, lastSight } from "./scenarios.ts";

const OPERATIONS = ["block-task", "create-task", "list-tasks"];

/** A task that the caller made for someone else. */
type Finding = (check: CheckContext) => Promise<{ readonly task: CreatedTask; readonly seen: Sighting }>;

/** A block by the creator, with the last sight of the task; whoever it is assigned to, an accepted block blocks it. */
interface Blocked {
  readonly task: CreatedTask;
  readonly before: Sighting;
  readonly answer: Exchange;
  readonly seen: Sighting | null;
}

/** Of whom such a task is, and what it needs. */
interface Others {
  readonly what: string;
  readonly field: "assigneeAgentId" | "assigneeUserId";
  readonly fixtures: readonly string[];
}

/** What the caller's block of such a task does, where it is accepted: who may block besides an assignee is open. */
export function blockOfOthersChecks(world: RunContext, { what, field, fixtures }: Others, find: Finding): Check[] {
  const block = once((check: CheckContext) => orNotApplicable(() => blockIt(check, find)));
  const fields = { operations: OPERATIONS, fixtures };
  return [
    defineCheck(
      { ...fields, requirement: "tasks.block.status", name: `${what} is shown as blocked by its creator` },
      async (check) => {
        const { task, answer } = await block(check);
        check.asserted();
        judging([task.answer, answer], () =>
          expectEqual(
            answer,
            "/data/status",
            BLOCKED,
            "the response to an accepted block must show the task as blocked",
          ),
        );
      },
    ),
    defineCheck(
      { ...fields, requirement: "tasks.block.persists", name: `${what} is listed as blocked by its creator` },
      async (check) => {
        const { task, answer, seen } = await block(check);
        if (seen === null) throw new NotApplicable("the blocked task is not listed");
        check.asserted();
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
      { ...fields, requirement: "tasks.block.keeps-fields", name: `${what} keeps all else when blocked` },
      async (check) => {
        const { task, before, answer, seen } = await block(check);
        if (seen === null) throw new NotApplicable("the blocked task is not listed");
        check.asserted();
        await expectKeptByBlock(check, { task, before, answer, seen }, ["assigneeAgentId", "assigneeUserId"]);
      },
    ),
    // A user has no key to release it with.
    ...(field === "assigneeAgentId" ? whereThere(world, [hiddenOnceReleased(what, find, block)]) : []),
  ];
}

/** To have had a task is no part in it: the agent has not made it, nor said a word on it. */
function hiddenOnceReleased(what: string, find: Finding, block: (check: CheckContext) => Promise<Blocked>): Check {
  return defineCheck(
    {
      requirement: "tasks.visibility.hidden",
      name: `${what} is not listed for that agent once it has released it`,
      operations: [...OPERATIONS, "release-task"],
      fixtures: ["otherAgent.apiKey", "otherAgent.id"],
    },
    async (check) => {
      const { apiKey = "", id = "" } = check.world.target.fixtures.otherAgent ?? {};
      const { task } = await orNotApplicable(() => find(check));
      // What its creator does to it comes first: its comment is none of the other agent's.
      await tryOrNull(() => block(check));
      await orNotApplicable(() => releaseBy(check, task, { apiKey, id }));
      const why = "a task in which an agent takes no part any more must not be listed for it";
      for (const input of [{ text: task.word }, {}]) {
        await check.eventually(async () => expectAbsent(await list(check, input, { apiKey }), task, why));
      }
      check.asserted();
    },
  );
}

async function releaseBy(
  check: CheckContext,
  task: CreatedTask,
  { apiKey, id }: Readonly<{ apiKey: string; id: string }>,
): Promise<void> {
  await needListed(check, task, { apiKey });
  needAccepted(await releaseTask(check, task.id, { apiKey }), "tasks.release.succeeds");
  await needSoon(check, "tasks.release.persists", () => expectReleaseListed(check, task, id));
}

async function blockIt(check: CheckContext, find: Finding): Promise<Blocked> {
  const { task, seen: before } = await find(check);
  const answer = await blockTask(check, task.id, `Waiting for ${task.word}`);
  if (answered(answer).status !== 200)
    throw new NotApplicable(`such a block is rejected with ${statusAndCode(answer)}`);
  const seen = await lastSight(check, task, (one) => one.task.status === BLOCKED);
  return { task, before, answer, seen };
}
