import { asObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { once } from "../../engine/cases/once.ts";
import { type Check, type CheckContext, REJECTED, type RunContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual, expectRejected, requireAccepted, statusAndCode } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { requireResponse, valueAt } from "../../verifiers/read.ts";
import { defineCheck, further, whereThere } from "../define-check.ts";
import { ANY_REJECTION } from "./block.ts";
import { expectAbsent, type Listing, list, listAsAsked, requireListed, type TaskSighting } from "./listing.ts";
import type { Others } from "./others-tasks.ts";
import { askForTask, blockTask, type CreatedTask, forTasks, releaseTask } from "./requests.ts";
import { BLOCKED } from "./scenarios.ts";
import { toldFilters } from "./told-filters.ts";

const OPERATIONS = ["list-tasks", "create-task"];

/** What the caller tries with tasks that concern another agent alone: it is rejected, and is no part in them. */
export function hiddenTryChecks(context: RunContext, others: Others): Check[] {
  const tried = once((check: CheckContext) => tryToBlock(check, others));
  const control = once((check: CheckContext) => blockByMaker(check, others, tried));
  return [
    // First what is watched for long.
    ...further([hiddenAfterTries(tried)]),
    hiddenNotBlocked(tried, control),
    ...whereThere(context, [keptAfterTries(tried), hiddenAtLast(tried, control)]),
  ];
}

/** A task of another agent alone, with the response to the caller who tried to block it. */
interface Tried {
  readonly secret: CreatedTask;
  readonly exchange: Exchange;
  /** What the caller found of it before. */
  readonly before: Listing;
  /** How its creator saw it afterwards. */
  readonly seen: TaskSighting;
}

type Trying = (check: CheckContext) => Promise<Tried>;

async function tryToBlock(check: CheckContext, others: Others): Promise<Tried> {
  requireAccepted((await check.baseline("block-task")).exchange, "tasks.block.succeeds");
  const { furtherPrivate, apiKey } = await others(check);
  // Of its own: whoever may block it after all has commented on it, and is listed it from then on.
  const secret = await furtherPrivate("hidden from blocking");
  const before = await list(check, { text: secret.word });
  const exchange = await blockTask(check, secret.id, "Waiting for what is hidden", REJECTED);
  return { secret, before, exchange, seen: await requireListed(check, secret, { apiKey }) };
}

/** The block by its creator, who can: so it was not for its status that the caller could not. */
type Control = (check: CheckContext) => Promise<Exchange>;

async function blockByMaker(check: CheckContext, others: Others, trying: Trying): Promise<Exchange> {
  const { apiKey } = await others(check);
  const { secret } = await trying(check);
  return blockTask(check, secret.id, "Waiting for a response", { apiKey });
}

function hiddenNotBlocked(trying: Trying, control: Control): Check {
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
      const { secret, exchange } = await trying(check);
      await forTasks(check, [secret], async (_, one) => {
        const evidence = "block of a task that another agent made for itself";
        one.observe("block-task.hidden", statusAndCode(exchange), evidence);
        judging([exchange], () =>
          expectRejected(exchange, "blocking a task that the caller may not see", ANY_REJECTION),
        );
        if (requireResponse(await control(check)).status === 200) one.asserted();
      });
    },
  );
}

/** The block that was rejected has blocked nothing, as its creator sees the task right after. */
function keptAfterTries(trying: Trying): Check {
  return defineCheck(
    {
      requirement: "tasks.block.refused-without-effect",
      name: "a rejected block leaves a task of another agent as it was",
      operations: ["block-task", "create-task", "list-tasks"],
      fixtures: ["otherAgent.apiKey"],
      shared: true,
    },
    async (check) => {
      const { secret, exchange, seen } = await trying(check);
      if (requireResponse(exchange).status === 200) throw new NotApplicable("the caller may block what it may not see");
      const was = valueAt(secret.response, "/data/status");
      if (typeof was !== "string") throw new NotApplicable("nothing tells the status of the task");
      check.asserted();
      const why = "a task whose block was rejected must keep its status";
      judging([secret.response, exchange, seen.exchange], () =>
        expectEqual(seen.exchange, `${seen.pointer}/status`, was, why),
      );
    },
  );
}

/**
 * The same task once the caller has tried all that it can with it, and its creator has blocked it: nothing of that is a part in
 * it. One listing shows it, as the task has all at once that could open it.
 */
function hiddenAtLast(trying: Trying, control: Control): Check {
  return defineCheck(
    {
      requirement: "tasks.visibility.hidden",
      name: "tasks that the caller tried to change, or named as a parent, are not listed",
      operations: [...OPERATIONS, "block-task", "release-task"],
      fixtures: ["otherAgent.apiKey"],
      early: true,
    },
    async (check) => {
      const block = await control(check);
      const why = "a task in which the caller takes no part must not be listed for the caller";
      const { secret, before, exchange } = await trying(check);
      judging([before.exchange], () => expectAbsent(before, secret, why));
      const released = await releaseTask(check, secret.id, REJECTED);
      if ([exchange, released].some((response) => requireResponse(response).status === 200))
        throw new NotApplicable("the caller may change what it may not see");
      const title = `${check.context.mark} below what is hidden`;
      requireResponse(await askForTask(check, { title, parentTaskId: secret.id }));
      const { assigneeUserId: user } = asObject(valueAt(secret.response, "/data"));
      const { priority } = toldFilters(check.context, secret);
      const input = {
        text: secret.word,
        ...(typeof user === "string" ? { assigneeUser: user } : {}),
        ...(priority === undefined ? {} : { priority }),
        ...(requireResponse(block).status === 200 ? { status: BLOCKED } : {}),
      };
      // Without a count a target may go another way than with one.
      const listing = await listAsAsked(check, input);
      check.asserted();
      judging([listing.exchange], () => expectAbsent(listing, secret, why));
    },
  );
}

/** What was rejected is no part in a task: no comment of a block, no trace of a release. */
function hiddenAfterTries(trying: Trying): Check {
  return defineCheck(
    {
      requirement: "tasks.visibility.hidden",
      name: "a task that the caller tried to change is not listed for as long as an index may lag",
      operations: [...OPERATIONS, "block-task", "release-task"],
      fixtures: ["otherAgent.apiKey"],
      waits: true,
    },
    async (check) => {
      const { secret, exchange } = await trying(check);
      const released = await releaseTask(check, secret.id, REJECTED);
      if ([exchange, released].some((response) => requireResponse(response).status === 200))
        throw new NotApplicable("the caller may change what it may not see");
      // Nor does who would put something below it take part in it, whether that is taken or not.
      const title = `${check.context.mark} below what is hidden`;
      requireResponse(await askForTask(check, { title, parentTaskId: secret.id }));
      // Where something of the tries is kept, the listing may lag behind.
      await check.throughout(async () => {
        const listing = await list(check, { text: secret.word });
        check.asserted();
        expectAbsent(listing, secret, "a task in which the caller takes no part must not be listed for the caller");
      });
    },
  );
}
