import { groupBy } from "../../spec/group-by.ts";
import { precedes } from "../client/exchange.ts";
import { requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { MESSAGE_PAGES } from "../knowledge/item-lists.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { acceptedHere, creationsById, viewsOfListing } from "../knowledge/resources.ts";
import { isSettled } from "../knowledge/settled.ts";
import { expectThat } from "../verifiers/expect.ts";
import { isUnset } from "../verifiers/read.ts";
import { asCreated, type ShownResource } from "../verifiers/same-resource.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/**
 * A message counts all replies of the run, in pages of its channel and in the response to its flag. The count may be
 * higher, since others may reply, and since a flag may add a reply.
 */
export const replyCountRules: readonly Rule[] = [
  {
    requirement: "messages.send.reply-count",
    name: "a message counts every reply that was sent before",
    operations: ["send-message", "get-messages"],
    judge: (knowledge) =>
      judge(knowledge, viewsOfListing(knowledge, MESSAGE_PAGES), (reply, shown) =>
        isSettled(knowledge, reply.exchange, shown.exchange),
      ),
  },
  {
    requirement: "messages.flag.keeps-content",
    name: "the response to a flag does not show a lower reply count than a page before",
    operations: ["send-message", "get-messages", "flag-needs-human"],
    judge: judgeFlags,
  },
];

/** Judges the counts of messages outside of threads: the contract leaves open which message a reply to a reply counts for. */
function judge(
  knowledge: Knowledge,
  shown: readonly ShownResource[],
  isBefore: (reply: HistoryEntry, shown: ShownResource) => boolean,
): number {
  // A target need not count replies.
  if (!shown.some(({ value }) => Number(value.replyCount) > 0)) return 0;
  const heads = creationsById(knowledge, "send-message");
  const replies = groupBy([...heads.values()], (entry) => String(requested(entry, "threadId")));
  let judged = 0;
  for (const { value, exchange, pointer } of shown) {
    const head = heads.get(String(value.id));
    if (head === undefined || !isUnset(asCreated(head.exchange).value.parentId)) continue;
    const before = (replies.get(String(value.id)) ?? []).filter((reply) =>
      isBefore(reply, { value, exchange, pointer }),
    );
    const [first] = before;
    if (first === undefined) continue;
    judged += 1;
    withEvidence([head.exchange, first.exchange, exchange], () =>
      expectThat(Number(value.replyCount ?? 0) >= before.length, {
        message: "a message must count every reply that was sent before",
        expected: `at least ${before.length}`,
        actual: JSON.stringify(value.replyCount ?? null),
        pointer: `${pointer}/replyCount`,
        keyword: "count",
      }),
    );
  }
  return judged;
}

function judgeFlags(knowledge: Knowledge): number {
  const pages = viewsOfListing(knowledge, MESSAGE_PAGES);
  const byId = groupBy(pages, ({ value }) => String(value.id));
  let judged = 0;
  for (const flag of acceptedHere(knowledge, "flag-needs-human")) {
    const { value, exchange } = asCreated(flag.exchange);
    const before = byId.get(String(value.id))?.filter((page) => precedes(page.exchange, exchange)) ?? [];
    const counts = before.map((page) => Number(page.value.replyCount ?? 0));
    const highest = Math.max(0, ...counts);
    const page = before[counts.indexOf(highest)];
    if (page === undefined || highest === 0 || isUnset(value.replyCount)) continue;
    judged += 1;
    withEvidence([page.exchange, exchange], () =>
      expectThat(Number(value.replyCount) >= highest, {
        message: "the response to a flag must not show a lower reply count than before",
        expected: `at least ${highest}`,
        actual: JSON.stringify(value.replyCount),
        pointer: "/data/replyCount",
        keyword: "count",
      }),
    );
  }
  return judged;
}
