import { expect, test } from "vitest";
import { documentOf } from "../../generators/document-of.test.support.ts";
import { buildCatalogue } from "../../spec/catalogue/requirements.ts";
import { constraintsOf } from "../../spec/document/constraints.ts";
import type { Json } from "../../spec/json.ts";
import { validatorOf } from "../../spec/validation/validate.ts";
import type { ResponseViolation } from "../client/exchange.ts";
import { receivedJson } from "../client/testing/answered-exchange.ts";
import { createShapeAspect } from "./shape.ts";

const answer = {
  type: "object",
  properties: {
    title: { type: "string", minLength: 2, maxLength: 3 },
    list: { type: "array", items: { type: "number" } },
  },
};
const { document, operation } = documentOf({ answer });
const constraints = constraintsOf(document);
const catalogue = buildCatalogue({ entries: [], document, constraints, valueAt: () => undefined });
const shape = createShapeAspect(document, catalogue, validatorOf(document));

function violations(value: Json, bytes = 0): readonly ResponseViolation[] {
  return shape.judge(operation, { ...receivedJson(200, value), bytes: new Uint8Array(bytes) }).violations;
}

const ACCENTED = "e\u0301";
const FAMILY = "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}";

test.each([
  ["three letters", "abc"],
  ["three letters with marks of their own", ACCENTED.repeat(3)],
  ["three signs of many code points", FAMILY.repeat(3)],
  ["one sign of two UTF-16 units", "\u{1F600}"],
])("accepts a text of %s as two to three characters by at least one measure", (_, title) => {
  expect(violations({ title })).toEqual([]);
});

test.each([
  ["four letters", "abcd", "maxLength"],
  ["four letters with marks of their own", ACCENTED.repeat(4), "maxLength"],
  ["a letter with more marks than anybody writes", `e${"\u0301".repeat(200)}`, "maxLength"],
  ["one letter", "a", "minLength"],
  ["no letter", "", "minLength"],
])("rejects a text of %s as two to three characters by every measure", (_, title, keyword) => {
  expect(violations({ title })).toMatchObject([{ pointer: "/title", keyword }]);
});

const MIB = 1024 * 1024;
const longList = [...Array.from({ length: 1000 }, () => 1), "no number"];

test("judges the first thousand items of lists in a response of more than 1 MiB, and all items otherwise", () => {
  expect(violations({ list: longList }, MIB)).toMatchObject([{ pointer: "/list/1000", keyword: "type" }]);
  expect(violations({ list: longList }, MIB + 1)).toEqual([]);
  expect(violations({ list: longList.slice(1) }, MIB + 1)).toMatchObject([{ pointer: "/list/999" }]);
});
