import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { packageFile } from "../../../spec/package-root.ts";
import { CLIENT_RULES } from "./all.ts";

const FOLDER = packageFile("fake", "client-report", "rules");
const NAMES = readdirSync(FOLDER).filter((name) => !name.endsWith(".test.ts") && name !== "all.ts");
const TESTS = readdirSync(FOLDER).filter((name) => name.endsWith(".test.ts"));

test("each file has one rule, named as the file is", () => {
  expect(CLIENT_RULES.map(({ id }) => `${id}.ts`).sort()).toEqual(NAMES.sort());
});

test("each rule is tested with a client that breaks it and one that keeps it", () => {
  const tests = TESTS.map((name) => readFileSync(`${FOLDER}/${name}`, "utf8")).join("\n");
  const tested = [...tests.matchAll(/^testRule\("([^"]+)"/gm)].map(([, id = ""]) => id);
  expect([...new Set(tested)].sort()).toEqual(CLIENT_RULES.map(({ id }) => id).sort());
});

test("what a rule quotes of the contract stands in the document", () => {
  const document = readFileSync(packageFile("spec", "openapi.yaml"), "utf8").replace(/\s+/g, " ");
  for (const { id, clause } of CLIENT_RULES) {
    if (clause !== null) expect(document, id).toContain(clause.text);
  }
});
