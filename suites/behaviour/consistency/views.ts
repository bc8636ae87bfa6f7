import { isObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { sleep } from "../../client/sleep.ts";
import { ifPossible } from "../../engine/attempt.ts";
import type { CaseContext, Check, CheckContext, World } from "../../engine/check.ts";
import { Failure } from "../../engine/outcome.ts";
import { expectEqual, expectThat, needAccepted } from "../../verifiers/expect.ts";
import { answered, listAt, valueAt } from "../../verifiers/read.ts";
import { defineCheck, unlessSmoke, whereThere } from "../define-check.ts";
import { fieldSchema, wordsOf } from "../document-facts.ts";
import { contentOf, remember } from "../memories/claims.ts";
import { quietChannel } from "../messages/channels.ts";
import { flaggingOf } from "../messages/flagging.ts";
import { search } from "../messages/hits.ts";
import { repliedToHuman } from "../messages/humans.ts";
import { look, needSightIn, sightOf } from "../messages/listed.ts";
import { flagMessage, type SentMessage, sendMessage } from "../messages/requests.ts";
import { recallOwn } from "../recall/recalling.ts";
import { needSoon } from "../soon.ts";
import { needListed } from "../tasks/listing.ts";
import { blockTask, type MadeTask, makeTask, releaseTask } from "../tasks/requests.ts";
import { wordOf } from "../words.ts";
import { burstOf } from "./burst.ts";
import { expectSame, fieldsOf, type View } from "./sameness.ts";
import { listTasks, shownMemories, shownMessages, shownTasks } from "./shown.ts";

/** The same thing is the same wherever it is shown. */
export function viewChecks(world: World): Check[] {
  return [
    listedTasks(),
    // A smoke run has few tasks to spend.
    messagesWithFiles(),
    ...unlessSmoke(world, [movedTask(), ...whereThere(world, [foundReplyToHuman()])]),
    listedMessages(),
    foundMessages(),
    flaggedMessage(),
    reply(),
    foundReply(),
    foundMemories(),
    recalledMemories(),
  ];
}

/** The thing as the answer to its making shows it. */
function asMade(exchange: Exchange): View {
  const value = valueAt(exchange, "/data");
  return { exchange, pointer: "/data", value: isObject(value) ? value : {} };
}

/** Compares each thing that was made with what shows of it; what does not show is no evidence. */
async function compareAll(
  check: CheckContext,
  component: string,
  fields: readonly string[],
  made: readonly { readonly id: string; readonly answer: Exchange }[],
  views: readonly View[],
): Promise<void> {
  const pairs = made.flatMap(({ id, answer }) => {
    const after = views.find(({ value }) => value.id === id);
    return after ? [{ id, answer, after }] : [];
  });
  await check.forEach(
    pairs,
    async ({ answer, after }, one) => expectSame(one, component, fields, asMade(answer), after),
    { describe: ({ id }) => id },
  );
}

function listedTasks(): Check {
  return defineCheck(
    {
      requirement: "consistency.task-views",
      name: "tasks of every priority in the answer and in the listing",
      operations: ["create-task", "list-tasks"],
    },
    async (check) => {
      const { burst, last } = await burstOf(check.world).tasks(check);
      const fields = fieldsOf(check.world.document, "Task");
      const once = await shownTasks(check);
      await compareAll(check, "Task", fields, [...burst, last], once);
      const again = await listTasks(check);
      await check.forEach(
        once,
        async (before, one) => {
          const after = again.find(({ value }) => value.id === before.value.id);
          if (after) expectSame(one, "Task", fields, before, after);
        },
        { describe: ({ pointer }) => pointer },
      );
    },
  );
}

/** After each change the listing comes to show the task as the answer to the change did. */
function movedTask(): Check {
  return defineCheck(
    {
      requirement: "consistency.task-views",
      name: "a task in the answers to its block and its release, and in the listing after each",
      operations: ["create-task", "block-task", "release-task", "list-tasks"],
    },
    async (check) => {
      const assigneeAgentId = await check.reference("agent");
      const task = await makeTask(check, "seen from all sides", { assigneeAgentId });
      await needListed(check, task);
      const release = await releaseTask(check, task.id);
      needAccepted(release, "tasks.release.succeeds");
      await expectListedAs(check, task, release);
      const block = await blockTask(check, task.id, "Waiting to be looked at");
      // From which statuses a task can be blocked is open.
      if (answered(block).status === 200) await expectListedAs(check, task, block);
    },
  );
}

async function expectListedAs(check: CheckContext, task: MadeTask, change: Exchange): Promise<void> {
  const fields = fieldsOf(check.world.document, "Task");
  await check.eventually(async () => {
    const { exchange, pointer, task: value } = await needListed(check, task);
    expectSame(check, "Task", fields, asMade(change), { exchange, pointer, value });
  });
}

function listedMessages(): Check {
  return defineCheck(
    {
      requirement: "consistency.message-views",
      name: "messages in the answer and in their channel",
      operations: ["send-message", "get-messages"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { burst, last } = await burstOf(check.world).messages(check);
      const fields = sharedFields(check, "MessageListItem");
      await compareAll(check, "Message", fields, [...burst, last], await shownMessages(check));
    },
  );
}

/** Messages with files and replies with files are no others than those without. */
function messagesWithFiles(): Check {
  return defineCheck(
    {
      requirement: "consistency.message-views",
      name: "messages and replies with files in the answer and in their channel",
      operations: ["send-message", "flag-needs-human", "get-messages"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { flagged, unflagged } = await flaggingOf(check.world)(check);
      const lasting = ["id", "parentId", "senderType", "senderId", "content", "createdAt"];
      const filed = [...flagged, ...unflagged].filter(({ sent }) => sent.asked.attachmentIds !== undefined);
      await check.forEach(
        filed,
        async ({ sent, stretch }, one) => {
          const seen = await sightOf(one, sent, stretch);
          if (seen) expectSame(one, "Message", lasting, asMade(sent.answer), { ...seen, value: seen.message });
        },
        { describe: ({ sent }) => sent.asked },
      );
    },
  );
}

/** What a service adds to metadata of its own accord may come later. */
function sharedFields(check: CheckContext, component: string): readonly string[] {
  return fieldsOf(check.world.document, component).filter((field) => field !== "metadata");
}

function foundMessages(): Check {
  return defineCheck(
    {
      requirement: "consistency.message-views",
      name: "messages in the answer and in the search",
      operations: ["send-message", "search-messages"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { burst, last } = await burstOf(check.world).messages(check);
      const fields = sharedFields(check, "MessageSearchHit");
      await check.forEach(
        [...burst, last],
        async ({ id, word, answer }, one) => {
          const after = await needSoon(one, "messages.search.finds", async () => {
            const { exchange, hits } = await search(one, { query: word });
            return hitAt(exchange, "/data/messages", hits, id);
          });
          expectSame(one, "Message", fields, asMade(answer), after);
        },
        { describe: ({ id }) => id },
      );
    },
  );
}

function hitAt(exchange: Exchange, list: string, hits: readonly { readonly id?: unknown }[], id: string): View {
  const place = hits.findIndex((hit) => hit.id === id);
  expectThat(place >= 0, {
    message: "what was made is not found",
    expected: id,
    actual: "not there",
    pointer: list,
    keyword: "missing",
  });
  const value = valueAt(exchange, `${list}/${place}`);
  return { exchange, pointer: `${list}/${place}`, value: isObject(value) ? value : {} };
}

function flaggedMessage(): Check {
  return defineCheck(
    {
      requirement: "consistency.message-views",
      name: "a message before and after it is flagged, in the answer to the flag and in its channel",
      operations: ["send-message", "flag-needs-human", "get-messages"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { last, channel } = await burstOf(check.world).messages(check);
      const flag = await flagMessage(check, last.id, "Needs a look from all sides");
      needAccepted(flag, "messages.flag.succeeds");
      const lasting = ["id", "channelId", "parentId", "senderType", "senderId", "content", "createdAt"];
      expectSame(check, "Message", lasting, asMade(last.answer), asMade(flag));
      const seen = await look(check, channel, last.id);
      if (seen) expectSame(check, "Message", lasting, asMade(flag), { ...seen, value: seen.message });
    },
  );
}

/** Whether replies stand among the messages of a channel is open; one that does is the reply that was sent. */
function reply(): Check {
  return defineCheck(
    {
      requirement: "consistency.message-views",
      name: "a reply in the answer and in its channel",
      dear: true,
      operations: ["send-message", "get-messages"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const channel = quietChannel(check.world);
      const first = await sendMessage(check, "to be replied to", { channelId: channel });
      const sent = await sendMessage(check, "a reply to be seen twice", { channelId: channel, threadId: first.id });
      const later = await sendMessage(check, "after a reply", { channelId: channel });
      const end = await sendMessage(check, "after what follows a reply", { channelId: channel });
      await needSightIn(check, later.id, { channel, earlier: first, later: end });
      const seen = await look(check, channel, sent.id, { earlier: first, later });
      check.witnessed();
      if (!seen) return;
      const after = { ...seen, value: seen.message };
      expectSame(check, "Message", sharedFields(check, "MessageListItem"), asMade(sent.answer), after);
      const parent = valueAt(sent.answer, "/data/parentId");
      const why = "a reply must be listed with the parent that the answer to it names";
      if (typeof parent === "string") expectEqual(seen.exchange, `${seen.pointer}/parentId`, parent, why);
    },
  );
}

/** A search shows replies as it shows other messages. */
function foundReply(): Check {
  return defineCheck(
    {
      requirement: "consistency.message-views",
      name: "a reply in the answer and in the search",
      operations: ["send-message", "search-messages"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const channel = quietChannel(check.world);
      const first = await sendMessage(check, "to be replied to and found", { channelId: channel });
      const sent = await sendMessage(check, "a reply to be found", { channelId: channel, threadId: first.id });
      await expectFoundAsSent(check, sent);
    },
  );
}

/** In a thread of somebody else: what belongs to the reply is not taken from the message above it. */
function foundReplyToHuman(): Check {
  return defineCheck(
    {
      requirement: "consistency.message-views",
      name: "a reply to a human in the answer and in the search",
      operations: ["send-message", "search-messages", "get-messages"],
      fixtures: ["memberChannel", "messages.byHuman"],
    },
    async (check) => expectFoundAsSent(check, (await repliedToHuman(check)).reply),
  );
}

async function expectFoundAsSent(check: CheckContext, sent: SentMessage): Promise<void> {
  const after = await needSoon(check, "messages.search.finds", async () => {
    const { exchange, hits } = await search(check, { query: sent.word });
    return hitAt(exchange, "/data/messages", hits, sent.id);
  });
  expectSame(check, "Message", sharedFields(check, "MessageSearchHit"), asMade(sent.answer), after);
}

/** What an author set, and what the making fixed; status, version and reinforcement may change of themselves. */
const LASTING = [
  "id",
  "org_id",
  "kind",
  "content",
  "confidence",
  "ttl_seconds",
  "content_hash",
  "metadata",
  "created_at",
];

function foundMemories(): Check {
  return defineCheck(
    {
      requirement: "consistency.memory-views",
      name: "memories of every kind in the answer and in the search",
      operations: ["remember", "search-memories"],
    },
    async (check) => {
      const { burst, last } = await burstOf(check.world).memories(check);
      await compareAll(check, "Memory", LASTING, [...burst, last], await shownMemories(check));
    },
  );
}

/** Memories that are recalled, each by what it says. */
const RECALLED = ["recalled first", "recalled second", "recalled third"] as const;

/** One of them says much: what is cut to an extract in some views is whole in others. */
const RECALLED_LONG = RECALLED[1];

/** Well within what any target takes as a content, in words that nothing else has. */
function manyWords(check: CaseContext): string {
  const words = Array.from({ length: 100 }, (_, place) => wordOf(check.world, `recalled at length ${place}`));
  return `: ${words.join(" ").slice(0, 1200).trim()}`;
}

const A_MOMENT_MS = 50;

function recalledMemories(): Check {
  return defineCheck(
    {
      requirement: "consistency.memory-views",
      name: "memories in the answer, in a recall and in a bootstrap",
      operations: ["remember", "recall", "bootstrap-context"],
    },
    async (check) => {
      const kinds = wordsOf(fieldSchema(check.world.document, "remember", "kind"), "the kind of a memory");
      await check.forEach(
        RECALLED,
        async (key, one) => {
          const part = contentOf(one, key);
          const content = `${part}, As WRITTEN in Full${key === RECALLED_LONG ? manyWords(one) : ""}`;
          const { id, answer } = await remember(one, key, {
            confidence: 0.375,
            content,
            kind: kinds[RECALLED.indexOf(key) % kinds.length] ?? "",
            metadata: { tags: ["recalled", "whole"], topic: "Größe", nested: { list: [1, "two"] } },
          });
          // By all that it says it is found, if anything is; how near a part of that has to be is open.
          const after = await ifPossible(() => needSoon(one, "recall.finds", () => recalled(one, content, id)));
          if (after === null) return;
          expectSame(one, "Memory", LASTING, asMade(answer), after);
          // The newest are the likeliest to be shown.
          await compareAll(check, "Memory", LASTING, [{ id, answer }], await bootstrapped(check));
          // What is shown of the moment itself would differ from one recall to the next.
          await sleep(A_MOMENT_MS);
          for (const query of [content, part]) {
            const again = await recalled(one, query, id).catch(unlessMissing);
            // What it says beyond the query shows whether it is whole.
            if (again) expectSame(one, "Memory", LASTING, after, again);
          }
        },
        { describe: (key) => key },
      );
      const { burst, last } = await burstOf(check.world).memories(check);
      await shownMemories(check);
      await compareAll(check, "Memory", LASTING, [...burst, last], await bootstrapped(check));
    },
  );
}

/** The memory among the hits of a query; a failure where it is not there. */
async function recalled(check: CaseContext, query: string, id: string): Promise<View> {
  const { exchange, hits } = await recallOwn(check, { query }, id, "a memory is not recalled by its own content");
  return hitAt(
    exchange,
    "/data/hits",
    hits.map(({ memory }) => memory),
    id,
  );
}

function unlessMissing(error: unknown): null {
  if (error instanceof Failure) return null;
  throw error;
}

/** What a bootstrap shows, by its own choice. */
async function bootstrapped(check: CheckContext): Promise<readonly View[]> {
  const { found } = await check.searchBaseline("bootstrap-context");
  if (!found) return [];
  const now = await check.call("bootstrap-context", found.input);
  if (statusOf(now) !== 200) return [];
  return ["current_decisions", "active_constraints", "open_questions"].flatMap((list) =>
    listAt(now, `/data/${list}`)
      .filter(isObject)
      .map((value, index) => ({ exchange: now, pointer: `/data/${list}/${index}`, value })),
  );
}
