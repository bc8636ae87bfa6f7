import { expect, test } from "vitest";
import type { Schema } from "../spec/document/model.ts";
import { addMembers } from "./add-members.ts";
import { documentOf } from "./document-of.test.support.ts";

const body = {
  type: "object",
  properties: { a: { type: "string" }, b: { type: "integer", maximum: 9 }, c: { type: "string" } },
  not: { required: ["a", "c"] },
} as never as Schema;
const { document, operation } = documentOf({ body });

function complete(sent: object, members: object) {
  const input = { operation: "op", parameters: {}, body: sent as never };
  return addMembers(document, operation, input, members as never).body;
}

test("adds what a target cannot do without, and leaves what is there", () => {
  expect(complete({ b: 1 }, { a: "x", b: 2 })).toEqual({ b: 1, a: "x" });
});

test("leaves out what would break a rule that the request keeps", () => {
  expect(complete({ c: "x" }, { a: "x", b: 2 })).toEqual({ c: "x", b: 2 });
});

test("keeps a request broken in the one place where it is", () => {
  expect(complete({ b: 10 }, { a: "x" })).toEqual({ b: 10, a: "x" });
  expect(complete({ a: "x", c: "y" }, { b: 2 })).toEqual({ a: "x", c: "y", b: 2 });
});
