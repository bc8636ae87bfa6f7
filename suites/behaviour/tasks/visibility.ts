import type { Exchange } from "../../client/exchange.ts";
import { orAside } from "../../engine/attempt.ts";
import type { Check, CheckContext, World } from "../../engine/check.ts";
import { Inconclusive, StoodAside } from "../../engine/outcome.ts";
import { expectEqual, expectRefused, expectThat, needAccepted, statusAndCode } from "../../verifiers/expect.ts";
import { answered, listAt, valueAt } from "../../verifiers/read.ts";
import { defineCheck, unlessSmoke, whereThere } from "../define-check.ts";
import { parameterSchema } from "../document-facts.ts";
import { judging } from "../evidence.ts";
import { once } from "../once.ts";
import { ANY_REFUSAL } from "./block.ts";
import { expectCreator } from "./facts.ts";
import {
  expectAbsent,
  inListing,
  type ListInput,
  type Listing,
  list,
  listAsAsked,
  needListed,
  type Sighting,
  sight,
} from "./listing.ts";
import { commentedUnderWay } from "./made-visible.ts";
import { type Others, othersTasksOf, othersWordOf } from "./others-tasks.ts";
import type { Settlement } from "./population.ts";
import { askForTask, blockTask, forTasks, type MadeTask, releaseTask, taskAt } from "./requests.ts";
import type { Story } from "./stories.ts";

type Stories = (check: CheckContext) => Promise<readonly Story[]>;

const OPERATIONS = ["list-tasks", "create-task"];

/** Who sees which tasks, shown with tasks that two agents make. */
export function visibilityChecks(world: World, settlement: Settlement, stories: Stories): Check[] {
  const others = othersTasksOf(world);
  const tried = once((check: CheckContext) => tryToBlock(check, others));
  const controls = once((check: CheckContext) => blockByMaker(check, others, tried));
  return [
    // First what is watched for long: who is the first to need the tasks of others makes them for all.
    ...unlessSmoke(world, [hiddenAfterTries(tried)]),
    hiddenNotBlocked(tried, controls),
    ...(world.budget === "smoke" ? whereThere(world, [keptAfterTries(tried), hiddenAtLast(tried, controls)]) : []),
    assigned(others),
    ...unlessSmoke(world, whereThere(world, [foundByDescription(others), commentedUnderWay(others)])),
    created(settlement),
    createdAndMoved(stories),
    hidden(others),
    hiddenFromOther(settlement),
    ...whereThere(world, [otherCreator(others)]),
    foreignChannel(others),
  ];
}

function assigned(others: Others): Check {
  return defineCheck(
    {
      requirement: "tasks.visibility.assigned",
      name: "a task that another agent made and assigned to the caller",
      operations: OPERATIONS,
      fixtures: ["otherAgent.apiKey"],
    },
    async (check) => {
      const why = "a task assigned to the caller must be listed for it";
      await forTasks(check, (await others(check)).assigned, async (task, one) => {
        await one.eventually(() => sight(one, task, why));
        one.witnessed();
        const { status } = filtersOf(one.world, task);
        const small = one.world.budget === "smoke";
        const ways: ListInput[] = [
          ...(small ? [] : [{ text: task.word }]),
          ...(status === undefined ? [] : [{ status, text: task.word }]),
        ];
        for (const input of ways) await one.eventually(async () => expectPresent(await list(one, input), task, why));
        if (!small) return;
        // In larger runs another one is blocked from the start.
        const block = await blockTask(one, task.id, `Waiting for ${task.word}`);
        if (answered(block).status === 200) await one.eventually(() => sight(one, task, why));
      });
    },
  );
}

/** What is seen is searched like the caller's own. */
function foundByDescription(others: Others): Check {
  return defineCheck(
    {
      requirement: "tasks.list.text-description",
      name: "a task of another agent by a word of its description",
      operations: OPERATIONS,
      fixtures: ["otherAgent.apiKey"],
    },
    async (check) => {
      const { assigned } = await orAside(() => others(check));
      const text = othersWordOf(check.world);
      const task = assigned.find(({ asked }) => String(asked.description).includes(text));
      if (task === undefined) throw new StoodAside("no task of another agent has a description");
      await orAside(() => needListed(check, task));
      await check.eventually(async () => {
        const why = "the text search must find a task that the caller sees by its description, whoever made it";
        expectPresent(await list(check, { text }), task, why);
      });
      check.witnessed();
    },
  );
}

function expectPresent(listing: Listing, { id }: MadeTask, message: string): void {
  expectThat(inListing(listing, id) !== undefined, {
    message,
    expected: `the task ${id} in the listing`,
    actual: `${listing.ids.length} tasks without it`,
    pointer: "/data",
    keyword: "missing",
  });
}

/** What happens to a task does not take it from its maker. */
function createdAndMoved(stories: Stories): Check {
  return defineCheck(
    {
      requirement: "tasks.visibility.created",
      name: "tasks that the caller made, after their blocks and releases",
      operations: [...OPERATIONS, "block-task", "release-task"],
    },
    async (check) => {
      const moved = (await stories(check)).filter(({ steps }) => steps.length > 0);
      await forTasks(
        check,
        moved.map(({ task, steps }) => ({ ...task, isSeen: (steps.at(-1)?.seen ?? null) !== null })),
        async ({ isSeen, ...task }, one) => {
          if (isSeen && one.world.budget === "smoke") return one.witnessed();
          await one.eventually(() => sight(one, task, "a task that the caller made must be listed for it"));
          one.witnessed();
        },
      );
    },
  );
}

function created(settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: "tasks.visibility.created",
      name: "tasks that the caller made, whoever they are assigned to",
      operations: OPERATIONS,
    },
    async (check) => {
      const { tasks, self } = await settlement.population(check);
      const others = tasks.filter(({ asked }) => asked.assigneeAgentId !== self);
      const shown = check.world.budget === "smoke" ? await settlement.shown(check) : null;
      await forTasks(check, others, async (task, one) => {
        if (shown !== null && inListing(shown, task.id) !== undefined) return one.witnessed();
        await one.eventually(() => sight(one, task, "a task that the caller made must be listed for it"));
        one.witnessed();
      });
    },
  );
}

/** A task of the population that the other agent is assigned to. */
async function assignedToOther(check: CheckContext, settlement: Settlement): Promise<MadeTask> {
  const { tasks } = await settlement.population(check);
  const other = check.world.target.fixtures.otherAgent?.id;
  const found = tasks.find(({ asked }) => asked.assigneeAgentId === other);
  if (!found) throw new Inconclusive("no task could be assigned to the other agent");
  return found;
}

function otherCreator(others: Others): Check {
  return defineCheck(
    {
      requirement: "tasks.create.creator",
      name: "a task that another agent makes for the caller names the other one",
      operations: ["create-task"],
      fixtures: ["otherAgent.apiKey", "otherAgent.id"],
    },
    async (check) => {
      const [task] = (await others(check)).assigned;
      const { answer } = task;
      const other = check.world.target.fixtures.otherAgent?.id ?? "";
      const why = "a task must name the agent that created it";
      const told = expectCreator(answer, "/data", other, why);
      const listed = await needListed(check, task);
      const shown = expectCreator(listed.exchange, listed.pointer, other, why);
      check.witnessed(told + shown);
    },
  );
}

/** The status and priority that the answer to a creation tells, where a filter has them: others are another finding. */
function filtersOf({ document }: World, { answer }: MadeTask) {
  const told = taskAt(valueAt(answer, "/data"));
  const known = (name: "status" | "priority") =>
    [parameterSchema(document, "list-tasks", name)?.enum].flat().find((word) => word === told[name] && word !== null);
  return { status: known("status"), priority: known("priority") };
}

/** Filters that could open what is closed without them. */
function attemptsAt(world: World, task: MadeTask): ListInput[] {
  const { assigneeAgentId: agent, assigneeUserId: user, identifier } = taskAt(valueAt(task.answer, "/data"));
  const { status, priority } = filtersOf(world, task);
  const byAgent = typeof agent === "string" && agent !== "" ? [{ assigneeAgent: agent }] : [];
  const sorts = { ...(status === undefined ? {} : { status }), ...(priority === undefined ? {} : { priority }) };
  return [
    // Any of them opens it here: where few are looked at, this is the first.
    { ...sorts, ...byAgent[0], text: task.word, limit: FEW },
    { text: task.word },
    {},
    ...(status === undefined ? [] : [{ status }, { status, text: task.word }]),
    ...(priority === undefined ? [] : [{ priority }, { priority, text: task.word }]),
    ...(status === undefined || priority === undefined ? [] : [{ status, priority }]),
    ...byAgent.flatMap((one) => [
      one,
      { ...one, text: task.word },
      ...(status === undefined ? [] : [{ ...one, status }]),
    ]),
    ...(typeof user === "string" && user !== ""
      ? [{ assigneeUser: user }, { assigneeUser: user, text: task.word }]
      : []),
    ...(typeof identifier === "string" && identifier !== "" ? [{ text: identifier }] : []),
    { text: task.word, limit: FEW },
  ];
}

/** A count that is smaller than any default. */
const FEW = 5;

function hidden(others: Others): Check {
  return defineCheck(
    {
      requirement: "tasks.visibility.hidden",
      name: "tasks that concern another agent alone are not listed, whatever the filter",
      operations: OPERATIONS,
      fixtures: ["otherAgent.apiKey"],
    },
    async (check) => {
      const { assigned, private: secrets, apiKey } = await others(check);
      const [sentinel] = assigned;
      await needListed(check, sentinel);
      for (const secret of secrets) await needListed(check, secret, { apiKey });
      await expectHidden(check, secrets);
    },
  );
}

async function expectHidden(
  check: CheckContext,
  secrets: readonly MadeTask[],
  options: { apiKey?: string } = {},
): Promise<void> {
  const tries = secrets.flatMap((secret) => attemptsAt(check.world, secret).map((input) => ({ secret, input })));
  await check.forEach(
    tries,
    async ({ secret, input }, one) => {
      const listings = [await list(one, input, options)];
      // Without a count a target may go another way than with one.
      if (one.world.budget !== "smoke" && input.limit === undefined)
        listings.push(await listAsAsked(one, input, options));
      one.witnessed();
      for (const listing of listings) {
        judging([listing.exchange], () =>
          expectAbsent(listing, secret, "a task in which the caller takes no part must not be listed for it"),
        );
      }
    },
    { first: 2, describe: ({ input }) => ({ ...input }) },
  );
}

/** The same the other way round: the second agent is no less bound than the first. */
function hiddenFromOther(settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: "tasks.visibility.hidden",
      name: "tasks that concern the caller alone are not listed for another agent",
      operations: OPERATIONS,
      fixtures: ["otherAgent.apiKey", "otherAgent.id"],
    },
    async (check) => {
      const { apiKey = "" } = check.world.target.fixtures.otherAgent ?? {};
      const { tasks } = await settlement.population(check);
      // The root is bound to nothing and nobody, and older than every other task of the population.
      await needListed(check, await assignedToOther(check, settlement), { apiKey });
      const secrets = tasks.slice(0, 1);
      await expectHidden(check, secrets, { apiKey });
    },
  );
}

/** A task of another agent alone, with the answer to the caller who tried to block it. */
interface Tried {
  readonly secret: MadeTask;
  readonly exchange: Exchange;
  /** In the smallest run: what the caller found of it before. */
  readonly before: Listing | null;
  /** And how its maker saw it afterwards. */
  readonly seen: Sighting | null;
}

type Tries = (check: CheckContext) => Promise<readonly Tried[]>;

async function tryToBlock(check: CheckContext, others: Others): Promise<readonly Tried[]> {
  needAccepted((await check.baseline("block-task")).exchange, "tasks.block.succeeds");
  const { furtherPrivate, apiKey } = await others(check);
  // Of its own: whoever may block them after all has commented on them, and is listed them from then on.
  const secrets = await furtherPrivate("hidden from blocking");
  const small = check.world.budget === "smoke";
  return Promise.all(
    secrets.map(async (secret) => {
      const before = small ? await list(check, { text: secret.word }) : null;
      const exchange = await blockTask(check, secret.id, "Waiting for what is hidden");
      return { secret, before, exchange, seen: small ? await needListed(check, secret, { apiKey }) : null };
    }),
  );
}

/** The block of each by its maker, who can: so it was not for its status that the caller could not. */
type Controls = (check: CheckContext) => Promise<ReadonlyMap<MadeTask, Exchange>>;

async function blockByMaker(check: CheckContext, others: Others, tries: Tries) {
  const { apiKey } = await others(check);
  const blocks = (await tries(check)).map(
    async ({ secret }) => [secret, await blockTask(check, secret.id, "Waiting", { apiKey })] as const,
  );
  return new Map(await Promise.all(blocks));
}

function hiddenNotBlocked(tries: Tries, controls: Controls): Check {
  return defineCheck(
    {
      requirement: "tasks.block.hidden-task",
      name: "a task that concerns another agent alone cannot be blocked",
      operations: ["block-task", "create-task"],
      fixtures: ["otherAgent.apiKey"],
      // What it tries is what another check watches from then on.
      waits: true,
    },
    async (check) => {
      const tried = await tries(check);
      await forTasks(
        check,
        tried.map(({ secret }) => secret),
        async (secret, one) => {
          const exchange = tried.find((each) => each.secret === secret)?.exchange;
          if (exchange === undefined) return;
          one.observe(
            "block-task.hidden",
            statusAndCode(exchange),
            "block of a task that another agent made for itself",
          );
          judging([exchange], () =>
            expectRefused(exchange, "blocking a task that the caller may not see", ANY_REFUSAL),
          );
          const control = (await controls(check)).get(secret);
          if (control !== undefined && answered(control).status === 200) one.witnessed();
        },
      );
    },
  );
}

/** The block that was refused has blocked nothing, as its maker sees the task right after. */
function keptAfterTries(tries: Tries): Check {
  return defineCheck(
    {
      requirement: "tasks.block.refused-without-effect",
      name: "a task of another agent that the caller was refused to block",
      operations: ["block-task", "create-task", "list-tasks"],
      fixtures: ["otherAgent.apiKey"],
      shared: true,
    },
    async (check) => {
      for (const { secret, exchange, seen } of await tries(check)) {
        if (answered(exchange).status === 200) throw new StoodAside("the caller may block what it may not see");
        const was = valueAt(secret.answer, "/data/status");
        if (seen === null || typeof was !== "string") throw new StoodAside("nothing tells the status of the task");
        check.witnessed();
        const why = "a task whose block was refused must keep its status";
        judging([secret.answer, exchange, seen.exchange], () =>
          expectEqual(seen.exchange, `${seen.pointer}/status`, was, why),
        );
      }
    },
  );
}

/**
 * The same tasks once the caller has tried all that it can with them, and their maker has blocked them: nothing of that is a
 * part in them. One listing shows it, as they have all at once that could open them.
 */
function hiddenAtLast(tries: Tries, controls: Controls): Check {
  return defineCheck(
    {
      requirement: "tasks.visibility.hidden",
      name: "tasks of another agent that the caller tried to move, or to put a task below",
      operations: [...OPERATIONS, "block-task", "release-task"],
      fixtures: ["otherAgent.apiKey"],
      telling: true,
    },
    async (check) => {
      await controls(check);
      const why = "a task in which the caller takes no part must not be listed for it";
      for (const { secret, before, exchange } of await tries(check)) {
        if (before !== null) judging([before.exchange], () => expectAbsent(before, secret, why));
        const released = await releaseTask(check, secret.id);
        if ([exchange, released].some((answer) => answered(answer).status === 200))
          throw new StoodAside("the caller may move what it may not see");
        const title = `${check.world.mark} below what is hidden`;
        answered(await askForTask(check, { title, parentTaskId: secret.id }));
        const { assigneeUserId: user } = taskAt(valueAt(secret.answer, "/data"));
        const input = { text: secret.word, ...(typeof user === "string" ? { assigneeUser: user } : {}) };
        // Without a count a target may go another way than with one.
        const listing = await listAsAsked(check, input);
        check.witnessed();
        judging([listing.exchange], () => expectAbsent(listing, secret, why));
      }
    },
  );
}

/** What was refused is no part in a task: no comment of a block, no trace of a release. */
function hiddenAfterTries(tries: Tries): Check {
  return defineCheck(
    {
      requirement: "tasks.visibility.hidden",
      name: "tasks of another agent that the caller tried to move, or to put a task below",
      operations: [...OPERATIONS, "block-task", "release-task"],
      fixtures: ["otherAgent.apiKey"],
      waits: true,
    },
    async (check) => {
      const secrets: MadeTask[] = [];
      for (const { secret, exchange } of await tries(check)) {
        const released = await releaseTask(check, secret.id);
        const isRefused = [exchange, released].every((answer) => answered(answer).status !== 200);
        if (isRefused) secrets.push(secret);
      }
      if (secrets.length === 0) throw new StoodAside("the caller may move what it may not see");
      // Nor does who would put something below it take part in it, whether that is taken or not.
      const title = `${check.world.mark} below what is hidden`;
      answered(await askForTask(check, { title, parentTaskId: secrets[0]?.id ?? "" }));
      // Where something of the tries is kept, the listing may lag behind.
      await check.throughout(async () => {
        for (const secret of secrets) {
          const listing = await list(check, { text: secret.word });
          check.witnessed();
          expectAbsent(listing, secret, "a task in which the caller takes no part must not be listed for it");
        }
      });
    },
  );
}

function foreignChannel(others: Others): Check {
  return defineCheck(
    {
      requirement: "tasks.visibility.foreign-channel",
      name: "a channel of others does not show their tasks, although the filter names it",
      operations: OPERATIONS,
      fixtures: ["otherAgent.apiKey", "otherAgent.channel"],
    },
    async (check) => {
      const { channel = "" } = check.world.target.fixtures.otherAgent ?? {};
      const { apiKey, inChannel: task } = await others(check);
      if (!task) throw new Inconclusive("no task could be bound to the other agent's channel");
      await check.eventually(async () => {
        const listing = await list(check, { channel, text: task.word }, { apiKey });
        expectThat(inListing(listing, task.id) !== undefined, {
          message: "the task is not listed in its channel for its maker",
          expected: task.id,
          actual: "not there",
          keyword: "missing",
        });
      });
      for (const input of [{ channel }, { channel, text: task.word }]) {
        const exchange = await check.call("list-tasks", { parameters: input });
        check.witnessed();
        if (answered(exchange).status !== 200) {
          check.observe("list-tasks.foreign-channel", "refused", "a listing with a channel of others");
          continue;
        }
        check.observe("list-tasks.foreign-channel", "answered without its tasks", "a listing with a channel of others");
        const shown = listAt(exchange, "/data").findIndex((one) => taskAt(one).id === task.id);
        expectThat(shown < 0, {
          message: "a task of others in a channel that the caller does not belong to must not be listed",
          expected: `no task ${task.id}`,
          actual: `it stands at /data/${shown}`,
          pointer: `/data/${shown}`,
          keyword: "present",
        });
      }
    },
  );
}
