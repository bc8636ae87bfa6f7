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
import { inPieces } from "../memories/content-limits.ts";
import { requireEventually } from "../preconditions.ts";

/** A message that this run sent. */
export interface SentMessage {
  readonly id: string;
  /** A word that occurs in its content and nowhere else. */
  readonly word: string;
  readonly content: string;
  /** The members that were asked for. */
  readonly asked: JsonObject;
  /** The response to the request that sent it. */
  readonly response: Exchange;
}

/** Requests a message with these members, and those that the target requires. */
export async function askToSend(check: CaseContext, members: JsonObject, options: CallOptions = {}): Promise<Exchange> {
  const { input } = await check.baseline("send-message");
  return check.call("send-message", withBody(input, members), options);
}

/** Lengths to which a content is cut if a longer one is rejected, since the maximum is open. */
const LENGTHS = [1000, 500, 250] as const;

/** The maximum length of contents to send: lowered once a target has rejected a longer one. */
const learnt = oncePerRun(() => ({ room: Number.POSITIVE_INFINITY }));

/** Sends a content, or as much of its beginning as this target accepts, and returns the content that was sent. */
export async function askWithin(
  check: CaseContext,
  content: string,
  ask: (content: string) => Promise<Exchange>,
): Promise<{ readonly content: string; readonly response: Exchange }> {
  const state = learnt(check.context);
  const whole = beginningOf(content, state.room);
  const response = await ask(whole);
  for (const length of LENGTHS) {
    if (statusOf(response) !== 400) break;
    if (length >= whole.length) continue;
    const shorter = beginningOf(content, length);
    const second = await ask(shorter);
    if (statusOf(second) !== 200) continue;
    state.room = Math.min(state.room, length);
    return { content: shorter, response: second };
  }
  return { content: whole, response };
}

function beginningOf(content: string, most: number): string {
  return content.length <= most ? content : (inPieces(content, most)[0] ?? content);
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
  const rest = typeof members.content === "string" ? ` ${members.content}` : "";
  const state = sentOf(check.context);
  const { createdAt } = state;
  // Channels of two workspaces may have the same id.
  const channel = `${options.apiKey ?? ""} ${members.channelId ?? ""}`;
  const sent = sentInto(state.channels, channel);
  const previous = sent.at(-1)?.id;
  const askedAfter = sent.length;
  const send = (content: string) => {
    const ask = () => askToSend(check, { ...members, content }, options);
    return members.attachmentIds === undefined
      ? patiently(check, "messages.send.succeeds", ask)
      : retryUntilUsable(check, ask, NOT_YET_USABLE);
  };
  const { content, response } = await askWithin(check, `${contentOf(check.context, key)}${rest}`, send);
  const asked = { ...members, content };
  requireAccepted(response, "messages.send.succeeds");
  const id = stringAt(response, "/data/id");
  state.places.set(id, { channel, place: sent.length, previous });
  sent.push({ id, askedAfter, isReply: members.threadId !== undefined });
  const time = instantOf(valueAt(response, "/data/createdAt"));
  createdAt.set(id, time);
  state.fall = Math.max(state.fall, (createdAt.get(previous ?? "") ?? time) - time || 0);
  return { id, word: wordOf(check.context, key), content, asked, response };
}

/** Returns the default content of a message with this key, which is also the beginning of any other content. */
export function contentOf(context: Pick<RunContext, "mark">, key: string): string {
  return `${context.mark} ${wordOf(context, key)}`;
}

/** A message in the order of the responses in its channel. */
interface Answered {
  readonly id: string;
  /** The number of earlier responses when it was requested: it was created after all of these. */
  readonly askedAfter: number;
  readonly isReply: boolean;
}

/** The messages that the run sent into each channel, each with its position and the previous one. */
const sentOf = oncePerRun(() => ({
  channels: new Map<string, Answered[]>(),
  places: new Map<string, { channel: string; place: number; previous: string | undefined }>(),
  createdAt: new Map<string, number>(),
  /**
   * The largest amount by which the time of a message was earlier than that of one sent before: a measure of clock
   * skew.
   */
  fall: 0,
}));

/** Returns a message of the run that was already in the channel when this one was sent. */
export function sentBefore(context: RunContext, id: string): string | undefined {
  return sentOf(context).places.get(id)?.previous;
}

/**
 * Returns the first message of the run, not a reply, that was requested after this one was sent into the channel and
 * whose time is more than `apartMs` milliseconds later.
 */
export function sentAfter(context: RunContext, id: string, apartMs: number): string | undefined {
  const { channels, places, createdAt } = sentOf(context);
  const { channel = "", place = 0 } = places.get(id) ?? {};
  const from = createdAt.get(id) ?? Number.NaN;
  const isLater = (one: Answered) =>
    !one.isReply && one.askedAfter > place && (createdAt.get(one.id) ?? from) - from > apartMs;
  return (channels.get(channel) ?? []).slice(place + 1).find(isLater)?.id;
}

function sentInto(channels: Map<string, Answered[]>, channel: string): Answered[] {
  const sent = channels.get(channel) ?? [];
  channels.set(channel, sent);
  return sent;
}

/** Returns the skew between this target's clocks in milliseconds, as far as seen. */
export function clocksApart(context: RunContext): number {
  return sentOf(context).fall;
}

/** Returns the creation time of a message of the run in milliseconds, from the response. */
export function sentAt(context: RunContext, id: string): number | undefined {
  return sentOf(context).createdAt.get(id);
}

/** Flags a message, retrying while it is not known yet. The response may be a rejection for other reasons. */
export async function flagMessage(
  check: CaseContext,
  messageId: string,
  reason: string,
  options: CallOptions = {},
): Promise<Exchange> {
  return patiently(check, "messages.flag.succeeds", () =>
    check.call("flag-needs-human", { body: { messageId, reason } }, options),
  );
}

/** Retries a call while the target does not know a resource that was just created (404). */
export async function patiently(
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
