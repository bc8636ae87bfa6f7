import { expect, test } from "vitest";
import { badCredentials } from "./credentials.ts";

test.each(["wk_live_4fG7-k2Lm", "abc_def", "a-b", "12-34", "sk-ÄÖÜ-1"])(
  "never sends the key %s itself as an invalid one",
  (apiKey) => {
    const sent = Object.values(badCredentials({ apiKey, fixtures: {} })).flat();
    for (const { options, description } of sent) {
      expect(options.apiKey, description).not.toBe(apiKey);
      expect(options.authorization, description).not.toBe(`Bearer ${apiKey}`);
    }
  },
);

test("replaces a letter or digit, not a separator in the middle", () => {
  const [altered] = badCredentials({ apiKey: "abc_def", fixtures: {} })["auth.altered-key"] ?? [];
  expect(altered?.options.apiKey).toMatch(/^ab[^c]_def$|^abc_[^d]ef$/);
});

test.each(["key-1", "key-41", "agent_a", "100001", "KEY7"])("does not alter %s to an adjacent key", (apiKey) => {
  const altered = badCredentials({ apiKey, fixtures: {} })["auth.altered-key"] ?? [];
  const keys = altered.map(({ options }) => String(options.apiKey)).filter((key) => key.length === apiKey.length);
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) {
    const place = [...key].findIndex((character, index) => character !== apiKey[index]);
    expect(Math.abs(key.charCodeAt(place) - apiKey.charCodeAt(place)), key).toBeGreaterThan(2);
  }
});

test("never sends a key that the target file lists for someone else", () => {
  const fixtures = { otherAgent: { apiKey: "key-2" }, otherWorkspace: { apiKey: "key-1x" } };
  const more = { exhaustedPlan: { apiKey: "KEY-1" }, smallPlan: { apiKey: "rlf-8", remaining: 1 } };
  const sent = Object.values(badCredentials({ apiKey: "key-1", fixtures: { ...fixtures, ...more } })).flat();
  const keys = sent.map(({ options }) => options.apiKey);
  for (const key of ["key-2", "key-1x", "KEY-1", "rlf-8"]) expect(keys).not.toContain(key);
  expect(keys.filter((key) => typeof key === "string").length).toBeGreaterThan(3);
});
