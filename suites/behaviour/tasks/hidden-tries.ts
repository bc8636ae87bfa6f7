import { asObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { once } from "../../engine/cases/once.ts";
import { type Check, type CheckContext, REFUSED, type RunContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual, expectRefused, needAccepted, statusAndCode } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { answered, valueAt } from "../../verifiers/read.ts";
import { defineCheck, unlessSmoke, whereThere } from "../define-check.ts";
import { ANY_REFUSAL } from "./block.ts";
import { expectAbsent, type Listing, list, listAsAsked, needListed, type Sighting } from "./listing.ts";
import type { Others } from "./others-tasks.ts";
import { askForTask, blockTask, forTasks, type MadeTask, releaseTask } from "./requests.ts";
import { BLOCKED } from "./scenarios.ts";
import { toldFilters } from "./told-filters.ts";

const OPERATIONS = ["list-tasks", "create-task"];

/** What the caller tries with tasks that concern another agent alone: it is rejected, and is no part in them. */
export function hiddenTryChecks(world: RunContext, others: Others): Check[] {
  const tried = once((check: CheckContext) => tryToBlock(check, others));
  const controls = once((check: CheckContext) => blockByMaker(check, others, tried));
  return [
    // First what is watched for long.
    ...unlessSmoke(world, [hiddenAfterTries(tried)]),
    hiddenNotBlocked(tried, controls),
    ...(world.budget === "smoke" ? whereThere(world, [keptAfterTries(tried), hiddenAtLast(tried, controls)]) : []),
  ];
}

/** A task of another agent alone, with the response to the caller who tried to block it. */
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
      const exchange = await blockTask(check, secret.id, "Waiting for what is hidden", REFUSED);
      return { secret, before, exchange, seen: small ? await needListed(check, secret, { apiKey }) : null };
    }),
  );
}

/** The block of each by its maker, who can: so it was not for its status that the caller could not. */
type Controls = (check: CheckContext) => Promise<ReadonlyMap<MadeTask, Exchange>>;

async function blockByMaker(check: CheckContext, others: Others, tries: Tries) {
  const { apiKey } = await others(check);
  const blocks = (await tries(check)).map(
    async ({ secret }) => [secret, await blockTask(check, secret.id, "Waiting for a response", { apiKey })] as const,
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
          if (control !== undefined && answered(control).status === 200) one.asserted();
        },
      );
    },
  );
}

/** The block that was rejected has blocked nothing, as its maker sees the task right after. */
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
        if (answered(exchange).status === 200) throw new NotApplicable("the caller may block what it may not see");
        const was = valueAt(secret.answer, "/data/status");
        if (seen === null || typeof was !== "string") throw new NotApplicable("nothing tells the status of the task");
        check.asserted();
        const why = "a task whose block was rejected must keep its status";
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
        const released = await releaseTask(check, secret.id, REFUSED);
        if ([exchange, released].some((answer) => answered(answer).status === 200))
          throw new NotApplicable("the caller may move what it may not see");
        const title = `${check.world.mark} below what is hidden`;
        answered(await askForTask(check, { title, parentTaskId: secret.id }));
        const { assigneeUserId: user } = asObject(valueAt(secret.answer, "/data"));
        const { priority } = toldFilters(check.world, secret);
        const block = (await controls(check)).get(secret);
        const input = {
          text: secret.word,
          ...(typeof user === "string" ? { assigneeUser: user } : {}),
          ...(priority === undefined ? {} : { priority }),
          ...(block !== undefined && answered(block).status === 200 ? { status: BLOCKED } : {}),
        };
        // Without a count a target may go another way than with one.
        const listing = await listAsAsked(check, input);
        check.asserted();
        judging([listing.exchange], () => expectAbsent(listing, secret, why));
      }
    },
  );
}

/** What was rejected is no part in a task: no comment of a block, no trace of a release. */
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
        const released = await releaseTask(check, secret.id, REFUSED);
        const isRefused = [exchange, released].every((answer) => answered(answer).status !== 200);
        if (isRefused) secrets.push(secret);
      }
      if (secrets.length === 0) throw new NotApplicable("the caller may move what it may not see");
      // Nor does who would put something below it take part in it, whether that is taken or not.
      const title = `${check.world.mark} below what is hidden`;
      answered(await askForTask(check, { title, parentTaskId: secrets[0]?.id ?? "" }));
      // Where something of the tries is kept, the listing may lag behind.
      await check.throughout(async () => {
        for (const secret of secrets) {
          const listing = await list(check, { text: secret.word });
          check.asserted();
          expectAbsent(listing, secret, "a task in which the caller takes no part must not be listed for it");
        }
      });
    },
  );
}
