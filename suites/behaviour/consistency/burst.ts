import type { Json, JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CheckContext, RunContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { waitUntilAfter } from "../../models/instant.ts";
import { wordOf } from "../../models/words.ts";
import { requireAccepted } from "../../verifiers/expect.ts";
import { stringAt } from "../../verifiers/read.ts";
import { sendAnchor } from "../events/channel-feed.ts";
import { requestUpload } from "../files/transfer.ts";
import { type CreatedMemory, contentOf, HALF_DAY_SECONDS, LASTING_SECONDS, remember } from "../memories/claims.ts";
import { maxContentLength, RESERVED_LENGTH, splitIntoPieces } from "../memories/content-limits.ts";
import type { ChannelSection } from "../messages/channel-pages.ts";
import { waitForNextOrder } from "../messages/order-of-sending.ts";
import { type SentMessage, sendMessage } from "../messages/requests.ts";
import type { Population } from "../tasks/population.ts";
import type { CreatedTask } from "../tasks/requests.ts";
import { sharedTasksOf } from "../tasks/shared-tasks.ts";

/** Resources of each kind that are created concurrently. Each has its own text, and all share a word. */
export interface Burst {
  readonly word: string;
  /** The tasks, with the word in their titles; other checks use them too. */
  tasks(check: CheckContext): Promise<Batch<CreatedTask> & { readonly word: string }>;
  /** The messages, between two others that mark their ends for a reader. */
  messages(check: CheckContext): Promise<Batch<SentMessage> & ChannelSection>;
  memories(check: CheckContext): Promise<Batch<CreatedMemory>>;
  uploads(check: CheckContext): Promise<readonly Exchange[]>;
}

/**
 * Resources that were created concurrently, and one that was created after all their responses: once it is visible, so
 * are they.
 */
export interface Batch<T> {
  readonly concurrent: readonly T[];
  readonly last: T;
}

/** The number of resources of each kind without the last. */
const CONCURRENT_COUNT = 5;

/** The burst of a run, created once for all checks. */
export const burstOf = oncePerRun(createBurst);

function createBurst(context: RunContext): Burst {
  const word = wordOf(context, "all at once");
  return {
    word,
    tasks: once(async (check) => batchOfPopulation(await sharedTasksOf(context).taskFixtures.population(check))),
    messages: once(async (check) => {
      const channel = await check.reference("channel");
      const { message: anchor } = await sendAnchor(check, channel);
      const send = (index: number) =>
        sendMessage(check, `at once ${index}`, { channelId: channel, content: `${word} ${longText(index)}` });
      const batch = await createConcurrently(check, CONCURRENT_COUNT, send);
      await waitForNextOrder(check);
      const later = await sendMessage(check, "after all at once", { channelId: channel });
      return { ...batch, channel, earlier: { id: anchor }, later };
    }),
    memories: once(async (check) => {
      const maxLength = await maxContentLength(check);
      return createConcurrently(check, CONCURRENT_COUNT, (index) =>
        remember(check, `at once ${index}`, claimMembers(check, word, maxLength, index)),
      );
    }),
    uploads: once((check) => Promise.all(indexes(CONCURRENT_COUNT).map((index) => requestBurstUpload(check, index)))),
  };
}

/** The file of the baseline, and images, which every target accepts. */
const FILES: readonly JsonObject[] = [
  {},
  { fileName: "at-once.png", mimeType: "image/png" },
  { fileName: "another.png", mimeType: "image/png" },
];

function batchOfPopulation({ word, tasks }: Population) {
  const last = tasks.at(-1);
  if (last === undefined) throw new Inconclusive("no task could be created", "tasks.create.succeeds");
  return { concurrent: tasks.slice(0, -1), last, word };
}

/**
 * Creates the last one separately, a moment after the others, so that a target that loses concurrent ones does not lose
 * it.
 */
async function createConcurrently<T extends { readonly response: Exchange }>(
  check: CheckContext,
  count: number,
  create: (index: number) => Promise<T>,
): Promise<Batch<T>> {
  const concurrent = await Promise.all(indexes(count).map(create));
  await waitUntilAfter(
    check,
    concurrent.map(({ response }) => response),
  );
  return { concurrent, last: await create(count) };
}

function indexes(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** Returns text long enough to be truncated by a preview. The first is several times as long. */
function longText(index: number): string {
  const line = `Number ${index}: **several** writers at WORK, "each" with a text of its Own & enough of it that it would show if a part went missing – até o FIM, Äußerst ЖЗ, 文字 😀 👩‍👩‍👧‍👦 ${"and so on ".slice(0, index % 10)}done`;
  return Array.from({ length: index === 0 ? LONGEST_TEXT_LINES : 1 }, () => line).join("\n\n");
}

/** The number of lines of the longest text. */
const LONGEST_TEXT_LINES = 8;

/** The number of unique words that make a claim unlike the others of the burst, however much they share. */
const OWN_WORD_COUNT = 40;

/** Markup that views lose if they sanitise texts on output. */
const MARKUP = "<b>bold</b>, a < b > c, C:\\temp";

function claimMembers(check: CheckContext, word: string, maxLength: number, index: number): JsonObject {
  const kinds = wordsOf(fieldSchema(check.context.document, "remember", "kind"), "the kind of a memory");
  // Null and empty values are sent too.
  const nested: Json = { list: [1, "two", true], nothing: null, none: {} };
  const metadata: Json = { tags: ["z", `at${index}`, word, "a"], step: index, nothing: null, none: [], nested };
  // Unique words come first: a service may treat a similar claim as a successor.
  const ownWords = indexes(OWN_WORD_COUNT).map((place) => wordOf(check.context, `at once ${index} ${place}`));
  const [text] = splitIntoPieces(
    `${word} ${MARKUP} ${ownWords.join(" ")} ${longText(index)}`,
    maxLength - RESERVED_LENGTH,
  );
  return {
    content: `${contentOf(check, `at once ${index}`)} ${text}`,
    kind: kinds[index % kinds.length] ?? "",
    confidence: confidenceOf(index),
    metadata,
    ...(index % 3 === 1 ? { ttl_seconds: LASTING_SECONDS + index * (HALF_DAY_SECONDS + 1) } : {}),
  };
}

/**
 * Returns a confidence of two or three digits, which does not survive rounding: it is shown lower for some and higher
 * for others.
 */
function confidenceOf(index: number): number {
  if (index % 2 === 0) return (31 + ((index * 7) % 60)) / 100;
  return index % 4 === 1 ? (index % 8) / 8 : (index % 8) / 8 - 0.003;
}

/** Requests an upload; some have the same name and type, others not, since ids derived from those must differ too. */
async function requestBurstUpload(check: CheckContext, index: number): Promise<Exchange> {
  const exchange = await requestUpload(check, FILES[index % FILES.length] ?? {});
  requireAccepted(exchange, "files.upload.succeeds");
  stringAt(exchange, "/data/attachmentId");
  return exchange;
}
