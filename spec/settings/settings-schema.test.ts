import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { packageFile } from "../package-root.ts";
import { settingsSchema } from "./settings-schema.ts";

const folder = packageFile("spec", "schemas");

test.each(readdirSync(folder))("%s keeps to the schema of schemas", (name) => {
  const ajv = new Ajv2020({ strict: false });
  expect(ajv.validateSchema(JSON.parse(readFileSync(`${folder}/${name}`, "utf8"))) || ajv.errors).toBe(true);
});

test("tells each mistake with what was expected", () => {
  const schema = settingsSchema({
    type: "object",
    properties: { port: { type: "integer", minimum: 1 } },
    additionalProperties: false,
  });
  expect(schema.problems({ port: 1 })).toEqual([]);
  expect(schema.problems({ port: 0, prot: 1 })).toMatchObject([
    { code: "UNKNOWN-KEY", path: ["prot"], hint: 'Write "port", or remove the key.' },
    { code: "VALUE", path: ["port"], text: "0 is not valid: expected a number of at least 1." },
  ]);
});

test("tells a mistake once that breaks two keywords with one expectation", () => {
  const schema = settingsSchema({ type: "string", minLength: 1, pattern: "^[!-~]+$", "x-expected": "a key" });
  expect(schema.problems("")).toMatchObject([{ text: '"" is not valid: expected a key.' }]);
});
