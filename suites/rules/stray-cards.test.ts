import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import { strayCardRules } from "./stray-cards.ts";
import { judged, MARK, past, rejected } from "./testing/judged.ts";

test("no message names a task that is bound to no channel, and stands alone", () => {
  const title = `${MARK} unbound`;
  const of = (asked: JsonObject, message: JsonObject) => ({
    "create-task": [past({ title, ...asked }, { id: "7", title, identifier: "OPS-7" })],
    "get-messages": [past({}, { messages: [{ id: "m1", ...message }] })],
  });
  expect(judged(strayCardRules, "events.no-card-unbound", of({}, { content: `${title} was released` }))).toBe("broken");
  expect(judged(strayCardRules, "events.no-card-unbound", of({}, { metadata: { task: "OPS-7" } }))).toBe("broken");
  expect(judged(strayCardRules, "events.no-card-unbound", of({}, { content: "7 of 7777" }))).toBe(1);
  expect(judged(strayCardRules, "events.no-card-unbound", of({ channelId: "c1" }, { content: title }))).toBe(0);
  const own = { ...of({}, { content: title }), "send-message": [past({ content: title }, { id: "m1" })] };
  expect(judged(strayCardRules, "events.no-card-unbound", own)).toBe(0);
  // Others may quote what the run has written.
  const quoted = { ...of({}, { content: `> ${title}` }), "send-message": [past({ content: title }, { id: "m0" })] };
  expect(judged(strayCardRules, "events.no-card-unbound", quoted)).toBe(0);
  const byIdentifier = of({}, { metadata: { task: "OPS-7" } });
  const another = past({ title: "bound", channelId: "c1" }, { id: "8", title: "bound", identifier: "OPS-7" });
  const shared = { ...byIdentifier, "create-task": [...byIdentifier["create-task"], another] };
  expect(judged(strayCardRules, "events.no-card-unbound", shared)).toBe(1);
  // The title of a bound task may be longer by a letter.
  const plain = of({}, { content: `created: ${title}s` });
  const longer = past({ title: `${title}s`, channelId: "c1" }, { id: "8", title: `${title}s`, identifier: "OPS-8" });
  const beside = { ...plain, "create-task": [...plain["create-task"], longer] };
  expect(judged(strayCardRules, "events.no-card-unbound", plain)).toBe("broken");
  expect(judged(strayCardRules, "events.no-card-unbound", beside)).toBe(0);
  // So may one of the same title, of which the response was lost.
  const asked = past({ title, channelId: "c1" }, null);
  const none = { kind: "none", reason: "broken", message: "other side closed" } as const;
  const lost = { ...asked, exchange: { ...asked.exchange, outcome: none } };
  for (const one of [lost, rejected(asked, 503, "upstream_unavailable"), { ...asked, isWhole: false }]) {
    const after = { ...of({}, { content: title }), "create-task": [...of({}, {})["create-task"], one] };
    expect(judged(strayCardRules, "events.no-card-unbound", after)).toBe(0);
  }
  const twin = { ...of({}, { content: title }), "create-task": [...of({}, {})["create-task"], rejected(asked, 400)] };
  expect(judged(strayCardRules, "events.no-card-unbound", twin)).toBe("broken");
  const unsure = {
    ...of({}, { content: `> ${title}` }),
    "send-message": [{ ...lost, input: { ...asked.input, body: { content: title } } }],
  };
  expect(judged(strayCardRules, "events.no-card-unbound", unsure)).toBe(0);
});

test("no message of another channel names a task that is bound to one", () => {
  const title = `${MARK} bound`;
  const of = (channel: string, shown: JsonObject = {}) => ({
    "create-task": [
      past({ title, channelId: "c1" }, { id: "7", title, identifier: "OPS-7", channelId: "c1", ...shown }),
    ],
    "get-messages": [past({ channel }, { messages: [{ id: "m1", content: "OPS-7 was released" }] })],
  });
  expect(judged(strayCardRules, "events.card-own-channel", of("c1"))).toBe(1);
  expect(judged(strayCardRules, "events.card-own-channel", of("c2"))).toBe("broken");
  const elsewhere = of("c2")["get-messages"].map((one) => ({ ...one, isOwn: false, otherKey: "elsewhere" }));
  expect(judged(strayCardRules, "events.card-own-channel", { ...of("c2"), "get-messages": elsewhere })).toBe(1);
  // Where it is bound is then a question of its own.
  expect(judged(strayCardRules, "events.card-own-channel", of("c2", { channelId: "c2" }))).toBe(0);
});
