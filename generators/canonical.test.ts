import { expect, test } from "vitest";
import type { Schema } from "../spec/document/model.ts";
import { canonical } from "./canonical.ts";

const nowhere = () => undefined;

test("merges allOf into one set of bounds", () => {
  const [facet, ...others] = canonical(
    { type: "integer", minimum: 1, allOf: [{ maximum: 10.5 }, { exclusiveMinimum: 1 }, { multipleOf: 2 }] } as Schema,
    nowhere,
  );
  expect(others).toEqual([]);
  expect(facet).toMatchObject({ type: "integer", minimum: 2, maximum: 10, multiplesOf: [2] });
});

test("keeps the whole numbers of number and integer", () => {
  const facets = canonical({ type: ["number", "string"], allOf: [{ type: "integer" }] } as Schema, nowhere);
  expect(facets.map(({ type }) => type)).toEqual(["integer"]);
});

test("finds that nothing can match bounds that exclude each other", () => {
  expect(canonical({ type: "string", minLength: 5, maxLength: 4 }, nowhere)).toEqual([]);
  expect(canonical({ type: "string", allOf: [{ type: "integer" }] } as Schema, nowhere)).toEqual([]);
  expect(canonical({ type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 2 }, nowhere)).toEqual([]);
  expect(canonical({ enum: ["a"], const: "b" }, nowhere)).toEqual([]);
  expect(canonical({ not: {} } as Schema, nowhere)).toEqual([]);
});

test("makes a facet of every branch of oneOf that leaves the others out", () => {
  const schema = { type: "object", oneOf: [{ required: ["a"] }, { required: ["b"] }] } as Schema;
  const facets = canonical(schema, nowhere);
  expect(facets.map(({ required, forbidden }) => [required, forbidden])).toEqual([
    [["a"], ["b"]],
    [["b"], ["a"]],
  ]);
});

test("turns the exclusion of two members together into facets without one of them", () => {
  const schema = { type: "object", not: { required: ["a", "b"] } } as Schema;
  expect(canonical(schema, nowhere).map(({ forbidden }) => forbidden)).toEqual([["a"], ["b"]]);
});

test("splits dependentRequired into facets without the member and with what it brings", () => {
  const facets = canonical({ type: "object", dependentRequired: { a: ["b"] } } as Schema, nowhere);
  expect(facets.map(({ required, forbidden }) => [required, forbidden])).toEqual([
    [[], ["a"]],
    [["a", "b"], []],
  ]);
});

test("follows if to then and else", () => {
  const schema = JSON.parse(
    '{"type":"object","if":{"required":["a"]},"then":{"required":["b"]},"else":{"required":["c"]}}',
  ) as Schema;
  expect(canonical(schema, nowhere).map(({ required }) => required)).toEqual([["a", "b"], ["c"]]);
});

test("ends where a component does nothing but refer to itself", () => {
  expect(canonical({ $ref: "#/components/schemas/Loop" }, () => ({ $ref: "#/components/schemas/Loop" }))).toEqual([]);
});

test("stays bounded where choices multiply", () => {
  const branches = Array.from({ length: 6 }, (_, index) => ({ required: [`m${index}`] }));
  const schema = { type: "object", allOf: Array.from({ length: 12 }, () => ({ anyOf: branches })) } as Schema;
  expect(canonical(schema, nowhere).length).toBeLessThan(3_000);
});

test("stays bounded where components hold one another", () => {
  const names = ["A", "B", "C", "D"];
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]));
  const resolve = () => ({ type: "object", properties }) as Schema;
  expect(canonical({ $ref: "#/components/schemas/A" }, resolve)).toHaveLength(1);
});
