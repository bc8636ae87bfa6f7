import { expect, test } from "vitest";
import { asJson } from "./as-json.ts";

test("returns JSON values unchanged", () => {
  const value = { text: "é\u{1F600}", list: [1, null, { deep: true }], none: null };
  expect(asJson(value)).toEqual(value);
  expect(asJson("a text")).toBe("a text");
});

test("omits what JSON cannot carry or states its size, so that the value can be sent to another thread", () => {
  const file = { fileName: "a.txt", bytes: Buffer.from("four"), ofSize: () => null, size: 10n, when: undefined };
  expect(asJson(file)).toEqual({ fileName: "a.txt", bytes: "4 bytes", size: "10" });
  expect(asJson([new Uint8Array(3), () => 1])).toEqual(["3 bytes", null]);
  expect(asJson(() => 1)).toBeNull();
  expect(asJson(undefined)).toBeNull();
});
