import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import { provenanceMessageRules } from "./provenance-messages.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

const RULE = "recall.expand.provenance";
const SENT = { createdAt: "2026-01-01T12:00:00Z" };
const sent = (id: string, word: string, members: JsonObject = {}) =>
  acceptedEntry({ channelId: "c1", content: `${word} and more`, ...members }, { id, ...SENT });
const messages = [sent("x1", "wordofthesource"), sent("x2", "wordofanother")];
const claim = acceptedEntry({ content: "a claim", derived_from: [{ id: "x1" }] }, { id: "m1" });

const of = (
  shown: readonly JsonObject[],
  hits: readonly JsonObject[],
  edges: Json[] = [],
  expand: Json = ["provenance"],
) =>
  verdictOf(provenanceMessageRules, RULE, {
    remember: [claim],
    "send-message": messages,
    recall: [acceptedEntry({ query: "q", expand }, { hits: [...hits], edges, messages: [...shown] })],
  });

test("reports a provenance message that no shown memory was derived from", () => {
  expect(of([{ id: "x1" }], [{ id: "m1" }])).toBe(1);
  expect(of([{ id: "x1" }, { id: "x2" }], [{ id: "m1" }])).toBe("broken");
  expect(of([{ id: "x1" }, { id: "x2" }], [{ id: "m1" }], [], ["provenance", "related"])).toBe(0);
});

test("accepts a message from which the service may have derived a memory by itself", () => {
  const shown = [{ id: "x2" }];
  expect(of(shown, [{ id: "m1", content: "wordofanother too" }])).toBe(1);
  expect(of(shown, [{ id: "m1" }], [{ from_id: "m1", to_id: "x2" }])).toBe(1);
  expect(of(shown, [{ id: "m9", created_at: "2026-01-01T12:00:01Z" }])).toBe(1);
  expect(of(shown, [{ id: "m9", created_at: "2026-01-01T11:00:00Z" }])).toBe("broken");
});

test("accepts messages in the thread of a source", () => {
  const reply = sent("x3", "wordofthereply", { threadId: "x2" });
  const history = { remember: [claim], "send-message": [...messages, reply] };
  const shown = (id: string) =>
    acceptedEntry({ query: "q", expand: ["provenance"] }, { hits: [{ id: "m1" }], messages: [{ id }] });
  expect(verdictOf(provenanceMessageRules, RULE, { ...history, recall: [shown("x2"), shown("x3")] })).toBe(2);
});
