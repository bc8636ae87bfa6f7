import { expect, test } from "vitest";
import { formatOperatorError, OperatorError } from "./operator-error.ts";

test("prints code, message and hint", () => {
  const error = new OperatorError({
    code: "TARGET-FILE-UNKNOWN-KEY",
    message: 'the target file has the key "baseurl", which is not known',
    hint: 'write "baseUrl"',
  });
  expect(formatOperatorError(error)).toBe(
    'TARGET-FILE-UNKNOWN-KEY: the target file has the key "baseurl", which is not known\n  hint: write "baseUrl"',
  );
});

test("prints the chain of causes between message and hint", () => {
  const cause = new OperatorError({
    code: "INNER",
    message: "inner",
    hint: "unused",
    cause: new Error("ENOENT: no such file"),
  });
  const error = new OperatorError({ code: "OUTER", message: "outer", hint: "do it", cause });
  expect(formatOperatorError(error)).toBe(
    "OUTER: outer\n  cause: INNER: inner\n  cause: ENOENT: no such file\n  hint: do it",
  );
});

test("takes a sentence as a cause and keeps further lines indented", () => {
  const error = new OperatorError({ code: "A", message: "a", hint: "h", cause: "one\ntwo\n" });
  expect(formatOperatorError(error)).toBe("A: a\n  cause: one\n    two\n  hint: h");
});

test("ends on a circular chain of causes", () => {
  const cause = new Error("round and round");
  cause.cause = cause;
  const text = formatOperatorError(new OperatorError({ code: "A", message: "a", hint: "h", cause }));
  expect(text.split("\n").length).toBeLessThan(10);
});

test("is an Error that catches and prints as itself", () => {
  const error = new OperatorError({ code: "A", message: "a", hint: "h" });
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).toBe("OperatorError: a");
  expect(error.cause).toBeUndefined();
});
