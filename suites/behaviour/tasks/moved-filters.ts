import { statusOf } from "../../client/exchange.ts";
import { comesToBe } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CaseContext, Check, CheckContext, World } from "../../engine/check/check.ts";
import { StoodAside } from "../../outcome/skipped.ts";
import { valueAt } from "../../verifiers/read.ts";
import { defineCheck, unlessSmoke, whereThere } from "../define-check.ts";
import { needSoon } from "../soon.ts";
import { expectPresent, inListing, list, needListed } from "./listing.ts";
import { blockTask, type MadeTask, makeTask } from "./requests.ts";
import { expectFiled, type Story } from "./stories.ts";

/** Filters that look at what a block leaves alone, with the field of the task that each looks at. */
const FILTERS = [
  { role: "assigneeAgent", field: "assigneeAgentId", requirement: "tasks.list.assignee-agent", fixtures: [] },
  { role: "channel", field: "channelId", requirement: "tasks.list.channel", fixtures: ["memberChannel"] },
  { role: "assigneeUser", field: "assigneeUserId", requirement: "tasks.list.assignee-user", fixtures: ["user"] },
] as const;

/** A task that has changed is found by all that the change has left alone: an index is brought up to date with it. */
export function movedFilterChecks(world: World, stories: Stories): Check[] {
  return whereThere(world, [
    ...unlessSmoke(world, [...blockedChecks(), releasedByStatus(stories), releasedByPriority(stories)]),
    releasedInChannel(stories),
    ...unlessSmoke(world, [movedByIdentifier(stories)]),
  ]);
}

type Stories = (check: CheckContext) => Promise<readonly Story[]>;

/** Which status a release leads to is open, and others may give the task another later: by what its listing shows then. */
function releasedByStatus(stories: Stories): Check {
  return defineCheck(
    {
      requirement: "tasks.list.status",
      name: "a task that was released",
      operations: ["release-task", "create-task", "list-tasks"],
    },
    async (check) => {
      const told = await stories(check);
      const between = told.flatMap(({ task, steps }) =>
        steps.flatMap(({ done, filed }) => (done === "release" && filed !== undefined ? [{ task, filed }] : [])),
      );
      const last = told.filter(({ steps }) => steps.at(-1)?.done === "release").slice(0, RELEASED);
      const cases = [...between, ...last.map(({ task }) => ({ task, filed: null }))];
      if (cases.length === 0) throw new StoodAside("no task was looked for after a release");
      const why = "a task that was released must be listed by the status that it then has";
      await check.forEach(
        cases,
        async ({ task, filed }, one) => {
          one.witnessed();
          if (filed === null) await expectByShown(one, task, "status", why);
          else expectFiled(task, filed, why);
        },
        { all: true, describe: ({ task }) => task.asked },
      );
    },
  );
}

function releasedByPriority(stories: Stories): Check {
  return defineCheck(
    {
      requirement: "tasks.list.priority",
      name: "a task that was released",
      operations: ["release-task", "create-task", "list-tasks"],
    },
    async (check) => {
      const tasks = (await stories(check)).filter(({ steps }) => steps.some(({ done }) => done === "release"));
      if (tasks.length === 0) throw new StoodAside("no task was released");
      const why = "a task that was released must be listed by its priority";
      await check.forEach(
        tasks.slice(0, RELEASED),
        async ({ task }, one) => {
          await expectByShown(one, task, "priority", why);
          one.witnessed();
        },
        { describe: ({ task }) => task.asked },
      );
    },
  );
}

/** By the value that a search by its title shows. */
async function expectByShown(
  check: CaseContext,
  task: MadeTask,
  role: "status" | "priority",
  why: string,
): Promise<void> {
  await check.eventually(async () => {
    const value = inListing(await list(check, { text: task.word }), task.id)?.task[role];
    if (typeof value !== "string") throw new StoodAside(`no search shows the ${role} of the task`);
    const listing = await list(check, { [role]: value, text: task.word });
    if (!listing.full) expectPresent(listing, task, why);
  });
}

/** What is indexed anew with a change of a task is its identifier as well. */
function movedByIdentifier(stories: Stories): Check {
  return defineCheck(
    {
      requirement: "tasks.list.text-identifier",
      name: "a task that was blocked or released",
      operations: ["block-task", "release-task", "create-task", "list-tasks"],
    },
    async (check) => {
      const told = await stories(check);
      const moved = (["block", "release"] as const).flatMap((first) =>
        told.filter(({ steps }) => steps[0]?.done === first).slice(0, MOVED),
      );
      if (moved.length === 0) throw new StoodAside("no task was blocked or released");
      await check.forEach(
        moved,
        async ({ task, steps }, one) => {
          const text = valueAt(task.answer, "/data/identifier");
          if (typeof text !== "string" || text === "") throw new StoodAside("tasks have no identifier here");
          await one.eventually(async () => {
            const listing = await list(one, { text });
            if (listing.full && inListing(listing, task.id) === undefined)
              throw new StoodAside(`more tasks match ${JSON.stringify(text)} than a listing shows`);
            one.witnessed();
            const done = steps.map(({ done: move }) => (move === "block" ? "blocked" : "released")).join(" and ");
            expectPresent(listing, task, `the text search must find a task by its identifier after it was ${done}`);
          });
        },
        { describe: ({ task }) => task.asked },
      );
    },
  );
}

/** Tasks of each first change that are looked for. */
const MOVED = 2;

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
