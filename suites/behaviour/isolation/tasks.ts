import { asObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { orNotApplicable, unlessSilent } from "../../engine/cases/attempt.ts";
import {
  type CaseContext,
  type Check,
  type CheckContext,
  REJECTED,
  type RunContext,
} from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";
import { expectThat, statusAndCode } from "../../verifiers/expect.ts";
import { findText } from "../../verifiers/find-text.ts";
import { requireResponse, stringAt, valueAt } from "../../verifiers/read.ts";
import { mentions, type TaskNames } from "../../verifiers/task-mentions.ts";
import { withExistingFixtures } from "../define-check.ts";
import { sendAnchor, withUrgentRequests } from "../events/channel-feed.ts";
import { watchChannel } from "../events/repeated-reads.ts";
import { quietChannel } from "../messages/channels.ts";
import { type ListInput, largestPage, list, requireListed } from "../tasks/listing.ts";
import { blockTask, type CreatedTask, createTask, releaseTask, requestTask } from "../tasks/requests.ts";
import { expectUnblocked } from "../tasks/scenarios.ts";
import { statusesToBlock } from "../tasks/statuses-to-block.ts";
import { expectAccessRejected, expectNoLeak, expectNotRevealed, requireUniqueAcrossWorkspaces } from "./leaks.ts";
import { type CrossWorkspaceAccess, intruderOnOurs, type Workspaces } from "./workspaces.ts";

const LISTING_FIELDS = {
  requirement: "isolation.list-tasks",
  operations: ["list-tasks", "create-task"],
  needs: [],
} as const;

const SUB_TASK_FIELDS = {
  requirement: "tasks.create.unknown-references",
  what: "a task, as the parent of another",
  operations: ["create-task"],
  needs: [],
} as const;

/** Tasks of one workspace, requested from another. */
export function taskIsolation(context: RunContext, workspaces: Workspaces): Check[] {
  const needs = [] as const;
  return [
    intruderOnOurs(workspaces, LISTING_FIELDS, checkListing),
    ...withExistingFixtures(context, [
      { ...intruderOnOurs(workspaces, SUB_TASK_FIELDS, checkSubTask), runsEarly: true },
    ]),
    intruderOnOurs(
      workspaces,
      { requirement: "isolation.block-task", operations: ["block-task", "list-tasks"], needs },
      checkBlock,
    ),
    intruderOnOurs(
      workspaces,
      { requirement: "isolation.release-task", operations: ["release-task", "list-tasks"], needs },
      checkRelease,
    ),
    intruderOnOurs(
      workspaces,
      { requirement: "isolation.create-task-channel", operations: ["create-task", "get-messages"], needs: ["channel"] },
      checkChannelBinding,
    ),
  ];
}

async function checkListing(check: CheckContext, { owner, intruder }: CrossWorkspaceAccess): Promise<void> {
  const secret = await owner.task(check);
  await requireListed(check, secret, owner.options);
  const { status, priority, assigneeAgentId, title } = asObject(valueAt(secret.response, "/data"));
  // Each filter may have its own code or data.
  const inputs = [
    {},
    // With the same parameters as the owner's last request: a cached response must not be shared.
    { ...largestPage(check.context), text: typeof title === "string" ? title : secret.word },
    { text: secret.word, limit: 5 },
    ...(typeof status === "string" ? [{ status }] : []),
    ...(typeof priority === "string" ? [{ priority }] : []),
    ...(typeof assigneeAgentId === "string" ? [{ assigneeAgent: assigneeAgentId }] : []),
    ...(owner.channel === "" ? [] : [{ channel: owner.channel }]),
  ];
  const judge = async (parameters: ListInput, testCase: CaseContext) => {
    const exchange = await testCase.call("list-tasks", { parameters }, intruder.options);
    expectNoLeak(testCase, exchange, secret, "a task", [secret.word]);
  };
  await check.forEach(inputs, judge, { all: true, describe: (parameters) => parameters });
}

/** For the intruder the task does not exist, so it cannot be a parent. */
async function checkSubTask(check: CheckContext, { owner, intruder }: CrossWorkspaceAccess): Promise<void> {
  const secret = await orNotApplicable(() => owner.task(check));
  requireUniqueAcrossWorkspaces(secret.id);
  const title = `${check.context.mark} below a task of ${owner.name}`;
  const exchange = await requestTask(check, { title, parentTaskId: secret.id }, intruder.options);
  expectAccessRejected(check, exchange, "a sub-task below a task");
}

/**
 * The contract leaves open from which statuses a task can be blocked, so the owner's own block shows whether this one
 * allows it.
 */
async function checkBlock(check: CheckContext, { intruder }: CrossWorkspaceAccess): Promise<void> {
  for (const status of await statusesToBlock(check)) {
    const task = await createTask(check, `blocked from outside, ${status}`, { status });
    await requireListed(check, task);
    const block = await blockTask(check, task.id, "Blocked from outside", { ...intruder.options, ...REJECTED });
    expectNotRevealed(check, block, task, "blocking a task");
    await expectNotBlocked(check, task);
    if (requireResponse(await blockTask(check, task.id, "Blocked by its own workspace")).status === 200) return;
  }
  throw new Inconclusive("a task could be blocked from no status", "tasks.block.succeeds");
}

async function expectNotBlocked(check: CheckContext, task: CreatedTask): Promise<void> {
  const created = asObject(valueAt(task.response, "/data"));
  const why = "a task that a key of another workspace tried to block must not be blocked";
  expectUnblocked(await requireListed(check, task), created.status, why);
}

async function checkRelease(check: CheckContext, { owner, intruder }: CrossWorkspaceAccess): Promise<void> {
  await check.baseline("release-task");
  const task = await owner.task(check);
  // The release by its assignee shows that it exists.
  await unlessSilent(() => requireListed(check, task));
  expectNotRevealed(
    check,
    await releaseTask(check, task.id, { ...intruder.options, ...REJECTED }),
    task,
    "releasing a task",
  );
  const ownRelease = await releaseTask(check, task.id);
  // Only the assignee can release a task, so the caller's release shows that it is still assigned.
  expectThat(requireResponse(ownRelease).status === 200, {
    message: "a task that a key of another workspace tried to release must stay assigned to the caller",
    expected: "the caller can release it: 200",
    actual: statusAndCode(ownRelease),
    keyword: "released",
  });
}

/** The contract leaves open whether the creation is rejected, but nothing of the task may appear in our channel. */
async function checkChannelBinding(baseCheck: CheckContext, { owner, intruder }: CrossWorkspaceAccess): Promise<void> {
  await baseCheck.baseline("create-task");
  const check = withUrgentRequests(baseCheck);
  // Our channel is the one that the run uses least.
  const channel = owner.options.apiKey === undefined ? quietChannel(check.context) : owner.channel;
  const anchor = await sendAnchor(check, channel);
  const word = wordOf(check.context, "bound across workspaces");
  const title = `${check.context.mark} ${word}`;
  const created = await requestTask(check, { title, channelId: channel }, intruder.options);
  const names =
    requireResponse(created).status === 200
      ? await distinguishingNamesOf(check, created, word, channel)
      : { id: word, identifier: null, word };
  await watchChannel(check, anchor, ({ messages }) => {
    check.asserted();
    const card = messages.find((message) => mentions(message, names));
    expectThat(card === undefined, {
      message: "a task of another workspace must not show in a channel of this one",
      expected: `no message about the task ${names.id}`,
      actual: `the message ${JSON.stringify(card?.id)}`,
      pointer:
        findText(messages.length > 0 ? [...messages] : [], (text) => text.includes(word), "/data/messages") ?? "",
      keyword: "card",
    });
  });
}

/**
 * Returns the names that distinguish a task of the other workspace from ours, since numbers and identifiers may recur
 * in each workspace.
 */
async function distinguishingNamesOf(
  check: CheckContext,
  created: Exchange,
  word: string,
  channel: string,
): Promise<TaskNames> {
  const idOfTask = stringAt(created, "/data/id");
  const identifier = valueAt(created, "/data/identifier");
  const id = /^\d+$/.test(idOfTask) ? word : idOfTask;
  if (typeof identifier !== "string") return { id, identifier: null, word };
  const { tasks } = await list(check, { text: identifier, channel });
  // A task of ours with the same identifier may have a card there, but only if it is bound to that channel.
  const isSharedWithOurs = tasks.some((task) => task.identifier === identifier);
  return { id, identifier: isSharedWithOurs ? null : identifier, word };
}
