import { expect, test } from "vitest";
import { valueAt } from "../pointer.ts";
import { constraintsOf } from "./constraints.ts";
import { loadDocument } from "./document.ts";
import type { Constraint } from "./model.ts";

const document = await loadDocument();
const constraints = constraintsOf(document);

function find(address: string): Constraint | undefined {
  return constraints.find((constraint) => constraint.address === address);
}

test("gives every constraint an address of its own and the pointer of its keyword", () => {
  const addresses = constraints.map(({ address }) => address);
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
  expect(addresses.filter((address) => address.includes("#"))).toEqual([]);
  for (const { address, pointer, value } of constraints) {
    expect(valueAt(document.raw, pointer), address).toEqual(value);
  }
});

test.each<[string, Partial<Constraint>]>([
  ["create-task.body.title.maxLength", { value: 500, side: "request", operation: "create-task", open: null }],
  ["list-tasks.query.limit.maximum", { value: 100, open: expect.any(String) as unknown as string }],
  ["recall.body.oneOf", { side: "request", open: null }],
  ["remember.body.not", { side: "request", open: null }],
  ["remember.body.required.derived_from", { open: null }],
  ["remember.body.required.content", { open: expect.any(String) as unknown as string }],
  ["remember.body.metadata.x-max-bytes", { value: 4096, open: null }],
  ["remember.body.derived_from[].id.type", { value: "string" }],
  ["search-messages.query.query.required", { value: true, open: null }],
  ["request-file-download.query.channel.required", { value: true, open: expect.any(String) as unknown as string }],
  ["GetMessagesResult.hasMore.type", { side: "response", operation: null }],
  ["TaskStatus.enum", { side: "response", operation: null }],
  ["Meta.required.requestId", { value: "requestId", open: null }],
  ["SdkError.code.anyOf", { side: "response" }],
])("tells %s", (address, expected) => {
  expect(find(address)).toMatchObject({ address, ...expected });
});

test("tells components once, whatever refers to them", () => {
  expect(constraints.filter(({ pointer }) => pointer === "/components/schemas/TaskStatus/enum")).toHaveLength(1);
});
