import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import { strayCardRules } from "./stray-cards.ts";
import { acceptedEntry, MARK, rejected, verdictOf } from "./testing/entries.ts";

test("reports a message that names a task without a channel and a parent", () => {
  const title = `${MARK} unbound`;
  const of = (requested: JsonObject, message: JsonObject) => ({
    "create-task": [acceptedEntry({ title, ...requested }, { id: "7", title, identifier: "OPS-7" })],
    "get-messages": [acceptedEntry({}, { messages: [{ id: "m1", ...message }] })],
  });
  expect(verdictOf(strayCardRules, "events.no-card-unbound", of({}, { content: `${title} was released` }))).toBe(
    "broken",
  );
  expect(verdictOf(strayCardRules, "events.no-card-unbound", of({}, { metadata: { task: "OPS-7" } }))).toBe("broken");
  expect(verdictOf(strayCardRules, "events.no-card-unbound", of({}, { content: "7 of 7777" }))).toBe(1);
  expect(verdictOf(strayCardRules, "events.no-card-unbound", of({ channelId: "c1" }, { content: title }))).toBe(0);
  const own = { ...of({}, { content: title }), "send-message": [acceptedEntry({ content: title }, { id: "m1" })] };
  expect(verdictOf(strayCardRules, "events.no-card-unbound", own)).toBe(0);
  // Others may quote messages of the run.
  const quoted = {
    ...of({}, { content: `> ${title}` }),
    "send-message": [acceptedEntry({ content: title }, { id: "m0" })],
  };
  expect(verdictOf(strayCardRules, "events.no-card-unbound", quoted)).toBe(0);
  const byIdentifier = of({}, { metadata: { task: "OPS-7" } });
  const another = acceptedEntry({ title: "bound", channelId: "c1" }, { id: "8", title: "bound", identifier: "OPS-7" });
  const shared = { ...byIdentifier, "create-task": [...byIdentifier["create-task"], another] };
  expect(verdictOf(strayCardRules, "events.no-card-unbound", shared)).toBe(1);
  // The title may be the beginning of the title of a bound task.
  const plain = of({}, { content: `created: ${title}s` });
  const longer = acceptedEntry(
    { title: `${title}s`, channelId: "c1" },
    { id: "8", title: `${title}s`, identifier: "OPS-8" },
  );
  const withLonger = { ...plain, "create-task": [...plain["create-task"], longer] };
  expect(verdictOf(strayCardRules, "events.no-card-unbound", plain)).toBe("broken");
  expect(verdictOf(strayCardRules, "events.no-card-unbound", withLonger)).toBe(0);
  // The same applies to a task with the same title whose response was lost.
  const creation = acceptedEntry({ title, channelId: "c1" }, null);
  const none = { kind: "none", reason: "broken", message: "other side closed" } as const;
  const lost = { ...creation, exchange: { ...creation.exchange, outcome: none } };
  for (const entry of [lost, rejected(creation, 503, "upstream_unavailable"), { ...creation, isComplete: false }]) {
    const after = { ...of({}, { content: title }), "create-task": [...of({}, {})["create-task"], entry] };
    expect(verdictOf(strayCardRules, "events.no-card-unbound", after)).toBe(0);
  }
  const twin = {
    ...of({}, { content: title }),
    "create-task": [...of({}, {})["create-task"], rejected(creation, 400)],
  };
  expect(verdictOf(strayCardRules, "events.no-card-unbound", twin)).toBe("broken");
  const unsure = {
    ...of({}, { content: `> ${title}` }),
    "send-message": [{ ...lost, input: { ...creation.input, body: { content: title } } }],
  };
  expect(verdictOf(strayCardRules, "events.no-card-unbound", unsure)).toBe(0);
});

test("reports a message that names a task bound to another channel", () => {
  const title = `${MARK} bound`;
  const of = (channel: string, shown: JsonObject = {}) => ({
    "create-task": [
      acceptedEntry({ title, channelId: "c1" }, { id: "7", title, identifier: "OPS-7", channelId: "c1", ...shown }),
    ],
    "get-messages": [acceptedEntry({ channel }, { messages: [{ id: "m1", content: "OPS-7 was released" }] })],
  });
  expect(verdictOf(strayCardRules, "events.card-own-channel", of("c1"))).toBe(1);
  expect(verdictOf(strayCardRules, "events.card-own-channel", of("c2"))).toBe("broken");
  const elsewhere = of("c2")["get-messages"].map((entry) => ({ ...entry, isOwn: false, otherKey: "elsewhere" }));
  expect(verdictOf(strayCardRules, "events.card-own-channel", { ...of("c2"), "get-messages": elsewhere })).toBe(1);
  // The wrong channel of the task is then a separate finding.
  expect(verdictOf(strayCardRules, "events.card-own-channel", of("c2", { channelId: "c2" }))).toBe(0);
});
