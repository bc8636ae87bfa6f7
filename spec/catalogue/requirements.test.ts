import { expect, test } from "vitest";
import type { ApiDocument, Constraint, Operation } from "../document/model.ts";
import type { Json } from "../json.ts";
import { OperatorError } from "../operator-error.ts";
import { buildCatalogue, type CatalogueEntry } from "./requirements.ts";

const operation = (id: string, family: "agent" | "sdk", method: "GET" | "POST"): Operation => ({
  id,
  method,
  path: `/v1/${family}/${id}`,
  pointer: "",
  family,
  effect: "read",
  creates: null,
  parameters: [],
  safe: null,
  body:
    method === "POST"
      ? { required: true, schema: {}, members: {}, requiredMembers: [], pointer: "", address: `${id}.body` }
      : null,
  responses: new Map(),
  authenticated: true,
});

const document: ApiDocument = {
  title: "test",
  version: "1.0.0",
  sha256: "",
  overlay: null,
  operations: [
    operation("list-things", "agent", "GET"),
    operation("make-thing", "agent", "POST"),
    operation("recall", "sdk", "POST"),
    operation("added-later", "agent", "GET"),
  ],
  schemas: {},
  raw: {},
  base: {},
};

const entry = (id: string, more: Partial<CatalogueEntry> = {}): CatalogueEntry => ({
  id,
  level: "MUST",
  statement: "A rule.",
  clause: "Limits",
  operations: ["make-thing"],
  ...more,
});

const constraint = (address: string, value: Json, more: Partial<Constraint> = {}): Constraint => ({
  address,
  pointer: "",
  keyword: address.split(".").at(-1) ?? "",
  value,
  side: "request",
  operation: address.split(".")[0] ?? null,
  open: null,
  ...more,
});

const succeeds = ["list-things", "make-thing", "recall"].map((id) =>
  entry(`${id}.succeeds`, { operations: [id], topic: "succeeds" }),
);

function build(entries: readonly CatalogueEntry[], constraints: readonly Constraint[] = []) {
  const values = new Map(constraints.map(({ address, value }) => [address, value]));
  const sources = { document, constraints, valueAt: (address: string) => values.get(address) };
  return buildCatalogue({ ...sources, entries: [...succeeds, ...entries] });
}

test("fills the document's values into statements", () => {
  const { get } = build(
    [entry("things.title", { statement: "At most {make-thing.body.title.maxLength} characters." })],
    [constraint("make-thing.body.title.maxLength", 400)],
  );
  expect(get("things.title")?.statement).toBe("At most 400 characters.");
});

test("expands selectors to the operations of the document", () => {
  const { get } = build([
    entry("all", { operations: ["*"] }),
    entry("one-family", { operations: ["agent/*"] }),
    entry("bodies", { operations: ["body/*"] }),
  ]);
  expect(get("all")?.operations).toEqual(["list-things", "make-thing", "recall", "added-later"]);
  expect(get("one-family")?.operations).toEqual(["list-things", "make-thing", "added-later"]);
  expect(get("bodies")?.operations).toEqual(["make-thing", "recall"]);
});

test("drops a requirement whose operations are all gone, and keeps one that has none", () => {
  const { get } = build([entry("gone", { operations: ["removed"] }), entry("none", { operations: [] })]);
  expect(get("gone")).toBeUndefined();
  expect(get("none")).toBeDefined();
});

test("lets the narrowest glob claim a constraint", () => {
  const { requirementFor } = build([
    entry("wide", { constraints: ["make-thing.body.*"] }),
    entry("narrow", { constraints: ["make-thing.body.title.*"] }),
    entry("exact", { constraints: ["make-thing.body.title.maxLength"] }),
  ]);
  expect(requirementFor("make-thing.body.title.maxLength").id).toBe("exact");
  expect(requirementFor("make-thing.body.title.minLength").id).toBe("narrow");
  expect(requirementFor("make-thing.body.other.type").id).toBe("wide");
});

test("derives a requirement for each constraint that nobody claims, but none for an open one", () => {
  const { requirements, requirementFor } = build(
    [],
    [
      constraint("make-thing.body.size.maximum", 7),
      constraint("make-thing.body.size.minimum", 1, { open: "a choice" }),
      constraint("Thing.required.id", true, { keyword: "required", side: "response", operation: null }),
    ],
  );
  const derived = requirements.filter(({ id }) => id.startsWith("document.make-thing"));
  expect(derived.map(({ id }) => id)).toEqual(["document.make-thing.body.size.maximum"]);
  expect(derived[0]).toMatchObject({ level: "MUST", derived: true, operations: ["make-thing"] });
  expect(derived[0]?.statement).toBe("In requests, make-thing.body.size MUST have maximum 7.");
  expect(requirementFor("make-thing.body.size.maximum")).toBe(derived[0]);
  expect(requirementFor("Thing.required.id").statement).toBe("In responses, Thing.required.id MUST be present.");
});

test("answers for an address that the document lacks", () => {
  expect(build([]).requirementFor("nowhere.body.x").id).toBe("document.nowhere.body.x");
});

test("finds the requirement that plays a part for an operation", () => {
  const { requirementForOperation } = build([entry("no-key", { operations: ["*"], topic: "authenticated" })]);
  expect(requirementForOperation("recall", "succeeds").id).toBe("recall.succeeds");
  expect(requirementForOperation("added-later", "authenticated").id).toBe("no-key");
});

test("derives the parts that an operation of an overlay lacks, and lists them", () => {
  const { requirements, requirementForOperation } = build([
    entry("no-key", { operations: ["*"], topic: "authenticated" }),
  ]);
  const derived = requirementForOperation("added-later", "succeeds");
  expect(derived).toMatchObject({ id: "document.added-later.succeeds", operations: ["added-later"], derived: true });
  expect(requirements).toContain(derived);
  expect(requirements.map(({ id }) => id)).toContain("document.added-later.answer");
  expect(requirements.map(({ id }) => id)).not.toContain("document.recall.answer");
});

test("selects by id and by glob, in the order of the catalogue", () => {
  const { select } = build([entry("things.a"), entry("things.b"), entry("other")]);
  expect(select(["other", "things.*"]).map(({ id }) => id)).toEqual(["things.a", "things.b", "other"]);
});

test("rejects a selection that matches nothing", () => {
  const attempt = () => build([]).select(["thing.*"]);
  expect(attempt).toThrow(OperatorError);
  expect(attempt).toThrow('no requirement has an id that matches "thing.*".');
});
