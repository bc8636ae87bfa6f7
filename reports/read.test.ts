import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isObject, type Json, type JsonObject } from "../spec/json.ts";
import { packageFile } from "../spec/package-root.ts";
import type { Report, ReportCheck, ReportFailure, ReportRequirement } from "../spec/report.ts";
import { json } from "./formats/json.ts";
import { parseReport, readReport, validator } from "./read.ts";
import { SAMPLES } from "./samples/index.ts";
import { report, requirement } from "./samples/parts.ts";
import { nonconformant } from "./samples/runs.ts";

const schema: JsonObject = JSON.parse(readFileSync(packageFile("spec", "schemas", "report.schema.json"), "utf8"));
const plain = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value));
const OPTIONAL = ["/run/strict", "/knownFailures", "/gate", "/requirements/3/accepted", "/coverage/interactions"];

/** Every object of the value with the pointer it is at. */
function objectsIn(value: Json, pointer = ""): [string, JsonObject][] {
  if (Array.isArray(value)) return value.flatMap((item, index) => objectsIn(item, `${pointer}/${index}`));
  if (!isObject(value)) return [];
  const below = Object.entries(value).flatMap(([name, member]) => objectsIn(member, `${pointer}/${name}`));
  return [[pointer, value], ...below];
}

/** Maps of free content: their members are names, not fields of the model. */
const isFree = (pointer: string) => /\/(headers|counterexample)(\/|$)/u.test(pointer);

test.each(Object.keys(SAMPLES))("%s: report.json reads back equal to the report", (name) => {
  const report = SAMPLES[name]?.();
  expect(parseReport(json(report ?? nonconformant()), "report.json")).toEqual(plain(report));
});

test("reads a report from before the gate: its exit status is the gate's, and known failures are failures", () => {
  const { gate: _, ...older } = plain(
    report({
      requirements: [requirement({ verdict: "fail", known: true })],
      headline: "conformant: 0 of 1 MUST proven",
    }),
  );
  expect(parseReport(JSON.stringify(older), "old.json")).toMatchObject({
    verdict: "nonconformant",
    headline: "nonconformant: 0 of 1 MUST proven, 1 failed",
    gate: { result: "passed", exitCode: 0 },
    exitCode: 0,
  });
});

test("the schema requires every field of the model but the optional ones", () => {
  const full = plain(nonconformant());
  for (const [pointer, object] of objectsIn(full)) {
    if (isFree(pointer)) continue;
    for (const [field, value] of Object.entries(object)) {
      delete object[field];
      expect(validator()(full), `${pointer}/${field} may be absent`).toBe(OPTIONAL.includes(`${pointer}/${field}`));
      object[field] = value;
    }
  }
  expect(validator()(full)).toBe(true);
});

test("the schema gives every field of the model a type", () => {
  const full = plain(nonconformant());
  for (const [pointer, object] of objectsIn(full)) {
    if (isFree(pointer)) continue;
    for (const [field, value] of Object.entries(object)) {
      if (field === "counterexample") continue;
      object[field] = typeof value === "object" && value !== null ? 7 : [{}];
      expect(validator()(full), `${pointer}/${field} may be anything`).toBe(false);
      object[field] = value;
    }
  }
});

test("the schema has no field that the model lacks", () => {
  const used = new Set(objectsIn(plain(nonconformant())).flatMap(([, object]) => Object.keys(object)));
  const declared = objectsIn(schema)
    .filter(([pointer]) => pointer.endsWith("/properties") || pointer === "/properties")
    .flatMap(([, properties]) => Object.keys(properties));
  expect(declared.filter((name) => !used.has(name))).toEqual([
    "bundledFake",
    "strict",
    "waitedMs",
    "rateLimited",
    "leftOut",
    "size",
    "size",
    "requestBody",
    "afterRequests",
    "notRepeated",
    "file",
    "text",
    "retried",
    "retried",
    "varies",
  ]);
});

/** The names of all members of a type, optional ones too: the compiler holds the list to be whole. */
const members = <Type>(names: Readonly<Record<keyof Type, true>>) => Object.keys(names).sort();

const IS_THERE = true as const;

test.each<[string, readonly string[]]>([
  [
    "/properties",
    members<Report>({
      schemaVersion: IS_THERE,
      verdict: IS_THERE,
      gate: IS_THERE,
      exitCode: IS_THERE,
      headline: IS_THERE,
      problem: IS_THERE,
      tool: IS_THERE,
      contract: IS_THERE,
      target: IS_THERE,
      run: IS_THERE,
      summary: IS_THERE,
      requirements: IS_THERE,
      observations: IS_THERE,
      knownFailures: IS_THERE,
      coverage: IS_THERE,
    }),
  ],
  [
    "/properties/run/properties",
    members<Report["run"]>({
      id: IS_THERE,
      seed: IS_THERE,
      budget: IS_THERE,
      strict: IS_THERE,
      startedAt: IS_THERE,
      durationMs: IS_THERE,
      waitedMs: IS_THERE,
      requests: IS_THERE,
      rateLimited: IS_THERE,
      leftOut: IS_THERE,
      cases: IS_THERE,
      created: IS_THERE,
      fixtures: IS_THERE,
    }),
  ],
  [
    "/$defs/requirement/properties",
    members<ReportRequirement>({
      id: IS_THERE,
      level: IS_THERE,
      statement: IS_THERE,
      clause: IS_THERE,
      operations: IS_THERE,
      verdict: IS_THERE,
      reason: IS_THERE,
      known: IS_THERE,
      unobservable: IS_THERE,
      unchecked: IS_THERE,
      notApplicable: IS_THERE,
      missingFixtures: IS_THERE,
      accepted: IS_THERE,
      retried: IS_THERE,
      checks: IS_THERE,
    }),
  ],
  [
    "/$defs/check/properties",
    members<ReportCheck>({
      name: IS_THERE,
      verdict: IS_THERE,
      reason: IS_THERE,
      blockedBy: IS_THERE,
      cases: IS_THERE,
      requests: IS_THERE,
      durationMs: IS_THERE,
      seed: IS_THERE,
      failure: IS_THERE,
      retried: IS_THERE,
    }),
  ],
  [
    "/$defs/failure/properties",
    members<ReportFailure>({
      message: IS_THERE,
      expected: IS_THERE,
      actual: IS_THERE,
      cause: IS_THERE,
      pointer: IS_THERE,
      counterexample: IS_THERE,
      shrinks: IS_THERE,
      exchanges: IS_THERE,
      curl: IS_THERE,
      requestBody: IS_THERE,
      replay: IS_THERE,
      path: IS_THERE,
      echoes: IS_THERE,
      afterRequests: IS_THERE,
      notRepeated: IS_THERE,
    }),
  ],
])("the schema has at %s just the members of the model", (pointer, names) => {
  const [, declared = {}] = objectsIn(schema).find(([place]) => place === pointer) ?? [];
  expect(Object.keys(declared).sort()).toEqual(names);
});

test("additional fields are allowed", () => {
  expect(validator()({ ...plain(nonconformant()), later: 1 })).toBe(true);
});

test.each([
  ["{", "REPORT-FILE-NOT-JSON"],
  ["[]", "REPORT-FILE-INVALID"],
  ["{}", "REPORT-FILE-INVALID"],
  ['{"schemaVersion":2}', "REPORT-FILE-VERSION"],
])("rejects %s with %s", (text, code) => {
  expect(() => parseReport(text, "x.json")).toThrow(expect.objectContaining({ code }));
});

test("names the mistakes of a report and how many more there are", () => {
  expect(() => parseReport("{}", "x.json")).toThrow(
    /"x.json" is not a report: the file must have required property '\w+';.*; and \d+ more/u,
  );
});

test("tells of a report that is not there", async () => {
  await expect(readReport("/nowhere/report.json")).rejects.toMatchObject({ code: "REPORT-FILE-UNREADABLE" });
});
