import { expect, test } from "vitest";
import { internalErrorRules } from "./internal-errors.ts";
import { acceptedEntry, lost, rejected, verdictOf } from "./testing/entries.ts";

const flag = acceptedEntry({ messageId: "m1", reason: "someone has to decide" }, { id: "m1" });
const error = rejected(flag, 500, "internal_error");

function verdict(...flags: readonly (typeof flag)[]) {
  return verdictOf(internalErrorRules, "messages.flag.succeeds", { "flag-needs-human": flags });
}

test("reports valid requests that repeatedly end in an internal error", () => {
  expect(verdict(flag, error, error)).toBe(1);
  expect(verdict(flag, error, error, error)).toBe("broken");
});

test("counts accepted requests only, not rejections or requests without a response", () => {
  expect(verdict(flag, flag, lost(flag))).toBe(2);
  expect(verdict(lost(flag), lost(flag), lost(flag))).toBe(0);
  expect(verdict(rejected(flag, 409), rejected(flag, 404), rejected(flag, 503))).toBe(0);
});

test("ignores invalid requests, requests of strangers and disabled features", () => {
  const broken = { ...error, isBroken: true };
  const empty = { ...error, input: { ...error.input, body: { messageId: "m1" } } };
  const stranger = { ...error, isOwn: false, otherKey: "nobody" };
  expect(verdict(broken, empty, stranger, broken, empty, stranger)).toBe(0);
  const off = rejected(flag, 500, "feature_disabled");
  expect(verdict(off, off, off)).toBe(0);
});
