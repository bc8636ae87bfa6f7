import { expect, test } from "vitest";
import { pointerOfReference, pointerTo, pointerTokens, valueAt } from "./pointer.ts";

test("escapes slashes and tildes on the way in, and undoes it on the way out", () => {
  const pointer = pointerTo("/paths", "/v1/~x", "parameters", 0);
  expect(pointer).toBe("/paths/~1v1~1~0x/parameters/0");
  expect(pointerTokens(pointer)).toEqual(["paths", "/v1/~x", "parameters", "0"]);
});

test("finds values, and nothing beyond the document's own members", () => {
  const root = { a: [{ "b/c": 1 }], d: null };
  expect(valueAt(root, "")).toBe(root);
  expect(valueAt(root, "/a/0/b~1c")).toBe(1);
  expect(valueAt(root, "/d")).toBeNull();
  for (const pointer of ["/a/1", "/a/-", "/a/00", "/a/length", "/constructor", "/d/x", "/e"]) {
    expect(valueAt(root, pointer), pointer).toBeUndefined();
  }
});

test("takes internal references only, percent-encoded or not", () => {
  expect(pointerOfReference("#/components/schemas/Task")).toBe("/components/schemas/Task");
  expect(pointerOfReference("#/paths/~1v1~1%7Bid%7D")).toBe("/paths/~1v1~1{id}");
  expect(pointerOfReference("#")).toBe("");
  expect(pointerOfReference("#anchor")).toBeNull();
  expect(pointerOfReference("other.yaml#/a")).toBeNull();
  expect(pointerOfReference("#/%zz")).toBe("/%zz");
});
