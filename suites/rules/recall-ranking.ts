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
  { requirement: "recall.order", name: "the best hits come first", operations: ["recall"], judge: judgeOrder },
  {
    requirement: "recall.nearest",
    name: "no hit with a part of a query is nearer than the one that has all of it",
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
    name: "provenance messages have the time of their sending",
    operations: ["recall", "send-message"],
    judge: judgeSourceTimes,
  },
];

function scoresOf(past: HistoryEntry): readonly JsonObject[] {
  return itemsAt(past, "/data/scores").map(({ value }) => value);
}

/** Totals that differ by less count as equal. */
const TOLERANCE = 1e-6;

function judgeOrder(knowledge: Knowledge): number {
  let judged = 0;
  for (const past of accepted(knowledge, "recall").filter(isRanked)) {
    const totals = new Map(scoresOf(past).map(({ memory_id, total }) => [memory_id, total]));
    const inOrder = itemsAt(past, "/data/hits").flatMap(({ value }) => {
      const total = totals.get(value.id);
      return typeof total === "number" ? [total] : [];
    });
    const rise = firstRise(inOrder, TOLERANCE);
    if (inOrder.length > 1) judged += 1;
    withEvidence([past.exchange], () =>
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
    .map((past) => withEvidence([past.exchange], () => expectNearest(past.exchange, String(requested(past, "query")))))
    .reduce((sum, one) => sum + one, 0);
}

function judgeSimilarity(knowledge: Knowledge): number {
  let judged = 0;
  for (const past of accepted(knowledge, "recall").filter(isRanked)) {
    const filters = requested(past, "filters");
    const least = isObject(filters) ? filters.min_similarity : undefined;
    if (typeof least !== "number") continue;
    const slack = similarityTolerance(similaritiesOf(past));
    judged += judgeItems(past, "/data/scores", ({ similarity }) =>
      typeof similarity === "number" && similarity < least - slack
        ? {
            message: "no hit of a query may be less similar than the requested minimum",
            expected: `at least ${least}`,
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
  const apart = [scope, secondScope].filter((id) => id !== undefined);
  if (apart.length < 2) return 0;
  const written = new Map(
    accepted(knowledge, "remember").flatMap((past) => {
      const [id, own] = [valueAt(past.exchange, "/data/id"), requested(past, "scope_id")];
      return past.isOwn && typeof id === "string" && apart.includes(String(own)) ? [[id, own] as const] : [];
    }),
  );
  const asked = accepted(knowledge, "recall").filter(
    (past) => past.isOwn && apart.includes(String(requested(past, "scope_id"))),
  );
  for (const past of asked) {
    const wanted = requested(past, "scope_id");
    judgeItems(past, "/data/hits", ({ id }) => {
      const own = written.get(String(id)) ?? wanted;
      return own === wanted
        ? null
        : {
            message: "with a scope named, recall must show nothing that was written to another",
            expected: `memories of the scope ${wanted}`,
            actual: `one of the scope ${own}`,
            keyword: "scope",
          };
    });
  }
  return asked.length;
}

/** Compares with the response to the sending. A text that was changed there is a separate finding. */
function judgeSources(knowledge: Knowledge): number {
  let judged = 0;
  for (const { sending, past, value, pointer } of sourcesShown(knowledge)) {
    const sent = { content: valueAt(sending.exchange, "/data/content"), channel_id: requested(sending, "channelId") };
    for (const [field, was] of Object.entries(sent)) {
      if (typeof was !== "string" || (value[field] ?? null) === null) continue;
      judged += 1;
      withEvidence([sending.exchange, past.exchange], () =>
        expectEqual(past.exchange, `${pointer}/${field}`, was, "a provenance message must be shown as it was sent"),
      );
    }
  }
  return judged;
}

function judgeSourceTimes(knowledge: Knowledge): number {
  let judged = 0;
  for (const { sending, past, value, pointer } of sourcesShown(knowledge)) {
    const [sent, shown] = [valueAt(sending.exchange, "/data/createdAt"), value.created_at];
    // Other rules judge invalid times.
    if (![sent, shown].every((time) => Number.isFinite(instantOf(time)))) continue;
    judged += 1;
    withEvidence([sending.exchange, past.exchange], () =>
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
interface SourceShown {
  readonly sending: HistoryEntry;
  readonly past: HistoryEntry;
  readonly value: JsonObject;
  readonly pointer: string;
}

/** Returns the messages in recalls that the run has sent. */
function sourcesShown(knowledge: Knowledge): readonly SourceShown[] {
  const sent = creationsById(knowledge, "send-message");
  return acceptedHere(knowledge, "recall").flatMap((past) =>
    itemsAt(past, "/data/messages").flatMap(({ value, pointer }) => {
      const sending = sent.get(String(value.id));
      return sending === undefined ? [] : [{ sending, past, value, pointer }];
    }),
  );
}
