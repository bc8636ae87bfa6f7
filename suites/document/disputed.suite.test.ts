import { expect, test } from "vitest";
import { rawBodyOf } from "./disputed.suite.ts";

const DRAWN = { content: "a claim", scope_id: "{scope}", ttl_seconds: 1 };

test("writes renewed texts into a raw body, and keeps the disputed value", () => {
  const raw = '{"content":"a claim","scope_id":"{scope}","ttl_seconds":1.0}';
  const resolved = { ...DRAWN, content: "a claim jslmqx$&1" };
  expect(rawBodyOf(raw, DRAWN, resolved)).toBe(
    '{"content":"a claim jslmqx$&1","scope_id":"{scope}","ttl_seconds":1.0}',
  );
});

test("skips a body with a member that could not be resolved", () => {
  const { content, ...resolved } = DRAWN;
  expect(() => rawBodyOf(JSON.stringify(DRAWN), DRAWN, resolved)).toThrow(/does not have/);
});
