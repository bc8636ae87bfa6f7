import { expect, test } from "vitest";
import { disputedRequests } from "../../generators/index.ts";
import { loadOpenPoints } from "../../spec/catalogue/open-points.ts";
import { loadDocument } from "../../spec/document/document.ts";
import { pointOf } from "./disputed-points.ts";

test("prefers the point of the dispute to that of its address, and a specific address to a general one", () => {
  const address = "remember.body.required.scope_id";
  expect(pointOf({ point: "input.empty-text", address })).toBe("input.empty-text");
  expect(pointOf({ point: null, address })).toBe("remember.scope-omitted");
  expect(pointOf({ point: null, address: "remember.body.required.kind" })).toBe("input.required-fields");
  expect(pointOf({ point: null, address: "get-messages" })).toBe("get-messages.both-cursors");
  expect(pointOf({ point: null, address: "get-messages.query.limit.minimum" })).toBeNull();
});

test("names only registered open points", async () => {
  const document = await loadDocument();
  const known = new Set(loadOpenPoints(document).map(({ id }) => id));
  const points = document.operations.flatMap((operation) => disputedRequests(document, operation).map(pointOf));
  const unknown = [...new Set(points)].filter((point) => point !== null && !known.has(point));
  expect(unknown).toEqual([]);
});
