import { expect, test } from "vitest";
import { counted, duration, oneLine, percent, size, thousands, truncated, visible } from "./format-text.ts";

test("shows control characters as pictures and keeps tabs and line feeds", () => {
  expect(visible("a\u0000b\u001b[31m\tc\r\nd\u007f")).toBe("a␀b␛[31m\tc␍\nd␡");
});

test("shows steering characters, C1 controls and lone surrogates as escapes", () => {
  expect(visible("\u202ea\u2066b\u009bc\ud800d\uffff")).toBe("\\u202ea\\u2066b\\u009bc\\ud800d\\uffff");
});

test("leaves letters of every script and joined emoji alone", () => {
  const text = "مرحبا שלום é 👩‍👩‍👧 日本";
  expect(visible(text)).toBe(text);
});

test("puts text on one line", () => {
  expect(oneLine(" a\n\n\tb  c ")).toBe("a b c");
});

test("cuts by code points and says how much is missing", () => {
  expect(truncated("👍👍👍👍", 4)).toBe("👍👍👍👍");
  expect(truncated("👍👍👍👍", 3)).toBe("👍👍👍… (1 more characters)");
});

test("words numbers for people", () => {
  expect(thousands(1234567)).toBe("1,234,567");
  expect(counted(1, "check")).toBe("1 check");
  expect(counted(1200, "reply", "replies")).toBe("1,200 replies");
  expect([840, 12_400, 185_000].map(duration)).toEqual(["840 ms", "12.4 s", "3 min 5 s"]);
  expect([512, 4096, 26_214_400].map(size)).toEqual(["512 B", "4.0 KiB", "25.0 MiB"]);
});

test("never rounds a share to all or to nothing", () => {
  expect(percent(999, 1000)).toBe("99 %");
  expect(percent(1, 1000)).toBe("1 %");
  expect(percent(3, 3)).toBe("100 %");
  expect(percent(0, 0)).toBe("–");
});
