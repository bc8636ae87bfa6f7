import { expect, test } from "vitest";
import { internalErrorRules } from "./internal-errors.ts";
import { judged, lost, past, rejected } from "./testing/judged.ts";

const flag = past({ messageId: "m1", reason: "someone has to decide" }, { id: "m1" });
const error = rejected(flag, 500, "internal_error");

function verdict(...flags: readonly (typeof flag)[]) {
  return judged(internalErrorRules, "messages.flag.succeeds", { "flag-needs-human": flags });
}

test("valid requests that end in an internal error again and again are no rejections", () => {
  expect(verdict(flag, error, error)).toBe(1);
  expect(verdict(flag, error, error, error)).toBe("broken");
});

test("only an accepted request is a case: a rejection or a lost response proves nothing", () => {
  expect(verdict(flag, flag, lost(flag))).toBe(2);
  expect(verdict(lost(flag), lost(flag), lost(flag))).toBe(0);
  expect(verdict(rejected(flag, 409), rejected(flag, 404), rejected(flag, 503))).toBe(0);
});

test("what breaks a rule, comes from a stranger or is switched off says nothing of valid requests", () => {
  const broken = { ...error, isBroken: true };
  const empty = { ...error, input: { ...error.input, body: { messageId: "m1" } } };
  const stranger = { ...error, isOwn: false, otherKey: "nobody" };
  expect(verdict(broken, empty, stranger, broken, empty, stranger)).toBe(0);
  const off = rejected(flag, 500, "feature_disabled");
  expect(verdict(off, off, off)).toBe(0);
});
