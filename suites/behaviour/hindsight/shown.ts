import { isObject, type JsonObject } from "../../../spec/json.ts";
import type { CheckContext } from "../../engine/check.ts";
import type { Past } from "../../engine/history.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { parameterSchema, wordsOf } from "../document-facts.ts";
import { judging } from "../evidence.ts";
import { askedFor, granted, isTold, type Rule, thingsAt } from "./rule.ts";

/** What is found shows what it was searched by, whatever else it was searched by. */
export const shownRules: readonly Rule[] = [
  {
    requirement: "memories.search.kind",
    name: "memories of the kind that was asked for",
    operations: ["search-memories"],
    judge: (check) => judgeHits(check, "kind", (past) => knownWord(check, past, "kind")),
  },
  {
    requirement: "memories.search.status",
    name: "memories of the status that was asked for",
    operations: ["search-memories"],
    judge: (check) => judgeHits(check, "status", (past) => knownWord(check, past, "status")),
  },
  {
    requirement: "memories.search.default-status",
    name: "memories of the usual status where none was asked for",
    operations: ["search-memories"],
    judge: (check) => {
      const usual = parameterSchema(check.world.document, "search-memories", "status")?.default;
      return judgeHits(check, "status", (past) =>
        // Whether the status has to be said again beside a cursor is not stated.
        askedFor(past, "status") === undefined && askedFor(past, "cursor") === undefined && typeof usual === "string"
          ? usual
          : null,
      );
    },
  },
  {
    requirement: "messages.search.channel",
    name: "hits of the channel that was asked for",
    operations: ["search-messages"],
    judge: (check) => judgeShown(check, "search-messages", "/data/messages", "channelId", wordAt("channelId")),
  },
  {
    requirement: "recall.filters.min-confidence",
    name: "hits that are as sure as was asked for",
    operations: ["recall"],
    judge: judgeConfidence,
  },
];

/** A walk may show where it begins whatever that is: queries are judged. */
function judgeConfidence(check: CheckContext): number {
  let judged = 0;
  for (const past of granted(check, "recall")) {
    const filters = askedFor(past, "filters");
    const least = isObject(filters) ? filters.min_confidence : undefined;
    if (askedFor(past, "query") === undefined || typeof least !== "number") continue;
    for (const { value, pointer } of thingsAt(past, "/data/hits")) {
      const { confidence } = value;
      judged += 1;
      judging([past.exchange], () =>
        expectThat(typeof confidence !== "number" || confidence >= least, () => ({
          message: "no hit may have a lower confidence than the least that was asked for",
          expected: `a confidence of at least ${least}`,
          actual: String(confidence),
          pointer: `${pointer}/confidence`,
          keyword: "confidence",
        })),
      );
    }
  }
  return judged;
}

/** A value that the document lists for a filter; others are not spoken of here. */
function knownWord(check: CheckContext, past: Past, role: "kind" | "status"): string | null {
  const value = askedFor(past, role);
  const words = wordsOf(parameterSchema(check.world.document, "search-memories", role), `the ${role} filter`);
  return typeof value === "string" && words.includes(value) ? value : null;
}

/** An empty value may count as none. */
function wordAt(name: string): (past: Past) => string | null {
  return (past) => {
    const value = askedFor(past, name);
    return typeof value === "string" && value.trim() !== "" ? value : null;
  };
}

function judgeHits(check: CheckContext, field: string, wanted: (past: Past) => string | null): number {
  return isTold(check) ? judgeShown(check, "search-memories", "/data/hits", field, wanted) : 0;
}

function judgeShown(
  check: CheckContext,
  operation: string,
  list: string,
  field: string,
  wanted: (past: Past) => string | null,
): number {
  let judged = 0;
  for (const past of granted(check, operation)) {
    const value = wanted(past);
    if (value === null) continue;
    for (const thing of thingsAt(past, list)) {
      judged += 1;
      judging([past.exchange], () => expectField(thing, field, value, operation));
    }
  }
  return judged;
}

/** A field that is not shown contradicts nothing. */
function expectField(
  { value, pointer }: { readonly value: JsonObject; readonly pointer: string },
  field: string,
  wanted: string,
  operation: string,
): void {
  const actual = value[field];
  expectThat(typeof actual !== "string" || actual === wanted, () => ({
    message: `${operation} must find nothing of another ${field} than it has to`,
    expected: wanted,
    actual: String(actual),
    pointer: `${pointer}/${field}`,
    keyword: "unwanted",
  }));
}
