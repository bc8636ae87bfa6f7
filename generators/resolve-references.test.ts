import { expect, test } from "vitest";
import type { Schema } from "../spec/document/model.ts";
import { documentOf } from "./document-of.test.support.ts";
import { MissingReference } from "./missing-reference.ts";
import { resolveReferences } from "./resolve-references.ts";

const id = (kind: string) => ({ type: "string", "x-reference": kind });
const body = {
  type: "object",
  required: ["channel"],
  properties: {
    channel: id("channel"),
    thread: id("message"),
    files: { type: "array", items: id("attachment") },
    from: { type: "array", minItems: 1, items: { type: "object", required: ["id"], properties: { id: id("memory") } } },
  },
} as never as Schema;
const { document, operation } = documentOf({ body });

function resolve(sent: object, ids: Readonly<Record<string, string | undefined>>) {
  const input = { operation: "op", parameters: {}, body: sent as never };
  return resolveReferences(document, operation, input, (kind, _place, index) => ids[`${kind}${index}`]).body;
}

test("replaces every token with an id, different ones for different items", () => {
  const sent = { channel: "$reference:channel", files: ["$reference:attachment", "$reference:attachment:1"] };
  const ids = { channel0: "c", attachment0: "x", attachment1: "y" };
  expect(resolve(sent, ids)).toEqual({ channel: "c", files: ["x", "y"] });
});

test("leaves out what is optional and is not available: the member, the item, or the list that would be too short", () => {
  const sent = {
    channel: "$reference:channel",
    thread: "$reference:message",
    files: ["$reference:attachment", "$reference:attachment:1"],
    from: [{ id: "$reference:memory" }],
  };
  expect(resolve(sent, { channel0: "c", attachment1: "y" })).toEqual({ channel: "c", files: ["y"] });
});

test("says what is missing where it is needed", () => {
  expect(() => resolve({ channel: "$reference:channel" }, {})).toThrow(MissingReference);
});

test("tells the provider what the id is for", () => {
  const places: string[] = [];
  const input = {
    operation: "op",
    parameters: {},
    body: { channel: "$reference:channel", from: [{ id: "$reference:memory" }] },
  };
  resolveReferences(document, operation, input, (_kind, place) => {
    places.push(place);
    return "id";
  });
  expect(places.sort()).toEqual(["op.body.channel", "op.body.from[].id"]);
});
