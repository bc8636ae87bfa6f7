import { statusOf } from "../../client/exchange.ts";
import type { Check, CheckContext, World } from "../../engine/check.ts";
import { StoodAside } from "../../engine/outcome.ts";
import { valueAt } from "../../verifiers/read.ts";
import { defineCheck, whereThere } from "../define-check.ts";
import { once } from "../once.ts";
import { expectPresent, list, needListed } from "./listing.ts";
import { blockTask, type MadeTask, makeTask } from "./requests.ts";

/** Filters that look at what a block leaves alone, with the field of the task that each looks at. */
const FILTERS = [
  { role: "assigneeAgent", field: "assigneeAgentId", requirement: "tasks.list.assignee-agent", fixtures: [] },
  { role: "channel", field: "channelId", requirement: "tasks.list.channel", fixtures: ["memberChannel"] },
  { role: "assigneeUser", field: "assigneeUserId", requirement: "tasks.list.assignee-user", fixtures: ["user"] },
] as const;

/** A task that was blocked is found by all that the block has left alone: an index is brought up to date with it. */
export function movedFilterChecks(world: World): Check[] {
  const bound = once(async (check: CheckContext) => {
    const { memberChannel } = check.world.target.fixtures;
    const members = memberChannel === undefined ? {} : { channelId: memberChannel };
    return blocked(check, "blocked and filtered", { ...members, assigneeAgentId: await check.reference("agent") });
  });
  const ofUser = (check: CheckContext) =>
    blocked(check, "blocked and filtered of a user", { assigneeUserId: check.world.target.fixtures.user ?? "" });
  const checks = FILTERS.map(({ role, field, requirement, fixtures }) =>
    defineCheck(
      {
        requirement,
        name: "a task that was blocked",
        operations: ["block-task", "create-task", "list-tasks"],
        fixtures,
      },
      async (check) => {
        const task = await (role === "assigneeUser" ? ofUser : bound)(check);
        const value = task.asked[field];
        if (value === undefined || valueAt(task.answer, `/data/${field}`) !== value)
          throw new StoodAside(`the task was not made with the ${field} that was asked for`);
        await check.eventually(async () => {
          const listing = await list(check, { [role]: value, text: task.word });
          check.witnessed();
          expectPresent(listing, task, `a task that was blocked must still be listed by its ${field}`);
        });
      },
    ),
  );
  return whereThere(world, checks);
}

/** Whence a task can be blocked is open. */
async function blocked(check: CheckContext, key: string, members: Parameters<typeof makeTask>[2]): Promise<MadeTask> {
  const task = await makeTask(check, key, members);
  await needListed(check, task);
  if (statusOf(await blockTask(check, task.id, "to be found all the same")) !== 200)
    throw new StoodAside("the task could not be blocked");
  return task;
}
