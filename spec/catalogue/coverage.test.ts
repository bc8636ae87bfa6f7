import { expect, test } from "vitest";
import { constraintsOf } from "../document/constraints.ts";
import { loadDocument } from "../document/document.ts";
import { documentValues } from "../document/document-values.ts";
import { namesOperation } from "../document/operation-selectors.ts";
import { placeholdersOf } from "../document/placeholders.ts";
import { globMatcher } from "../glob.ts";
import { TOPICS } from "../requirement.ts";
import { loadOpenPoints, readOpenPoints } from "./open-points.ts";
import { claimants, claimsOf, loadCatalogue, readCatalogueEntries } from "./requirements.ts";

const document = await loadDocument();
const constraints = constraintsOf(document);
const catalogue = loadCatalogue(document);
const entries = readCatalogueEntries();

test("claims every constraint of the document that is not a choice, so that none needs a derived requirement", () => {
  expect(catalogue.requirements.filter(({ derived }) => derived === true).map(({ id }) => id)).toEqual([]);
});

test("claims every constraint once", () => {
  const claims = claimsOf(catalogue.requirements);
  const ambiguous = constraints
    .map(({ address }) => ({ address, by: claimants(claims, address).map(({ id }) => id) }))
    .filter(({ by }) => by.length > 1);
  expect(ambiguous).toEqual([]);
});

test("claims nothing that the document does not say", () => {
  const empty = entries.flatMap(({ id, constraints: globs = [] }) =>
    globs
      .filter((glob) => !constraints.some(({ address }) => globMatcher(glob)(address)))
      .map((glob) => `${id}: ${glob}`),
  );
  expect(empty).toEqual([]);
});

test("names only operations of the document", () => {
  const names = [...entries, ...readOpenPoints()].flatMap(({ id, operations }) =>
    operations.map((name) => ({ id, name })),
  );
  expect(names.filter(({ name }) => !namesOperation(name, document))).toEqual([]);
});

test("finds a value of the document for every placeholder", () => {
  const valueAt = documentValues(document, constraints);
  const missing = entries
    .flatMap(({ statement }) => placeholdersOf(statement))
    .filter((one) => valueAt(one) === undefined);
  expect(missing).toEqual([]);
  expect(catalogue.get("tasks.create.title-max")?.statement).toMatch(/^A title of \d+ characters/);
});

test("has one requirement a topic and operation", () => {
  const counts = document.operations.flatMap(({ id }) =>
    TOPICS.map((topic) => ({
      id,
      topic,
      count: catalogue.requirements.filter(
        (requirement) => requirement.topic === topic && requirement.operations.includes(id),
      ).length,
    })),
  );
  expect(counts.filter(({ count }) => count !== 1)).toEqual([]);
});

test("keeps every requirement and open point on the document as shipped", () => {
  expect(catalogue.requirements).toHaveLength(entries.length);
  expect(loadOpenPoints(document)).toHaveLength(readOpenPoints().length);
});

test("takes no word of a list from the document without a placeholder", () => {
  const listed = constraints
    .filter(({ keyword, address }) => keyword === "enum" && !address.includes("Error.code"))
    .flatMap(({ value }) => (Array.isArray(value) ? value : []))
    .filter((word): word is string => typeof word === "string" && /[_A-Z]/.test(word));
  const spelled = entries.filter(({ statement }) => listed.some((word) => new RegExp(`\\b${word}\\b`).test(statement)));
  expect(spelled.map(({ id, statement }) => `${id}: ${statement}`)).toEqual([]);
});
