import { expect, test } from "vitest";
import { startControlled } from "../testing.ts";

test("adds, lists, replaces and removes chaos rules, with what each has done", async () => {
  const { fake, control } = await startControlled();
  const added = await control("POST", "/chaos", { rules: [{ name: "busy", error: 429, times: 1 }, { delayMs: 1 }] });
  expect(added).toMatchObject({ status: 200, body: { rules: [{ name: "busy", acted: 0 }, { name: "rule-2" }] } });
  expect((await fake.get("list-tasks")).status).toBe(429);
  expect((await fake.get("list-tasks")).status).toBe(200);
  expect((await control("GET", "/chaos")).body).toMatchObject({ rules: [{ matched: 2, acted: 1 }, { acted: 1 }] });
  expect((await control("DELETE", "/chaos/busy")).body).toMatchObject({ rules: [{ name: "rule-2" }] });
  const replaced = await control("PUT", "/chaos", { rules: [{ name: "down", error: 503 }] });
  expect(replaced.body).toMatchObject({ rules: [{ name: "down", matched: 0 }] });
  expect((await control("DELETE", "/chaos")).body).toEqual({ rules: [] });
});

test("says what is wrong with a rule, and which rules there are", async () => {
  const { control } = await startControlled({ chaos: [{ name: "busy", error: 429 }] });
  const wrong = await control("POST", "/chaos", { rules: [{ operation: "send-mesage", error: 500 }] });
  expect(wrong).toMatchObject({ status: 400, body: { error: { code: "invalid_input" } } });
  expect(wrong.text).toContain('Did you mean \\"send-message\\"?');
  expect((await control("POST", "/chaos", { rules: [{ name: "busy", error: 500 }] })).status).toBe(400);
  const missing = await control("DELETE", "/chaos/bussy");
  expect([missing.status, missing.text]).toEqual([404, expect.stringContaining("In force: busy.")]);
});
