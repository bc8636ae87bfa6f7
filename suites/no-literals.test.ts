import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { constraintsOf } from "../spec/document/constraints.ts";
import { loadDocument } from "../spec/document/document.ts";
import { packageFile } from "../spec/package-root.ts";

/**
 * Suites take paths, enums and bounds from the document, so that an overlay that changes one changes what is tested. What
 * stands here holds them to it: a value that the document states, written down once more, is reported with its place.
 */
const here = dirname(fileURLToPath(import.meta.url));
const document = await loadDocument();

/** Folders that do not test targets by the document: the command line, servers to test the suite with, generated clients. */
const EXEMPT = ["cli/", "selftest/", "clients/"];

const files = readdirSync(here, { recursive: true, encoding: "utf8" })
  .filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !EXEMPT.some((folder) => name.startsWith(folder)),
  )
  .map((name) => ({ name: `suites/${name}`, code: withoutComments(readFileSync(join(here, name), "utf8")) }));

/** Comments may say what a check is about in the document's own words. */
function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, " ")).replace(/(^|\s)\/\/.*$/gm, "");
}

/** Places that hold what the pattern finds: `suites/a.ts:12 — what`. */
function places(pattern: RegExp, what: (match: RegExpMatchArray) => string | null): string[] {
  return files.flatMap(({ name, code }) =>
    [...code.matchAll(pattern)].flatMap((match) => {
      const found = what(match);
      const line = code.slice(0, match.index).split("\n").length;
      return found === null ? [] : [`${name}:${line} — ${found}`];
    }),
  );
}

test("looks at the code of the suites", () => {
  expect(files.length).toBeGreaterThan(50);
});

test("names no path of the document: an operation is called by its id", () => {
  const paths = new Set(document.operations.map(({ path }) => path));
  const found = places(/["'`](\/[\w/{}-]+)/g, ([, path = ""]) =>
    paths.has(path) ? `the path ${path}: call the operation by its id` : null,
  );
  expect(found).toEqual([]);
});

const FIXTURES = new Set(namesIn(JSON.parse(readFileSync(packageFile("spec", "schemas/target.schema.json"), "utf8"))));

/** Names of all properties that a schema describes. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties } = schema as { properties?: object };
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(namesIn)];
}

/** An enum of two is a choice between two modes, which a check about the one or the other has to name. */
const FEW = 2;

test("lists no values of an enum of the document: they are read from the schema", () => {
  const enums = constraintsOf(document).flatMap(({ side, keyword, value, address }) =>
    side === "request" && keyword === "enum" && Array.isArray(value) && value.length > FEW
      ? [{ address, words: value }]
      : [],
  );
  const found = places(/\[([^[\]]*)\]/g, ([, inside = ""]) => {
    const words = [...inside.matchAll(/"([^"]+)"/g)].map(([, word = ""]) => word);
    // Some fixtures bear the name of the status that they are in: a list of those is one of fixtures.
    const listed = enums.find(({ words: values }) => {
      const known = words.filter((word) => values.some((value) => value === word));
      return known.length > 1 && known.length === words.length && !known.every((word) => FIXTURES.has(word));
    });
    return listed ? `values of ${listed.address}: take them from the schema (wordsOf)` : null;
  });
  expect(found).toEqual([]);
});

/** Keywords whose numbers bound what is sent or shown. */
const BOUNDS = ["maximum", "minimum", "maxLength", "maxItems", "x-max-bytes"];
/** Numbers below this one stand in code for many reasons. */
const DISTINCTIVE = 50;
/** Numbers that are a status as well. */
const STATUSES = new Set([200, 400, 401, 403, 404, 409, 429, 500, 503]);

test("writes down no bound of the document: numbers are read from the schema", () => {
  const bounds = new Map(
    constraintsOf(document).flatMap(({ keyword, value, address }) =>
      BOUNDS.includes(keyword) && typeof value === "number" && value >= DISTINCTIVE ? [[value, address] as const] : [],
    ),
  );
  const aboutRequests =
    /\b(?:limit|length|maxLength|title|tags|bytes|size|most|maximum|metadata|repeat)\b[^;\n]*?[^\w.](?<!\*\s?)(\d[\d_]*)\b/gi;
  const found = places(aboutRequests, ([text = "", digits = ""]) => {
    const value = Number(digits.replaceAll("_", ""));
    const address = bounds.get(value) ?? bounds.get(value - 1);
    if (address === undefined || (STATUSES.has(value) && /status/i.test(text))) return null;
    return `${digits} in “${text.trim()}”: the number of ${address}; take it from the schema (numberAt)`;
  });
  expect(found).toEqual([]);
});

/** What tells the names, says which one is meant where none is given, or is an example. */
const OF_BUDGETS = ["suites/engine/check/", "suites/host/judge-recording.ts", "suites/vitest.ts", "suites/bench/"];

test("knows no budget by its name: each is a row of numbers, and how far a run gets is the plan's", () => {
  const found = places(/"(smoke|standard|thorough)"/g, ([, name = ""]) => `${name}: ask for a number of BUDGETS`);
  const isTesting = (place: string) =>
    place.includes("/testing/") || OF_BUDGETS.some((start) => place.startsWith(start));
  expect(found.filter((place) => !isTesting(place))).toEqual([]);
});
