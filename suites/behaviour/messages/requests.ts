import type { JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import { NOT_YET_USABLE, retryUntilUsable } from "../../engine/cases/retry-until-usable.ts";
import type { CallOptions, CaseContext, RunContext } from "../../engine/check/check.ts";
import { withBody } from "../../engine/resources/create-resources.ts";
import { instantOf } from "../../models/instant.ts";
import { wordOf } from "../../models/words.ts";
import { expectThat, requireAccepted, statusAndCode } from "../../verifiers/expect.ts";
import { stringAt, valueAt } from "../../verifiers/read.ts";
import { splitIntoPieces } from "../memories/content-limits.ts";
import { requireEventually } from "../preconditions.ts";

/** A message that this run sent. */
export interface SentMessage {
  readonly id: string;
  /** A word that occurs in its content and nowhere else. */
  readonly word: string;
  readonly content: string;
  /** The members of the request. */
  readonly requested: JsonObject;
  /** The response to the request that sent it. */
  readonly response: Exchange;
}

/** Requests a message with these members, and those that the target requires. */
export async function requestMessage(
  check: CaseContext,
  members: JsonObject,
  options: CallOptions = {},
): Promise<Exchange> {
  const { input } = await check.baseline("send-message");
  return check.call("send-message", withBody(input, members), options);
}

/** Lengths to which a content is cut if a longer one is rejected, since the maximum is open. */
const LENGTHS = [1000, 500, 250] as const;

/** The maximum length of contents to send, lowered once a target has rejected a longer one. */
const lengthLimits = oncePerRun(() => ({ room: Number.POSITIVE_INFINITY }));

/** Sends a content, or as much of its beginning as this target accepts, and returns the content that was sent. */
export async function requestWithinLength(
  check: CaseContext,
  content: string,
  send: (content: string) => Promise<Exchange>,
): Promise<{ readonly content: string; readonly response: Exchange }> {
  const limits = lengthLimits(check.context);
  const longest = beginningOf(content, limits.room);
  const response = await send(longest);
  for (const length of LENGTHS) {
    if (statusOf(response) !== 400) break;
    if (length >= longest.length) continue;
    const shorter = beginningOf(content, length);
    const second = await send(shorter);
    if (statusOf(second) !== 200) continue;
    limits.room = Math.min(limits.room, length);
    return { content: shorter, response: second };
  }
  return { content: longest, response };
}

function beginningOf(content: string, maxLength: number): string {
  return content.length <= maxLength ? content : (splitIntoPieces(content, maxLength)[0] ?? content);
}

/**
 * Sends a message whose content begins with the mark of the run and a unique word that depends on the key, cut to the
 * length that the target accepts. Throws `Inconclusive` if it is rejected.
 */
export async function sendMessage(
  check: CaseContext,
  key: string,
  members: JsonObject = {},
  options: CallOptions = {},
): Promise<SentMessage> {
  const suffix = typeof members.content === "string" ? ` ${members.content}` : "";
  const sentMessages = sentMessagesOf(check.context);
  const { createdAt } = sentMessages;
  // Channels of two workspaces may have the same id.
  const channel = `${options.apiKey ?? ""} ${members.channelId ?? ""}`;
  const sent = positionsInChannel(sentMessages.channels, channel);
  const previous = sent.at(-1)?.id;
  const earlierResponses = sent.length;
  const send = (content: string) => {
    const request = () => requestMessage(check, { ...members, content }, options);
    return members.attachmentIds === undefined
      ? retryUntilKnown(check, "messages.send.succeeds", request)
      : retryUntilUsable(check, request, NOT_YET_USABLE);
  };
  const { content, response } = await requestWithinLength(check, `${contentOf(check.context, key)}${suffix}`, send);
  const requested = { ...members, content };
  requireAccepted(response, "messages.send.succeeds");
  const id = stringAt(response, "/data/id");
  sentMessages.positions.set(id, { channel, place: sent.length, previous });
  sent.push({ id, earlierResponses, isReply: members.threadId !== undefined });
  const time = instantOf(valueAt(response, "/data/createdAt"));
  createdAt.set(id, time);
  sentMessages.maxClockSkewMs = Math.max(
    sentMessages.maxClockSkewMs,
    (createdAt.get(previous ?? "") ?? time) - time || 0,
  );
  return { id, word: wordOf(check.context, key), content, requested, response };
}

/** Returns the default content of a message with this key, which is also the beginning of any other content. */
export function contentOf(context: Pick<RunContext, "mark">, key: string): string {
  return `${context.mark} ${wordOf(context, key)}`;
}

/** A message in the order of the responses in its channel. */
interface SentPosition {
  readonly id: string;
  /** The number of earlier responses when it was requested: it was created after all of these. */
  readonly earlierResponses: number;
  readonly isReply: boolean;
}

/** The messages that the run sent into each channel, each with its position and the previous one. */
const sentMessagesOf = oncePerRun(() => ({
  channels: new Map<string, SentPosition[]>(),
  positions: new Map<string, { channel: string; place: number; previous: string | undefined }>(),
  createdAt: new Map<string, number>(),
  /**
   * The largest amount by which the time of a message was earlier than that of one sent before: a measure of clock
   * skew.
   */
  maxClockSkewMs: 0,
}));

/** Returns a message of the run that was already in the channel when this one was sent. */
export function sentBefore(context: RunContext, id: string): string | undefined {
  return sentMessagesOf(context).positions.get(id)?.previous;
}

/**
 * Returns the first message of the run, not a reply, that was requested after this one was sent into the channel and
 * whose time is more than `minDifferenceMs` milliseconds later.
 */
export function sentAfter(context: RunContext, id: string, minDifferenceMs: number): string | undefined {
  const { channels, positions, createdAt } = sentMessagesOf(context);
  const { channel = "", place = 0 } = positions.get(id) ?? {};
  const from = createdAt.get(id) ?? Number.NaN;
  const isLater = (one: SentPosition) =>
    !one.isReply && one.earlierResponses > place && (createdAt.get(one.id) ?? from) - from > minDifferenceMs;
  return (channels.get(channel) ?? []).slice(place + 1).find(isLater)?.id;
}

function positionsInChannel(channels: Map<string, SentPosition[]>, channel: string): SentPosition[] {
  const sent = channels.get(channel) ?? [];
  channels.set(channel, sent);
  return sent;
}

/** Returns the skew between this target's clocks in milliseconds, as far as seen. */
export function clockSkewOf(context: RunContext): number {
  return sentMessagesOf(context).maxClockSkewMs;
}

/** Returns the creation time of a message of the run in milliseconds, from the response. */
export function sentAt(context: RunContext, id: string): number | undefined {
  return sentMessagesOf(context).createdAt.get(id);
}

/** Flags a message, retrying while it is not known yet. The response may be a rejection for other reasons. */
export async function flagMessage(
  check: CaseContext,
  messageId: string,
  reason: string,
  options: CallOptions = {},
): Promise<Exchange> {
  return retryUntilKnown(check, "messages.flag.succeeds", () =>
    check.call("flag-needs-human", { body: { messageId, reason } }, options),
  );
}

/** Retries a call while the target does not know a resource that was just created (404). */
export async function retryUntilKnown(
  check: CaseContext,
  blockedBy: string,
  call: () => Promise<Exchange>,
): Promise<Exchange> {
  return requireEventually(check, blockedBy, async () => {
    const exchange = await call();
    expectThat(statusOf(exchange) !== 404, {
      message: `what was just created is not found: ${statusAndCode(exchange)}`,
      expected: "any response but 404",
      actual: statusAndCode(exchange),
      keyword: "status",
    });
    return exchange;
  });
}
