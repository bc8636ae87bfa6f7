import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import { hiddenReferenceRules } from "./hidden-references.ts";
import { acceptedEntry, rejected, verdictOf } from "./testing/entries.ts";

const send = (members: JsonObject, data: JsonObject = {}) =>
  acceptedEntry({ content: "a", ...members }, { id: "m1", ...data });
const judgeSent = (entry: ReturnType<typeof acceptedEntry>) =>
  verdictOf(hiddenReferenceRules, "messages.send.membership", { "send-message": [entry] });

test("a message to a channel that is hidden from the caller is rejected", () => {
  expect(judgeSent(send({ channelId: "c9" }, { channelId: "c9" }))).toBe("broken");
  expect(judgeSent(rejected(send({ channelId: "c9" }), 404))).toBe(1);
  expect(judgeSent(send({ channelId: "c1" }, { channelId: "c1" }))).toBe(0);
});

test("a lost response, a rate limit or a failure of the server decides nothing", () => {
  const hidden = send({ channelId: "c9" });
  const none = { kind: "none", reason: "broken", message: "other side closed" } as const;
  expect(judgeSent({ ...hidden, exchange: { ...hidden.exchange, outcome: none } })).toBe(0);
  for (const status of [429, 503]) expect(judgeSent(rejected(hidden, status))).toBe(0);
});

test("a message to a thread of the caller may be sent to the channel of the thread", () => {
  const members = { channelId: "c9", threadId: "m0" };
  expect(judgeSent(send(members, { channelId: "c1" }))).toBe(0);
  expect(judgeSent(send(members, { channelId: "c9" }))).toBe("broken");
});

test("the requests of another agent are not judged", () => {
  expect(judgeSent(acceptedEntry({ content: "a", channelId: "c9" }, { id: "m1" }, "theirs"))).toBe(0);
});

test("a search in an unreadable scope is rejected with 403 alone", () => {
  const search = { ...acceptedEntry({ scope: "s9" }, { hits: [] }) };
  const judge = (entry: typeof search) =>
    verdictOf(hiddenReferenceRules, "memories.permissions.unreadable-scope", { "search-memories": [entry] });
  expect(judge(search)).toBe("broken");
  expect(judge(rejected(search, 404))).toBe("broken");
  expect(judge(rejected(search, 403))).toBe(1);
  expect(judge(rejected(search, 400))).toBe(1);
  expect(judge(acceptedEntry({ scope: "s9", cursor: "of another scope" }, { hits: [] }))).toBe(0);
});
