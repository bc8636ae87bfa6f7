import { expect, test } from "vitest";
import { pointedItem } from "./pointed-item.ts";

const body = JSON.stringify({ data: { hits: [{ id: "a" }, { id: "b", metadata: { tags: ["x", "y"] } }] } });

test("finds the item that a pointer leads into", () => {
  expect(pointedItem(body, "/data/hits/1/id")).toEqual({
    pointer: "/data/hits/1",
    text: '{"id":"b","metadata":{"tags":["x","y"]}}',
  });
  expect(pointedItem(body, "/data/hits/1/metadata/tags/0")).toEqual({
    pointer: "/data/hits/1/metadata/tags/0",
    text: '"x"',
  });
});

test("finds nothing where the pointer leads into no list, or the body is cut off", () => {
  expect(pointedItem(body, "/data")).toBeNull();
  expect(pointedItem(body, "/data/hits/7/id")).toBeNull();
  expect(pointedItem(body, "")).toBeNull();
  expect(pointedItem(body.slice(0, 30), "/data/hits/1/id")).toBeNull();
});
