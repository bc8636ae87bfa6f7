import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Schema } from "../spec/document/model.ts";
import { renameParameters } from "../spec/document/parameter-names.ts";
import { documentOf } from "./document-of.test.support.ts";
import { boundaryCasesOf } from "./index.ts";
import { type RequestOptions, validRequests } from "./requests.ts";

const ANY: Schema = { type: "integer", minimum: 1 };

/** Two filters, of which the target file says that nobody knows the name of one, and a required parameter alike. */
function requests(options: RequestOptions = {}) {
  const made = documentOf({ query: { known: ANY, unknown: ANY, needed: ANY }, required: ["needed"] });
  const operations = renameParameters([made.operation], { op: { unknown: null, needed: null } });
  const [operation] = operations;
  if (operation === undefined) throw new Error("no operation");
  const document = { ...made.document, operations };
  return { document, operation, all: fc.sample(validRequests(document, operation, options), { seed: 1, numRuns: 30 }) };
}

test("a valid request does without an optional parameter whose name nobody knows", () => {
  const names = requests().all.flatMap(({ parameters }) => Object.keys(parameters));
  expect([...new Set(names)].sort()).toEqual(["known", "needed"]);
});

test("it has the parameter where that is what is asked for", () => {
  const asked: RequestOptions[] = [{ require: ["/parameters/unknown"] }, { fixed: { parameters: { unknown: 7 } } }];
  const isThere = asked.map((options) =>
    requests(options).all.every(({ parameters }) => parameters.unknown !== undefined),
  );
  expect(isThere).toEqual([true, true]);
});

test("no case is made of its presence", () => {
  const { document, operation } = requests();
  const alone = boundaryCasesOf(document, operation).filter(({ aspect }) => aspect !== "value");
  expect(alone.some(({ input }) => input.parameters.known !== undefined)).toBe(true);
  expect(alone.every(({ input }) => input.parameters.unknown === undefined)).toBe(true);
});
