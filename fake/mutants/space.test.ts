import { expect, test } from "vitest";
import { OPERATIONS } from "../operations.ts";
import { OPERATORS } from "./operators/all.ts";
import { INPUT_CLAIMS } from "./sites/input-claims.ts";
import { LIST_CLAIMS } from "./sites/list-claims.ts";
import { RULE_CLAIMS } from "./sites/rule-claims.ts";
import { VALUE_CLAIMS } from "./sites/value-claims.ts";
import { mutantSpace } from "./space.ts";

const { pairs, sites, catalogue } = await mutantSpace();
const ids = new Set(sites.map(({ id }) => id));

test("every operator has a site where it breaks something", () => {
  const used = new Set(pairs.map(({ operator }) => operator));
  expect(OPERATORS.filter((operator) => !used.has(operator)).map(({ name }) => name)).toEqual([]);
});

test("every pair breaks a requirement of the catalogue", () => {
  const unknown = pairs.map(({ mutation }) => mutation.breaks).filter((id) => catalogue.get(id) === undefined);
  expect([...new Set(unknown)]).toEqual([]);
});

test("every operation, and every kind of site, is part of the space", () => {
  const operations = new Set(pairs.map(({ site }) => site.operation));
  expect(OPERATIONS.filter(({ id }) => !operations.has(id))).toEqual([]);
  expect(new Set(pairs.map(({ site }) => site.kind)).size).toBe(10);
});

test("every claim is about a place that the document or the rules have", () => {
  const members = Object.entries(VALUE_CLAIMS).flatMap(([place, { changed = {}, absent = {} }]) =>
    Object.keys({ ...changed, ...absent }).map((name) => `${place}/${name}`),
  );
  const rules = Object.keys(RULE_CLAIMS).map((path) => `rules.${path}`);
  const claimed = [...members, ...Object.keys(LIST_CLAIMS), ...Object.keys(INPUT_CLAIMS), ...rules];
  expect(claimed.filter((id) => !ids.has(id))).toEqual([]);
});

test("a member that the contract leaves open may change, and still has to have its type", () => {
  const at = (id: string) => pairs.filter(({ site }) => site.id === id).map(({ operator }) => operator.name);
  expect(at("list-tasks:/data/*/dueAt")).toEqual(["wrong-type", "unlisted", "stray"]);
  expect(at("list-tasks:/data/*/description")).toContain("drop");
});
