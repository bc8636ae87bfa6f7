import { expect, test } from "vitest";
import { documentOf } from "../../generators/document-of.test.support.ts";
import { constraintsOf } from "../../spec/document/constraints.ts";
import type { Json } from "../../spec/json.ts";
import { validatorOf } from "../../spec/validation/validate.ts";
import { createConstraintWalker } from "./constraint-walker.ts";

const answer = {
  type: "object",
  properties: { title: { type: "string" }, never: { type: "null" } },
};
const { document, operation } = documentOf({ answer });
const constraints = constraintsOf(document);
const claimed = new Map(constraints.map(({ address }) => [address, address]));

function asserted(value: Json): readonly string[] {
  const walker = createConstraintWalker(document, constraints, claimed, validatorOf(document));
  return [...walker.walk(operation.responses.get(200)?.pointer ?? "", value)];
}

test("counts the absence of a member as evidence only if the member can have no value", () => {
  expect(asserted({})).toEqual(["op.200.type", "op.200.never.type"]);
});

test("counts a value as evidence for its type, but not null", () => {
  expect(asserted({ title: "a", never: 1 })).toEqual(["op.200.type", "op.200.title.type", "op.200.never.type"]);
  expect(asserted({ title: null })).not.toContain("op.200.title.type");
  expect(asserted({ never: null })).toContain("op.200.never.type");
});
