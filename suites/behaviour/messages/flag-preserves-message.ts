import { asObject, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { SPECIAL_CHARACTERS, VERY_LONG_TEXT } from "../../models/sample-texts.ts";
import { Failure } from "../../outcome/failure.ts";
import { ownChannels } from "../../target/own-channels.ts";
import { expectThat, requireAccepted } from "../../verifiers/expect.ts";
import { stringAt, valueAt } from "../../verifiers/read.ts";
import { mayMention, type TaskNames } from "../../verifiers/task-mentions.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck, defineStimulus } from "../define-check.ts";
import { pollWithFewAttempts } from "../limited-polling.ts";
import { requestTask } from "../tasks/requests.ts";
import type { FlaggingSource } from "./flagging-fixtures.ts";
import { entriesExceptFlag, expectOtherEntriesKept } from "./metadata.ts";
import { readingSize, readPage } from "./pages.ts";
import { contentOf, flagMessage, requestMessage } from "./requests.ts";

/** Checks that flagging leaves the other fields of a message unchanged. */
export function flagPreservationChecks(flagging: FlaggingSource): Check[] {
  return [longAndSpecialTextFlagged(), metadataKept(flagging)];
}

/**
 * Texts that are longer than must be accepted, or that stores may rewrite: once accepted, a flag must not change them.
 */
function longAndSpecialTextFlagged(): Check {
  return defineStimulus(
    {
      requirement: "messages.flag.keeps-content",
      name: "long contents and special characters are flagged; judged by the rules",
      operations: ["flag-needs-human", "send-message"],
      fixtures: ["memberChannel"],
      isCostly: true,
    },
    async (check) => {
      const channelId = await check.reference("channel");
      for (const [index, text] of [VERY_LONG_TEXT, `  ${SPECIAL_CHARACTERS}  \n`].entries()) {
        const content = `${contentOf(check.context, `flagged at length ${index}`)} ${text}`;
        const sent = await requestMessage(check, { channelId, content });
        if (statusOf(sent) === 200) await tryOrNull(() => flagMessage(check, stringAt(sent, "/data/id"), REASON));
      }
    },
  );
}

const REASON = "someone has to decide";

function metadataKept(flagging: FlaggingSource): Check {
  return defineCheck(
    {
      requirement: "messages.flag.keeps-metadata",
      name: "a flag changes no other entry of the metadata",
      operations: ["flag-needs-human", "send-message", "create-task", "get-messages"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { flagged, flaggedTwice } = await flagging(check);
      // Compared with what was sent: a flag may add entries other than needsHuman, and a second flag more.
      const own = [...flagged, ...flaggedTwice].map(({ sent, response }) => ({
        before: entriesExceptFlag(valueAt(sent.response, "/data/metadata")),
        response,
      }));
      const card = own.some(({ before }) => Object.keys(before).length > 0) ? [] : await flagCard(check);
      for (const { before, response } of [...own, ...card]) {
        if (Object.keys(before).length === 0) continue;
        check.asserted();
        withEvidence([response], () => expectOtherEntriesKept(before, response));
      }
    },
  );
}

/**
 * Flags the card of one of the run's tasks, which may have metadata if messages of agents have none. Returns an empty
 * list if there is no card, or one without metadata.
 */
async function flagCard(check: CheckContext): Promise<{ before: JsonObject; response: Exchange }[]> {
  const { channel, title, created } = await taskInChannel(check);
  if (statusOf(created) !== 200) return [];
  const identifier = valueAt(created, "/data/identifier");
  const card = await findCard(check, channel, {
    id: stringAt(created, "/data/id"),
    identifier: typeof identifier === "string" && identifier !== "" ? identifier : null,
    word: title,
  }).catch((error: unknown) => {
    if (error instanceof Failure) return null;
    throw error;
  });
  if (card === null || typeof card.id !== "string") return [];
  const response = await flagMessage(check, card.id, "a card to look at");
  requireAccepted(response, "messages.flag.succeeds");
  return [{ before: entriesExceptFlag(card.metadata), response }];
}

/** Returns a task in a channel: an existing one if possible, as tasks are scarce, otherwise a new one. */
async function taskInChannel(check: CheckContext): Promise<{ channel: string; title: string; created: Exchange }> {
  const { context } = check;
  const channels = ownChannels(context);
  const known = check
    .history("create-task")
    .filter(({ exchange, isOwn }) => isOwn && statusOf(exchange) === 200)
    .map(({ input, exchange }) => ({ requested: asObject(input.body), created: exchange }))
    .findLast(({ requested }) => channels.some((channel) => channel === requested.channelId));
  if (known !== undefined) {
    const { channelId, title } = known.requested;
    return { channel: String(channelId), title: String(title), created: known.created };
  }
  const channel = await check.reference("channel");
  const title = `${context.mark} carded`;
  return { channel, title, created: await requestTask(check, { title, channelId: channel }) };
}

async function findCard(check: CheckContext, channel: string, names: TaskNames): Promise<JsonObject> {
  const limit = await readingSize(check);
  return pollWithFewAttempts(check, async () => {
    const { messages } = await readPage(check, { channel, limit });
    const card = messages.find((message) => mayMention(message, names, check.context.mark));
    expectThat(card !== undefined, {
      message: "no card of the task is listed",
      expected: "a card",
      actual: "no card",
      keyword: "missing",
    });
    return card ?? {};
  });
}
