import { expect, test } from "vitest";
import type { Schema } from "../../spec/document/model.ts";
import { documentOf } from "../document-of.test.support.ts";
import { requestModel, requestValue } from "../request-model.ts";
import { disputedRequests } from "./requests.ts";

function disputesOf(member: Schema) {
  const { document, operation } = documentOf({ body: { type: "object", properties: { member: member as never } } });
  const cases = disputedRequests(document, operation).filter(({ pointer }) => pointer === "/body/member");
  return { cases, model: requestModel(document, operation) };
}

test("finds the values between a rule and its safe zone, and none that breaks the rule", () => {
  const schema = { type: "integer", maximum: 90, "x-safe": { schema: { maximum: 20 }, reason: "why" } } as Schema;
  const { cases, model } = disputesOf(schema);
  const zone = cases.filter(({ dispute }) => dispute === "outside-safe-zone");
  expect(zone.map(({ after, reason }) => [after, reason])).toEqual([[21, "why"]]);
  for (const { input } of zone) expect(model.rules.judge(requestValue(input))).toEqual([]);
});

test("goes against what is open", () => {
  const { cases } = disputesOf({ type: "integer", maximum: 9, "x-open": { maximum: "rejected or cut down" } });
  const open = cases.find(({ dispute }) => dispute === "open-keyword");
  expect(open).toMatchObject({ after: 10, address: "op.body.member.maximum", reason: "rejected or cut down" });
});

test("bends types only as a coercion could put right", () => {
  const { cases } = disputesOf({ type: "integer", minimum: 5, maximum: 5 });
  const found = Object.fromEntries(
    cases.map((disputedCase) => [disputedCase.dispute, disputedCase.rawBody ?? disputedCase.after]),
  );
  expect(found).toEqual({ "null-for-absent": null, "number-as-text": "5", "whole-as-decimal": '{"member":5.0}' });
});

test("fills the bytes between a safe size and the stated one", () => {
  const schema = { type: "object", "x-max-bytes": 100, "x-safe": { schema: { "x-max-bytes": 80 }, reason: "why" } };
  const { cases } = disputesOf(schema as Schema);
  const sizes = cases
    .filter(({ dispute }) => dispute === "outside-safe-zone")
    .map(({ after }) => JSON.stringify(after).length);
  expect(sizes).toEqual([100]);
});

test("leaves out members that only a choice requires", () => {
  const body = {
    type: "object",
    required: ["a"],
    properties: { a: { type: "string" } },
    "x-open": { required: "not stated" },
  };
  const { document, operation } = documentOf({ body: body as never });
  const missing = disputedRequests(document, operation).find(({ address }) => address === "op.body.required.a");
  expect(missing?.input.body).toEqual({});
});
