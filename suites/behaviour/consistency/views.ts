import type { Check, CheckContext } from "../../engine/check/check.ts";
import { OF_ITS_MAKING } from "../../models/lasting-fields.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual, needAccepted } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { asMade, expectSame, hasRisen } from "../../verifiers/same-resource.ts";
import { defineCheck } from "../define-check.ts";
import { quietChannel } from "../messages/channels.ts";
import { flaggingOf } from "../messages/flagging.ts";
import { search } from "../messages/hits.ts";
import { look, needSightIn, sightOf } from "../messages/listed.ts";
import { flagMessage, type SentMessage, sendMessage } from "../messages/requests.ts";
import { needSoon } from "../preconditions.ts";
import { sharedOf } from "../tasks/shared.ts";
import { burstOf } from "./burst.ts";
import { LASTING_OF_MESSAGES, longViewChecks } from "./long-views.ts";
import { memoryViewChecks } from "./memory-views.ts";
import { compareAll, fieldsOf, hitAt } from "./sameness.ts";
import { listTasks, shownMessages, shownTasks } from "./shown.ts";

/** The same thing is the same wherever it is shown. */
export function viewChecks(): Check[] {
  return [
    listedTasks(),
    messagesWithFiles(),
    ...longViewChecks(),
    toldTask(),
    listedMessages(),
    foundMessages(),
    flaggedMessage(),
    reply(),
    foundReply(),
    ...memoryViewChecks(),
  ];
}

function listedTasks(): Check {
  return defineCheck(
    {
      requirement: "consistency.task-views",
      name: "tasks of every priority are the same in the response and in the listing",
      operations: ["create-task", "list-tasks"],
    },
    async (check) => {
      const { burst, last } = await burstOf(check.world).tasks(check);
      const fields = fieldsOf(check.world.document, "Task");
      const once = await shownTasks(check);
      await compareAll(check, "Task", fields, [...burst, last], once);
      // The time of a listing, told for a creation, may end in zeros and pass for a coarse one: of two listings one tells.
      const again = await listTasks(check);
      await compareAll(check, "Task", fields, [...burst, last], again);
      // Where a text is not heeded, tasks come as well that others change meanwhile.
      const ours = once.filter(({ value }) => [...burst, last].some(({ id }) => id === value.id));
      await check.forEach(
        ours,
        async (before, one) => {
          const after = again.find(({ value }) => value.id === before.value.id);
          if (after) expectSame(one, "Task", fields, before, after);
        },
        { describe: ({ pointer }) => pointer },
      );
    },
  );
}

/** The tasks of the stories in each response that they had already, and as each was listed then. */
function toldTask(): Check {
  return defineCheck(
    {
      requirement: "consistency.task-views",
      name: "a task is the same in the response to each block and release and in the listing after it",
      operations: ["create-task", "block-task", "release-task", "list-tasks"],
      shared: true,
    },
    async (check) => {
      for (const { steps } of await sharedOf(check.world).scenarios(check)) {
        for (const { answer, seen } of steps) {
          if (seen === null) continue;
          const [made, listed] = [asMade(answer), { ...seen, value: seen.task }];
          // A second block changes nothing that a listing would be waited for by: it may lag behind the response.
          if (hasRisen("version", listed, made)) continue;
          expectSame(check, "Task", ["id", ...OF_ITS_MAKING], made, listed);
        }
      }
    },
  );
}

function listedMessages(): Check {
  return defineCheck(
    {
      requirement: "consistency.message-views",
      name: "messages are the same in the response and in their channel",
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
      name: "messages and replies with files are the same in the response and in their channel",
      operations: ["send-message", "flag-needs-human", "get-messages"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { flagged, unflagged } = await flaggingOf(check.world)(check);
      const filed = [...flagged, ...unflagged].filter(({ sent }) => sent.asked.attachmentIds !== undefined);
      if (filed.length === 0) throw new NotApplicable("no message has files");
      let shown = 0;
      await check.forEach(
        filed,
        async ({ sent, stretch }, one) => {
          const seen = await sightOf(one, sent, stretch);
          if (!seen) return;
          shown += 1;
          expectSame(one, "Message", LASTING_OF_MESSAGES, asMade(sent.answer), { ...seen, value: seen.message });
        },
        { describe: ({ sent }) => sent.asked },
      );
      // Files may have been sent with replies alone.
      if (shown === 0) throw new NotApplicable("replies are not among the messages of a channel");
    },
  );
}

/** What a service adds to metadata by itself may come later. */
function sharedFields(check: CheckContext, component: string): readonly string[] {
  return fieldsOf(check.world.document, component).filter((field) => field !== "metadata");
}

function foundMessages(): Check {
  return defineCheck(
    {
      requirement: "consistency.message-views",
      name: "messages are the same in the response and in the search",
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

function flaggedMessage(): Check {
  return defineCheck(
    {
      requirement: "consistency.message-views",
      name: "a message is the same before and after a flag, in the response to the flag and in its channel",
      operations: ["send-message", "flag-needs-human", "get-messages"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { last, channel } = await burstOf(check.world).messages(check);
      const flag = await flagMessage(check, last.id, "Needs a look from all sides");
      needAccepted(flag, "messages.flag.succeeds");
      const lasting = [...LASTING_OF_MESSAGES, "channelId"];
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
      name: "a reply is the same in the response and in its channel",
      costly: true,
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
      check.asserted();
      if (!seen) return;
      const after = { ...seen, value: seen.message };
      expectSame(check, "Message", sharedFields(check, "MessageListItem"), asMade(sent.answer), after);
      const parent = valueAt(sent.answer, "/data/parentId");
      const why = "a reply must be listed with the parent that the response to it names";
      if (typeof parent === "string") expectEqual(seen.exchange, `${seen.pointer}/parentId`, parent, why);
    },
  );
}

/** A search shows replies as it shows other messages. */
function foundReply(): Check {
  return defineCheck(
    {
      requirement: "consistency.message-views",
      name: "a reply is the same in the response and in the search",
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

async function expectFoundAsSent(check: CheckContext, sent: SentMessage): Promise<void> {
  const after = await needSoon(check, "messages.search.finds", async () => {
    const { exchange, hits } = await search(check, { query: sent.word });
    return hitAt(exchange, "/data/messages", hits, sent.id);
  });
  expectSame(check, "Message", sharedFields(check, "MessageSearchHit"), asMade(sent.answer), after);
}
