import { expect, test } from "vitest";
import { loadDocument } from "../../spec/document/document.ts";
import { boundaryCasesOf, invalidAmongOthersOf, invalidCasesOf, isSafe } from "../index.ts";
import { requestModel, requestValue } from "../request-model.ts";
import { amongOthers } from "./among-others.ts";

const document = await loadDocument();

test("a rule broken among all other members is broken still, and its valid request breaks none", () => {
  for (const operation of document.operations) {
    const cases = invalidCasesOf(document, operation);
    const among = invalidAmongOthersOf(document, operation);
    expect(among).toHaveLength(cases.length);
    for (const [place, invalidCase] of among.entries()) {
      if (invalidCase === null) continue;
      expect(invalidCase.address).toBe(cases[place]?.address);
      expect(isSafe(document, operation, invalidCase.control)).toBe(true);
      expect(requestModel(document, operation).rules.judge(requestValue(invalidCase.input)).length).toBeGreaterThan(0);
    }
  }
});

test("recall is asked with a query and a seed, and with neither, among all else that can be asked for", () => {
  const operation = document.operations.find(({ id }) => id === "recall");
  if (!operation) throw new Error("the document has no recall");
  const cases = invalidCasesOf(document, operation).filter(({ keyword }) => keyword === "oneOf");
  const bodies = amongOthers(document, operation, cases, boundaryCasesOf(document, operation)).map(
    (invalidCase) => invalidCase?.input.body,
  );
  const expected = expect.objectContaining({ limit: expect.any(Number), filters: expect.any(Object) });
  expect(bodies).toEqual(cases.map(() => expected));
  const named = bodies.map((body) => ["query", "seed_id"].filter((name) => Object.hasOwn(Object(body), name)).length);
  expect(named.toSorted()).toEqual([0, 2]);
});

test("a broken item of a list goes behind those that are none", () => {
  const operation = document.operations.find(({ id }) => id === "recall");
  if (!operation) throw new Error("the document has no recall");
  const items = invalidAmongOthersOf(document, operation).filter(
    (invalidCase) => invalidCase?.address === "recall.body.expand[].enum",
  );
  const lists = items.map((invalidCase) => (Object(invalidCase?.input.body) as { expand: string[] }).expand);
  expect(lists.length).toBeGreaterThan(0);
  for (const list of lists) expect(["provenance", "related"]).toContain(list[0]);
});
