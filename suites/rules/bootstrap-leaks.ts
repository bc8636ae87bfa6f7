import { precedes, statusOf } from "../client/exchange.ts";
import { accepted, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { isOfOtherWorkspace } from "../knowledge/resources.ts";
import { tasksOfOthers } from "../knowledge/tasks-of-others.ts";
import { wordsOfRun } from "../models/words.ts";
import { expectThat } from "../verifiers/expect.ts";
import { findText } from "../verifiers/find-text.ts";
import { valueAt } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/** Creations whose text a service may repeat, and the member that holds the text. */
const TEXTS = [
  { operation: "send-message", member: "content" },
  { operation: "create-task", member: "title" },
  { operation: "remember", member: "content" },
] as const;

/** No part of the caller's bootstrap context shows data that the caller may not see. */
export const bootstrapLeakRules: readonly Rule[] = [
  {
    requirement: "isolation.bootstrap-context",
    name: "nothing that was written in another workspace is shown",
    operations: ["bootstrap-context"],
    fixtures: ["otherWorkspace.apiKey"],
    judge: (knowledge) => judgeLeaks(knowledge, (entry) => isOfOtherWorkspace(knowledge, entry)),
  },
  {
    requirement: "bootstrap.permissions",
    name: "nothing that another agent wrote into an unreadable channel is shown",
    operations: ["bootstrap-context", "send-message", "get-messages"],
    fixtures: ["otherAgent.apiKey", "otherAgent.channel"],
    judge: (knowledge) => {
      const { apiKey, channel } = knowledge.context.target.fixtures.otherAgent ?? {};
      if (!isRejected(knowledge, channel)) return 0;
      return judgeLeaks(
        knowledge,
        (entry, operation) =>
          operation === "send-message" &&
          entry.otherKey !== null &&
          entry.otherKey === apiKey &&
          requested(entry, "channelId") === channel,
      );
    },
  },
  {
    requirement: "bootstrap.permissions",
    name: "no task in which the caller takes no part is shown",
    operations: ["bootstrap-context", "create-task"],
    fixtures: ["otherAgent.apiKey"],
    judge: (knowledge) => {
      const ids = new Set<unknown>(tasksOfOthers(knowledge));
      return judgeLeaks(
        knowledge,
        ({ isOwn, exchange }, operation) =>
          operation === "create-task" && !isOwn && ids.has(valueAt(exchange, "/data/id")),
      );
    },
  },
];

/**
 * Returns true if the caller's reads of the channel were all rejected. Membership is only required for writing, so a
 * channel that the target lets the caller read is not hidden from it.
 */
function isRejected(knowledge: Knowledge, channel: string | undefined): boolean {
  const requests = knowledge
    .history("get-messages")
    .filter((entry) => entry.isOwn && requested(entry, "channel") === channel);
  return requests.length > 0 && requests.every(({ exchange }) => [403, 404].includes(statusOf(exchange)));
}

function judgeLeaks(knowledge: Knowledge, isHidden: (entry: HistoryEntry, operation: string) => boolean): number {
  const wordsIn = (text: string) => wordsOfRun(knowledge.context, text);
  // Texts that the caller sent itself may be returned to it, whatever the outcome of the request.
  const others = TEXTS.flatMap(({ operation }) =>
    knowledge.history(operation).filter((entry) => !isHidden(entry, operation)),
  );
  const ownWords = new Set(wordsIn(JSON.stringify(others.map(({ input }) => input.body ?? null))));
  const hidden = TEXTS.flatMap(({ operation, member }) =>
    accepted(knowledge, operation)
      .filter((entry) => isHidden(entry, operation))
      .map((entry) => ({ entry, word: wordsIn(String(requested(entry, member)))[0] ?? "" })),
  ).filter(({ word }) => word !== "" && !ownWords.has(word));
  let judged = 0;
  for (const { exchange } of accepted(knowledge, "bootstrap-context").filter(({ isOwn }) => isOwn)) {
    const earlier = hidden.filter(({ entry }) => precedes(entry.exchange, exchange));
    if (earlier.length === 0) continue;
    judged += 1;
    const known = new Set(earlier.map(({ word }) => word));
    const isLeak = (text: string) => wordsIn(text).some((word) => known.has(word));
    const place = findText(valueAt(exchange, "/data"), isLeak, "/data");
    withEvidence([exchange], () =>
      expectThat(place === null, {
        message: "the bootstrap context must not contain data that the caller may not see",
        expected: "a response without such data",
        actual: `found at ${place}`,
        pointer: place ?? "",
        keyword: "leak",
      }),
    );
  }
  return judged;
}
