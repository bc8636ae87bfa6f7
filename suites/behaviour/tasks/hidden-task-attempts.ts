import { asObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { once } from "../../engine/cases/once.ts";
import { type Check, type CheckContext, REJECTED, type RunContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectRejected, requireAccepted, statusAndCode } from "../../verifiers/expect.ts";
import { requireResponse, valueAt } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck, withExistingFixtures } from "../define-check.ts";
import { ANY_REJECTION } from "./block.ts";
import { filterableValuesOf } from "./filterable-values.ts";
import {
  expectAbsent,
  type ListedTask,
  type Listing,
  list,
  listWithExactParameters,
  requireListed,
} from "./listing.ts";
import type { OtherAgentTasksSource } from "./other-agent-tasks.ts";
import { blockTask, type CreatedTask, forTasks, releaseTask, requestTask } from "./requests.ts";
import { BLOCKED } from "./scenarios.ts";

const OPERATIONS = ["list-tasks", "create-task"];

/** Checks of attempts by the caller on tasks that concern only another agent: they are rejected and give no access. */
export function hiddenTaskAttemptChecks(context: RunContext, others: OtherAgentTasksSource): Check[] {
  const attempt = once((check: CheckContext) => attemptBlock(check, others));
  const control = once((check: CheckContext) => blockByCreator(check, others, attempt));
  return [
    hiddenNotBlocked(attempt, control),
    ...withExistingFixtures(context, [hiddenAfterAttempts(attempt, control)]),
  ];
}

/** A task that concerns only another agent, with the response to a block by the caller. */
interface BlockAttempt {
  readonly secret: CreatedTask;
  readonly exchange: Exchange;
  /** The caller's listing before the attempt. */
  readonly listedBefore: Listing;
  /** The task as its creator saw it after the attempt. */
  readonly seen: ListedTask;
}

type BlockAttemptSource = (check: CheckContext) => Promise<BlockAttempt>;

async function attemptBlock(check: CheckContext, others: OtherAgentTasksSource): Promise<BlockAttempt> {
  requireAccepted((await check.baseline("block-task")).exchange, "tasks.block.succeeds");
  const { furtherPrivate, apiKey } = await others(check);
  // A separate task: if the block is accepted, the caller has commented on it and may see it from then on.
  const secret = await furtherPrivate("hidden from blocking");
  const listedBefore = await list(check, { text: secret.word });
  const exchange = await blockTask(check, secret.id, "Waiting for what is hidden", REJECTED);
  return { secret, listedBefore, exchange, seen: await requireListed(check, secret, { apiKey }) };
}

/** The block by the task's creator. If it is accepted, the status was not why the caller's block was rejected. */
type CreatorBlock = (check: CheckContext) => Promise<Exchange>;

async function blockByCreator(
  check: CheckContext,
  others: OtherAgentTasksSource,
  attempt: BlockAttemptSource,
): Promise<Exchange> {
  const { apiKey } = await others(check);
  const { secret } = await attempt(check);
  return blockTask(check, secret.id, "Waiting for a response", { apiKey });
}

function hiddenNotBlocked(attempt: BlockAttemptSource, control: CreatorBlock): Check {
  return defineCheck(
    {
      requirement: "tasks.block.hidden-task",
      name: "a task that concerns only another agent cannot be blocked",
      operations: ["block-task", "create-task"],
      fixtures: ["otherAgent.apiKey"],
      // Early, so that the rules can look for effects of these attempts in what follows.
      waitsForTime: true,
    },
    async (check) => {
      const { secret, exchange } = await attempt(check);
      await forTasks(check, [secret], async (_, testCase) => {
        const evidence = "block of a task that another agent created for itself";
        testCase.observe("block-task.hidden", statusAndCode(exchange), evidence);
        withEvidence([exchange], () =>
          expectRejected(exchange, "blocking a task that the caller may not see", ANY_REJECTION),
        );
        if (requireResponse(await control(check)).status === 200) testCase.asserted();
      });
    },
  );
}

/**
 * The same task after all attempts of the caller and a block by its creator; none of that gives access. One listing is
 * enough, since all attempts were made on the same task.
 */
function hiddenAfterAttempts(attempt: BlockAttemptSource, control: CreatorBlock): Check {
  return defineCheck(
    {
      requirement: "tasks.visibility.hidden",
      name: "tasks that the caller tried to change, or named as a parent, are not listed",
      operations: [...OPERATIONS, "block-task", "release-task"],
      fixtures: ["otherAgent.apiKey"],
      runsEarly: true,
    },
    async (check) => {
      const block = await control(check);
      const why = "a task in which the caller takes no part must not be listed for the caller";
      const { secret, listedBefore, exchange } = await attempt(check);
      withEvidence([listedBefore.exchange], () => expectAbsent(listedBefore, secret, why));
      const released = await releaseTask(check, secret.id, REJECTED);
      if ([exchange, released].some((response) => requireResponse(response).status === 200))
        throw new NotApplicable("the caller may change what it may not see");
      const title = `${check.context.mark} below what is hidden`;
      requireResponse(await requestTask(check, { title, parentTaskId: secret.id }));
      const { assigneeUserId: user } = asObject(valueAt(secret.response, "/data"));
      const { priority } = filterableValuesOf(check.context, secret);
      const input = {
        text: secret.word,
        ...(typeof user === "string" ? { assigneeUser: user } : {}),
        ...(priority === undefined ? {} : { priority }),
        ...(requireResponse(block).status === 200 ? { status: BLOCKED } : {}),
      };
      // Without a count a target may use another code path.
      const listing = await listWithExactParameters(check, input);
      check.asserted();
      withEvidence([listing.exchange], () => expectAbsent(listing, secret, why));
    },
  );
}
