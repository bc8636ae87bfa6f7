import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { packageFile } from "../package-root.ts";
import { CLAUSES, isClause } from "./clauses.ts";
import { readOpenPoints } from "./open-points.ts";
import { readCatalogueEntries } from "./requirements.ts";

const entries = readCatalogueEntries();
const points = readOpenPoints();

/** Complaints of the schema about a file of the spec folder. */
function complaints(name: string): unknown {
  const schema = JSON.parse(readFileSync(packageFile("spec", "schemas", `${name}.schema.json`), "utf8"));
  const validate = new Ajv2020({ allErrors: true }).compile(schema);
  validate(parse(readFileSync(packageFile("spec", `${name}.yaml`), "utf8"), { uniqueKeys: true }));
  return validate.errors ?? [];
}

test("keeps the catalogue and the register to their schemas, without unknown keys or repeated ids", () => {
  expect(complaints("requirements")).toEqual([]);
  expect(complaints("open-points")).toEqual([]);
});

test("leaves no heading of the contract without entries", () => {
  const cited = new Set([...entries, ...points].map(({ clause }) => clause));
  const covered = (clause: string) => [...cited].some((one) => one === clause || one.startsWith(`${clause} / `));
  expect(CLAUSES.filter((clause) => !covered(clause))).toEqual([]);
});

test("leaves no endpoint, resource and table of the contract without a requirement", () => {
  const cited = new Set(entries.map(({ clause }) => clause));
  const groups = CLAUSES.filter((one) => CLAUSES.some((other) => other.startsWith(`${one} / `)));
  expect(CLAUSES.filter((clause) => !cited.has(clause) && !groups.includes(clause))).toEqual([]);
});

test("cites only headings of the contract", () => {
  expect([...entries, ...points].filter(({ clause }) => !isClause(clause)).map(({ id }) => id)).toEqual([]);
});

test("takes numbers from the document, statuses and the three lifetimes aside", () => {
  const aside = ["memories.remember.ttl-preset", "versioning.interface-description"];
  const withNumbers = entries.filter(({ id, statement }) => {
    const words = statement.replaceAll(/\{[^}]*\}/gu, "").replaceAll(/\b(200|4\d\d|500|503|[24]xx)\b/gu, "");
    return /\d/u.test(words) && !aside.includes(id);
  });
  expect(withNumbers.map(({ id, statement }) => `${id}: ${statement}`)).toEqual([]);
});

test("states each rule with its level as the only modal verb", () => {
  const wrong = entries.filter(({ level, statement }) => {
    const verbs = statement.match(/\b(MUST|SHALL|SHOULD|MAY|must|shall|should|may|has to|have to)\b/g) ?? [];
    return verbs.length !== 1 || verbs[0] !== level;
  });
  expect(wrong.map(({ id, statement }) => `${id}: ${statement}`)).toEqual([]);
});

test("says each rule once", () => {
  const statements = entries.map(({ statement, operations }) => `${statement} ${operations.join()}`);
  expect(statements.filter((statement, index) => statements.indexOf(statement) !== index)).toEqual([]);
  const questions = points.map(({ question, operations }) => `${question} ${operations.join()}`);
  expect(questions.filter((question, index) => questions.indexOf(question) !== index)).toEqual([]);
});
