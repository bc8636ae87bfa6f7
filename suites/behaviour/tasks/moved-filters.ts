import { statusOf } from "../../client/exchange.ts";
import { comesToBe } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CaseContext, Check, CheckContext, World } from "../../engine/check/check.ts";
import { StoodAside } from "../../outcome/skipped.ts";
import { valueAt } from "../../verifiers/read.ts";
import { defineCheck, unlessSmoke, whereThere } from "../define-check.ts";
import { needSoon } from "../soon.ts";
import { expectPresent, list, needListed } from "./listing.ts";
import { blockTask, type MadeTask, makeTask } from "./requests.ts";
import type { Story } from "./stories.ts";

/** Filters that look at what a block leaves alone, with the field of the task that each looks at. */
const FILTERS = [
  { role: "assigneeAgent", field: "assigneeAgentId", requirement: "tasks.list.assignee-agent", fixtures: [] },
  { role: "channel", field: "channelId", requirement: "tasks.list.channel", fixtures: ["memberChannel"] },
  { role: "assigneeUser", field: "assigneeUserId", requirement: "tasks.list.assignee-user", fixtures: ["user"] },
] as const;

/** A task that has changed is found by all that the change has left alone: an index is brought up to date with it. */
export function movedFilterChecks(world: World, stories: Stories): Check[] {
  return whereThere(world, [...unlessSmoke(world, blockedChecks()), releasedInChannel(stories)]);
}

type Stories = (check: CheckContext) => Promise<readonly Story[]>;

/** Tasks of stories: each that was released at some time, whatever came after. */
function releasedInChannel(stories: Stories): Check {
  return defineCheck(
    {
      requirement: "tasks.list.channel",
      name: "a task that was released",
      operations: ["release-task", "create-task", "list-tasks"],
      fixtures: ["memberChannel"],
      shared: true,
    },
    async (check) => {
      const channel = check.world.target.fixtures.memberChannel ?? "";
      const told = await stories(check);
      const released = told.filter(
        ({ task, steps }) =>
          steps.some(({ done }) => done === "release") &&
          valueAt(steps.at(-1)?.answer ?? task.answer, "/data/channelId") === channel,
      );
      if (released.length === 0) throw new StoodAside("no task of the channel was released");
      await check.forEach(
        released.slice(0, RELEASED),
        async ({ task }, one) => {
          const byTitle = async () =>
            expectPresent(await list(one, { text: task.word }), task, "a released task is not listed by its title");
          const isListed = await comesToBe(one, () => expectInChannel(one, task, channel));
          one.witnessed();
          if (isListed) return;
          // The title stands beside the channel to make the answer short: where it finds nothing by itself, that is its matter.
          await needSoon(one, "tasks.list.text-title", byTitle);
          await expectInChannel(one, task, channel);
        },
        { describe: ({ task }) => task.asked },
      );
    },
  );
}

async function expectInChannel(check: CaseContext, task: MadeTask, channel: string): Promise<void> {
  const listing = await list(check, { channel, text: task.word });
  expectPresent(listing, task, "a task that was released must still be listed by its channel");
}

/** Tasks that are looked for: what loses one by its release mostly loses all. */
const RELEASED = 3;

function blockedChecks(): Check[] {
  const bound = once(async (check: CheckContext) => {
    const { memberChannel } = check.world.target.fixtures;
    const members = memberChannel === undefined ? {} : { channelId: memberChannel };
    return blocked(check, "blocked and filtered", { ...members, assigneeAgentId: await check.reference("agent") });
  });
  const ofUser = (check: CheckContext) =>
    blocked(check, "blocked and filtered of a user", { assigneeUserId: check.world.target.fixtures.user ?? "" });
  return FILTERS.map(({ role, field, requirement, fixtures }) =>
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
}

/** Whence a task can be blocked is open. */
async function blocked(check: CheckContext, key: string, members: Parameters<typeof makeTask>[2]): Promise<MadeTask> {
  const task = await makeTask(check, key, members);
  await needListed(check, task);
  if (statusOf(await blockTask(check, task.id, "to be found all the same")) !== 200)
    throw new StoodAside("the task could not be blocked");
  return task;
}
