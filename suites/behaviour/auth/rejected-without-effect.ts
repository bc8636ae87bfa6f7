import { asObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { badCredentials } from "../../document/credentials.ts";
import { once } from "../../engine/cases/once.ts";
import type { CallOptions, CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";
import { expectThat, statusAndCode } from "../../verifiers/expect.ts";
import { requireResponse, valueAt } from "../../verifiers/read.ts";
import { asAdditional, defineCheck } from "../define-check.ts";
import { sendAnchor } from "../events/channel-feed.ts";
import { contentOf, remember, requestMemory, statusFilterOf } from "../memories/claims.ts";
import { searchAll } from "../memories/listing.ts";
import { requireFound } from "../memories/require-found.ts";
import { pagesOf, requireMessageRead } from "../messages/channel-pages.ts";
import { quietChannel } from "../messages/channels.ts";
import { requestMessage, sendMessage } from "../messages/requests.ts";
import { list, requireListed } from "../tasks/listing.ts";
import { blockTask, type CreatedTask, createTask, releaseTask, requestTask } from "../tasks/requests.ts";
import { expectUnblocked } from "../tasks/scenarios.ts";
import { statusesToBlock } from "../tasks/statuses-to-block.ts";

const REQUIREMENT = "auth.refused-without-effect";

/** A call that is rejected for its credentials creates and changes nothing. */
export function rejectedWithoutEffectChecks(): Check[] {
  const taskAfterAttempts = once(createTaskAfterAttempts);
  return [
    noTaskCreated(taskAfterAttempts),
    noMessageSent(),
    noMemoryCreated(),
    noTaskBlocked(taskAfterAttempts),
    ...asAdditional([noTaskReleased()]),
    noMessageFlagged(),
  ];
}

/** Returns call options without credentials, and with an unknown key. */
export function badCredentialOptions(check: CaseContext): readonly CallOptions[] {
  const rules = badCredentials(check.context.target);
  return ["auth.no-header", "auth.unknown-key"]
    .flatMap((rule) => rules[rule]?.slice(0, 1) ?? [])
    .map(({ options }) => options);
}

/** Makes the attempt with each bad credential. Another requirement judges whether it is rejected. */
async function attemptAll(
  check: CheckContext,
  attempt: (options: CallOptions, index: number) => Promise<Exchange>,
): Promise<void> {
  for (const [index, options] of badCredentialOptions(check).entries()) {
    const exchange = await attempt(options, index);
    if (requireResponse(exchange).status === 200) {
      throw new Inconclusive("the call was not rejected", index === 0 ? "auth.no-header" : "auth.unknown-key");
    }
  }
}

/**
 * Returns a task of the caller, created after callers with bad credentials have tried to create some: once it is
 * listed, those would be listed too.
 */
async function createTaskAfterAttempts(check: CheckContext): Promise<CreatedTask> {
  const assigneeAgentId = await check.reference("agent");
  // Assigned to the caller, so that it would be listed whoever counts as its creator.
  await attemptAll(check, (options, index) =>
    requestTask(check, { title: `${check.context.mark} ${wordOfAttempts(check)} ${index}`, assigneeAgentId }, options),
  );
  const [status = ""] = await statusesToBlock(check);
  return createTask(check, "after those of strangers", { status });
}

function wordOfAttempts(check: CheckContext): string {
  return wordOf(check.context, "made by strangers");
}

type TaskAfterAttempts = (check: CheckContext) => Promise<CreatedTask>;

function noTaskCreated(taskAfterAttempts: TaskAfterAttempts): Check {
  return defineCheck(
    {
      requirement: REQUIREMENT,
      name: "no task is created without valid credentials",
      operations: ["create-task", "list-tasks"],
    },
    async (check) => {
      await requireListed(check, await taskAfterAttempts(check));
      const word = wordOfAttempts(check);
      const { exchange, tasks } = await list(check, { text: word });
      const index = tasks.findIndex(({ title }) => typeof title === "string" && title.includes(word));
      expectNothingLeft(check, exchange, "task", index, "/data");
    },
  );
}

function expectNothingLeft(check: CheckContext, exchange: Exchange, what: string, index: number, list: string): void {
  check.asserted();
  const pointer = index < 0 ? "" : valueAt(exchange, `${list}/${index}`) === undefined ? list : `${list}/${index}`;
  expectThat(index < 0, {
    message: `a call that was rejected for its credentials must leave no ${what} behind`,
    expected: `no ${what} of that call`,
    actual: `a ${what} of it at ${pointer}`,
    pointer,
    keyword: "left",
  });
}

function noMessageSent(): Check {
  return defineCheck(
    {
      requirement: REQUIREMENT,
      name: "no message is sent without valid credentials",
      operations: ["send-message", "get-messages"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const channel = quietChannel(check.context);
      const word = wordOf(check.context, "sent by strangers");
      const anchor = await sendAnchor(check, channel);
      await attemptAll(check, (options, index) =>
        requestMessage(check, { channelId: channel, content: `${check.context.mark} ${word} ${index}` }, options),
      );
      const last = await sendMessage(check, "after those of strangers", { channelId: channel });
      // Walking back from a later message shows all messages down to the anchor, however busy the channel is.
      const later = await sendMessage(check, "after all of that", { channelId: channel });
      const section = { channel, later, earlier: { id: anchor.message } };
      await requireMessageRead(check, last.id, section);
      for (const { exchange, messages } of await pagesOf(check, section)) {
        const index = messages.findIndex(({ content }) => typeof content === "string" && content.includes(word));
        expectNothingLeft(check, exchange, "message", index, "/data/messages");
      }
    },
  );
}

function noMemoryCreated(): Check {
  return defineCheck(
    {
      requirement: REQUIREMENT,
      name: "no memory is created without valid credentials",
      operations: ["remember", "search-memories"],
    },
    async (check) => {
      const word = wordOf(check.context, "claimed by strangers");
      await attemptAll(check, (options, index) =>
        requestMemory(check, { content: `${word} ${contentOf(check, `claimed by strangers ${index}`)}` }, options),
      );
      const last = await remember(check, "after those of strangers");
      await requireFound(check, [last]);
      const hits = await searchAll(check, { text: word, ...statusFilterOf(last) });
      check.asserted();
      const [hit] = hits;
      if (hit) expectNothingLeft(check, hit.exchange, "memory", 0, "/data/hits");
    },
  );
}

/**
 * The contract leaves open from which statuses a task can be blocked, so the caller's own block shows whether this one
 * allows it.
 */
function noTaskBlocked(taskAfterAttempts: TaskAfterAttempts): Check {
  return defineCheck(
    {
      requirement: REQUIREMENT,
      name: "no task is blocked without valid credentials",
      operations: ["block-task", "list-tasks"],
    },
    async (check) => {
      for (const [index, status] of (await statusesToBlock(check)).entries()) {
        const create = () => createTask(check, `blocked by strangers, ${status}`, { status });
        const task = await (index === 0 ? taskAfterAttempts(check) : create());
        const { task: before } = await requireListed(check, task);
        await attemptAll(check, (options) => blockTask(check, task.id, "Blocked by a stranger", options));
        const seen = await requireListed(check, task);
        check.asserted();
        const why = "a task that a caller without credentials tried to block must stay unchanged";
        expectUnblocked(seen, asObject(before).status, why);
        if (requireResponse(await blockTask(check, task.id, "Blocked by the caller")).status === 200) return;
      }
      throw new Inconclusive("a task could be blocked from no status", "tasks.block.succeeds");
    },
  );
}

function noTaskReleased(): Check {
  return defineCheck(
    { requirement: REQUIREMENT, name: "no task is released without valid credentials", operations: ["release-task"] },
    async (check) => {
      await check.baseline("release-task");
      const assigneeAgentId = await check.reference("agent");
      const task = await createTask(check, "released by strangers", { assigneeAgentId });
      await requireListed(check, task);
      await attemptAll(check, (options) => releaseTask(check, task.id, options));
      const ownRelease = await releaseTask(check, task.id);
      check.asserted();
      // Only the assignee can release a task, so the caller's release shows that it is still assigned.
      expectThat(requireResponse(ownRelease).status === 200, {
        message: "a task that a caller without credentials tried to release must stay assigned",
        expected: "the caller can release it: 200",
        actual: statusAndCode(ownRelease),
        keyword: "released",
      });
    },
  );
}

function noMessageFlagged(): Check {
  return defineCheck(
    {
      requirement: REQUIREMENT,
      name: "no message is flagged without valid credentials",
      operations: ["flag-needs-human", "get-messages"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const channel = quietChannel(check.context);
      const message = await sendMessage(check, "flagged by strangers", { channelId: channel });
      const body = { messageId: message.id, reason: "Flagged by a stranger" };
      await attemptAll(check, (options) => check.call("flag-needs-human", { body }, options));
      const later = await sendMessage(check, "after a flag by strangers", { channelId: channel });
      const seen = await requireMessageRead(check, message.id, { channel, later });
      const flag = asObject(seen.message.metadata).needsHuman;
      check.asserted();
      expectThat(flag === undefined || flag === null, {
        message: "a message that a caller without credentials tried to flag must stay unchanged",
        expected: "no needsHuman in its metadata",
        actual: JSON.stringify(flag),
        pointer: seen.pointer,
        keyword: "flagged",
      });
    },
  );
}
