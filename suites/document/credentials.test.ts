import { expect, test } from "vitest";
import { badCredentials } from "./credentials.ts";

test.each(["wk_live_4fG7-k2Lm", "abc_def", "a-b", "12-34", "sk-ÄÖÜ-1"])(
  "never sends the key %s itself as a bad one",
  (apiKey) => {
    const sent = Object.values(badCredentials(apiKey)).flat();
    for (const { options, description } of sent) {
      expect(options.apiKey, description).not.toBe(apiKey);
      expect(options.authorization, description).not.toBe(`Bearer ${apiKey}`);
    }
  },
);

test("replaces a letter or digit, not the separator that stands in the middle", () => {
  const [altered] = badCredentials("abc_def")["auth.altered-key"] ?? [];
  expect(altered?.options.apiKey).toMatch(/^ab[^c]_def$|^abc_[^d]ef$/);
});
