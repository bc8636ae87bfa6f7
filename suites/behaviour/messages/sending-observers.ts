import { asObject, type Json } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import type { CheckContext, Observer } from "../../engine/check/check.ts";
import { statusAndCode } from "../../verifiers/expect.ts";
import { isUnset, stringAt, valueAt } from "../../verifiers/read.ts";
import { openPointObserver, outcomeOf } from "../observe.ts";
import { pagesOf } from "./channel-pages.ts";
import { quietChannel } from "./channels.ts";
import { rejectionsOf } from "./rejection-fixtures.ts";
import { flagMessage, requestMessage, sendMessage } from "./requests.ts";

const SENDS = { operations: ["send-message"], fixtures: ["memberChannel"], writes: true };
const FLAGS = { operations: ["flag-needs-human", "send-message"], fixtures: ["memberChannel"], writes: true };

/** Observers of the open points of sending and flagging. */
export function sendingObservers(): Observer[] {
  return [
    openPointObserver("send-message.unknown-thread", SENDS, unknownThread),
    openPointObserver("send-message.reply-to-reply", SENDS, replyToReply),
    openPointObserver(
      "send-message.hidden-channel",
      { ...SENDS, fixtures: ["memberChannel", "foreignChannel"] },
      hiddenChannel,
    ),
    openPointObserver("send-message.attachment-twice", SENDS, attachmentTwice),
    openPointObserver(
      "send-message.attachment-elsewhere",
      { ...SENDS, fixtures: ["secondMemberChannel"] },
      attachmentElsewhere,
    ),
    openPointObserver(
      "send-message.attachment-of-another",
      { ...SENDS, fixtures: ["otherAgent.apiKey", "otherAgent.channel"] },
      attachmentOfOtherAgent,
    ),
    openPointObserver("messages.sender-types", { ...SENDS, operations: ["send-message", "get-messages"] }, senderTypes),
    openPointObserver("messages.first-version", FLAGS, firstVersion),
    openPointObserver("flag-needs-human.entry", FLAGS, flagEntry),
    openPointObserver("flag-needs-human.again", FLAGS, flagAgain),
  ];
}

async function unknownThread(check: CheckContext) {
  const { memberChannel = "", secondMemberChannel } = check.context.target.fixtures;
  const { unknownThread: unknown } = await rejectionsOf(check.context)(check);
  if (secondMemberChannel === undefined) {
    return { answer: `unknown: ${statusAndCode(unknown)}`, evidence: "a reply to a thread that does not exist" };
  }
  const { id } = await sendMessage(check, "of another channel", { channelId: secondMemberChannel });
  const elsewhere = await requestMessage(check, { channelId: memberChannel, threadId: id });
  return {
    answer: `unknown: ${statusAndCode(unknown)}; of another channel: ${statusAndCode(elsewhere)}`,
    evidence: "replies to a thread that does not exist and to one of another channel",
  };
}

async function replyToReply(check: CheckContext) {
  const channelId = quietChannel(check.context);
  const head = await sendMessage(check, "head of replies", { channelId });
  const reply = await sendMessage(check, "first reply", { channelId, threadId: head.id });
  const response = await requestMessage(check, { channelId, threadId: reply.id });
  const answer = outcomeOf(response, () => {
    const parent = valueAt(response, "/data/parentId");
    if (parent === reply.id) return "the reply keeps its parent";
    return parent === head.id ? "the reply moves to the head of the thread" : "the reply names another parent";
  });
  return { answer, evidence: "a reply to a reply" };
}

async function hiddenChannel(check: CheckContext) {
  const { foreignChannel = "", otherWorkspace } = check.context.target.fixtures;
  const inForeignChannel = statusAndCode(await requestMessage(check, { channelId: foreignChannel }));
  if (otherWorkspace?.channel === undefined)
    return { answer: inForeignChannel, evidence: "a message to a foreign channel" };
  const inOtherWorkspace = statusAndCode(await requestMessage(check, { channelId: otherWorkspace.channel }));
  return {
    answer: `${inForeignChannel}; in another workspace: ${inOtherWorkspace}`,
    evidence: "messages to channels of others",
  };
}

async function attachmentTwice(check: CheckContext) {
  const id = await check.reference("attachment", "uploaded");
  const first = await requestMessage(check, { attachmentIds: [id] });
  if (statusOf(first) !== 200) return null;
  const second = await requestMessage(check, { attachmentIds: [id] });
  const other = await check.reference("attachment", "uploaded");
  const both = await requestMessage(check, { attachmentIds: [other, other] });
  return {
    answer: `in a second message: ${statusAndCode(second)}; twice in one: ${statusAndCode(both)}`,
    evidence: "an attachment that was sent is sent again",
  };
}

async function attachmentElsewhere(check: CheckContext) {
  const { secondMemberChannel = "" } = check.context.target.fixtures;
  const id = await check.reference("attachment", "uploaded");
  const exchange = await requestMessage(check, { channelId: secondMemberChannel, attachmentIds: [id] });
  return { answer: statusAndCode(exchange), evidence: "an attachment that was uploaded for another channel" };
}

async function attachmentOfOtherAgent(check: CheckContext) {
  const { apiKey = "", channel: channelId = "" } = check.context.target.fixtures.otherAgent ?? {};
  const id = await check.reference("attachment", "uploaded");
  const members = { channelId, attachmentIds: [id] };
  const exchange = await requestMessage(check, members, { apiKey });
  return {
    answer: statusAndCode(exchange),
    evidence: "an upload of the caller, sent by another agent in its own channel",
  };
}

async function senderTypes(check: CheckContext) {
  const channel = await check.reference("channel");
  const sent = await sendMessage(check, "sender types", { channelId: channel });
  // One page is enough.
  const pages = await pagesOf(check, { channel, later: sent }, () => true);
  const seen = [
    valueAt(sent.response, "/data/senderType"),
    ...pages.flatMap(({ messages }) => messages.map((one) => one.senderType)),
  ];
  const types = [...new Set(seen.filter((type) => typeof type === "string"))].sort();
  return types.length === 0 ? null : { answer: types.join(", "), evidence: "a page of one channel" };
}

async function firstVersion(check: CheckContext) {
  const { id, response } = await sendMessage(check, "first version");
  const first = valueAt(response, "/data/version");
  const flagged = await flagMessage(check, id, "to see its version");
  if (first === undefined || statusOf(flagged) !== 200) return null;
  const next = valueAt(flagged, "/data/version");
  return {
    answer: `${JSON.stringify(first)}; ${JSON.stringify(next ?? null)} once flagged`,
    evidence: "a new message, flagged",
  };
}

async function entryOf(check: CheckContext, id: string, reason: string): Promise<Json | undefined> {
  const exchange = await flagMessage(check, id, reason);
  if (statusOf(exchange) !== 200) return undefined;
  return asObject(valueAt(exchange, "/data/metadata")).needsHuman;
}

async function flagEntry(check: CheckContext) {
  const { id } = await sendMessage(check, "what a flag holds");
  const entry = await entryOf(check, id, "the reason");
  return isUnset(entry) ? null : { answer: shapeOf(entry ?? null, "the reason"), evidence: "the response to a flag" };
}

function shapeOf(entry: Json, reason: string): string {
  if (entry === reason) return "the reason";
  if (typeof entry !== "object" || entry === null) return JSON.stringify(entry);
  const members = Object.entries(entry).map(([name, value]) => (value === reason ? `${name} (the reason)` : name));
  return `an object with ${members.join(", ")}`;
}

async function flagAgain(check: CheckContext) {
  const { id } = await sendMessage(check, "flagged twice");
  const first = await entryOf(check, id, "the first reason");
  const second = await flagMessage(check, id, "the second reason");
  if (isUnset(first)) return null;
  const answer = outcomeOf(second, () => {
    stringAt(second, "/data/id");
    const text = JSON.stringify(asObject(valueAt(second, "/data/metadata")).needsHuman ?? null);
    const shown = ["the first", "the second"].filter((which) => text.includes(`${which} reason`));
    return shown.length > 0 ? `the entry shows ${shown.join(" and ")} reason` : "accepted; the entry shows no reason";
  });
  return { answer, evidence: "a message that is flagged twice for two reasons" };
}
