import { isObject, type JsonObject } from "../../spec/json.ts";
import { accepted, itemsAt, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { acceptedHere, creationsById } from "../knowledge/resources.ts";
import { instantOf } from "../models/instant.ts";
import { expectEqual, expectThat } from "../verifiers/expect.ts";
import { expectNearest } from "../verifiers/expect-nearest.ts";
import { firstRise } from "../verifiers/first-rise.ts";
import { listAt, valueAt } from "../verifiers/read.ts";
import { sameTime } from "../verifiers/same-resource.ts";
import { similarityTolerance } from "../verifiers/similarity-tolerance.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import { isRanked } from "./recall-filters.ts";
import { judgeItems, type Rule } from "./rule.ts";

/** Rules on the scores, scopes and provenance messages of recalls. */
export const recallRankingRules: readonly Rule[] = [
  { requirement: "recall.order", name: "hits are ordered by total score", operations: ["recall"], judge: judgeOrder },
  {
    requirement: "recall.nearest",
    name: "no hit with a part of a query is nearer than one whose content is the query",
    operations: ["recall"],
    judge: judgeNearest,
  },
  {
    requirement: "recall.filters.min-similarity",
    name: "scores have at least the minimum similarity",
    operations: ["recall"],
    judge: judgeSimilarity,
  },
  {
    requirement: "recall.scope",
    name: "no hit was written to another scope",
    operations: ["remember", "recall"],
    judge: judgeScope,
  },
  {
    requirement: "recall.expand.provenance-content",
    name: "provenance messages are shown as sent",
    operations: ["recall", "send-message"],
    judge: judgeSources,
  },
  {
    requirement: "consistency.message-views",
    name: "provenance messages show when they were sent",
    operations: ["recall", "send-message"],
    judge: judgeSourceTimes,
  },
];

function scoresOf(entry: HistoryEntry): readonly JsonObject[] {
  return itemsAt(entry, "/data/scores").map(({ value }) => value);
}

/** Totals that differ by less count as equal. */
const TOLERANCE = 1e-6;

function judgeOrder(knowledge: Knowledge): number {
  let judged = 0;
  for (const entry of accepted(knowledge, "recall").filter(isRanked)) {
    const totals = new Map(scoresOf(entry).map(({ memory_id, total }) => [memory_id, total]));
    const inOrder = itemsAt(entry, "/data/hits").flatMap(({ value }) => {
      const total = totals.get(value.id);
      return typeof total === "number" ? [total] : [];
    });
    const rise = firstRise(inOrder, TOLERANCE);
    if (inOrder.length > 1) judged += 1;
    withEvidence([entry.exchange], () =>
      expectThat(rise < 0, {
        message: "hits should be in order of descending total score",
        expected: `at most ${inOrder[rise - 1]}`,
        actual: String(inOrder[rise]),
        pointer: "/data/hits",
        keyword: "order",
      }),
    );
  }
  return judged;
}

function judgeNearest(knowledge: Knowledge): number {
  return accepted(knowledge, "recall")
    .filter(isRanked)
    .map((entry) =>
      withEvidence([entry.exchange], () => expectNearest(entry.exchange, String(requested(entry, "query")))),
    )
    .reduce((sum, count) => sum + count, 0);
}

function judgeSimilarity(knowledge: Knowledge): number {
  let judged = 0;
  for (const entry of accepted(knowledge, "recall").filter(isRanked)) {
    const filters = requested(entry, "filters");
    const min = isObject(filters) ? filters.min_similarity : undefined;
    if (typeof min !== "number") continue;
    const slack = similarityTolerance(similaritiesOf(entry));
    judged += judgeItems(entry, "/data/scores", ({ similarity }) =>
      typeof similarity === "number" && similarity < min - slack
        ? {
            message: "hits of a query must have at least the requested min_similarity",
            expected: `at least ${min}`,
            actual: String(similarity),
            member: "similarity",
            keyword: "similarity",
          }
        : null,
    );
  }
  return judged;
}

function similaritiesOf({ exchange }: HistoryEntry): readonly number[] {
  return listAt(exchange, "/data/scores").flatMap((score) =>
    isObject(score) && typeof score.similarity === "number" ? [score.similarity] : [],
  );
}

/**
 * Judges only recalls of the two scopes of the target file, which are separate: the contract leaves open whether a
 * scope includes others.
 */
function judgeScope(knowledge: Knowledge): number {
  const { scope, secondScope } = knowledge.context.target.fixtures;
  const scopes = [scope, secondScope].filter((id) => id !== undefined);
  if (scopes.length < 2) return 0;
  const written = new Map(
    accepted(knowledge, "remember").flatMap((entry) => {
      const [id, own] = [valueAt(entry.exchange, "/data/id"), requested(entry, "scope_id")];
      return entry.isOwn && typeof id === "string" && scopes.includes(String(own)) ? [[id, own] as const] : [];
    }),
  );
  const recalls = accepted(knowledge, "recall").filter(
    (entry) => entry.isOwn && scopes.includes(String(requested(entry, "scope_id"))),
  );
  for (const entry of recalls) {
    const scopeId = requested(entry, "scope_id");
    judgeItems(entry, "/data/hits", ({ id }) => {
      const own = written.get(String(id)) ?? scopeId;
      return own === scopeId
        ? null
        : {
            message: "a recall with scope_id must return no memory of another scope",
            expected: `memories of the scope ${scopeId}`,
            actual: `one of the scope ${own}`,
            keyword: "scope",
          };
    });
  }
  return recalls.length;
}

/** Compares with the response to the sending. A text that was changed there is a separate finding. */
function judgeSources(knowledge: Knowledge): number {
  let judged = 0;
  for (const { sending, entry, value, pointer } of sourcesShown(knowledge)) {
    const sent = { content: valueAt(sending.exchange, "/data/content"), channel_id: requested(sending, "channelId") };
    for (const [field, was] of Object.entries(sent)) {
      if (typeof was !== "string" || (value[field] ?? null) === null) continue;
      judged += 1;
      withEvidence([sending.exchange, entry.exchange], () =>
        expectEqual(entry.exchange, `${pointer}/${field}`, was, "a provenance message must be shown as it was sent"),
      );
    }
  }
  return judged;
}

function judgeSourceTimes(knowledge: Knowledge): number {
  let judged = 0;
  for (const { sending, entry, value, pointer } of sourcesShown(knowledge)) {
    const [sent, shown] = [valueAt(sending.exchange, "/data/createdAt"), value.created_at];
    // Other rules judge invalid times.
    if (![sent, shown].every((time) => Number.isFinite(instantOf(time)))) continue;
    judged += 1;
    withEvidence([sending.exchange, entry.exchange], () =>
      expectThat(sameTime(String(sent), String(shown)), {
        message: "a provenance message must have been created when it was sent",
        expected: String(sent),
        actual: String(shown),
        pointer: `${pointer}/created_at`,
        keyword: "created_at",
      }),
    );
  }
  return judged;
}

/** A message in a recall, and the request of the run that sent it. */
interface ShownSource {
  readonly sending: HistoryEntry;
  readonly entry: HistoryEntry;
  readonly value: JsonObject;
  readonly pointer: string;
}

/** Returns the messages in recalls that the run has sent. */
function sourcesShown(knowledge: Knowledge): readonly ShownSource[] {
  const sent = creationsById(knowledge, "send-message");
  return acceptedHere(knowledge, "recall").flatMap((entry) =>
    itemsAt(entry, "/data/messages").flatMap(({ value, pointer }) => {
      const sending = sent.get(String(value.id));
      return sending === undefined ? [] : [{ sending, entry, value, pointer }];
    }),
  );
}
