import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { formatOperatorError, OperatorError } from "../../spec/operator-error.ts";
import { packageFile } from "../../spec/package-root.ts";
import { startFake } from "../testing.ts";
import { readChaosFile } from "./chaos-file.ts";
import { checkRules } from "./check-rules.ts";
import { CODES, familiesOf } from "./errors.ts";
import { isSdk, OPERATION_NAMES } from "./matching.ts";

const folder = mkdtempSync(join(tmpdir(), "wac-chaos-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

/** Reads a text as a chaos file; returns its rules, or the error as people see it. */
function read(text: string) {
  const path = join(folder, `${files++}.yaml`);
  writeFileSync(path, text);
  try {
    return readChaosFile("chaos.yaml", path);
  } catch (error) {
    if (error instanceof OperatorError) return formatOperatorError(error);
    throw error;
  }
}

test("reads rules from YAML and from JSON", () => {
  const rules = [{ name: "busy", operation: "send-message", times: 2, error: { status: 429, retryAfter: 2 } }];
  expect(read(JSON.stringify({ rules }))).toEqual(rules);
  expect(
    read(
      "rules:\n  - name: busy\n    operation: send-message\n    times: 2\n    error: { status: 429, retryAfter: 2 }\n",
    ),
  ).toEqual(rules);
});

test.each([
  ["rule: []", /^CHAOS-INVALID: [\s\S]*line 1, rule: unknown key "rule"; did you mean "rules"/],
  [
    "rules:\n  - eror: 500\n    delayMs: 1",
    /^CHAOS-UNKNOWN-KEY: chaos.yaml, line 2, rules.0.eror: [\s\S]*did you mean "error"/,
  ],
  ["rules:\n  - error: 200", /^CHAOS-VALUE: chaos.yaml, line 2, rules.0.error: 200 is not [\s\S]*at least 400/],
  ["rules:\n  - cut: middle", /^CHAOS-VALUE: [\s\S]*"middle" [\s\S]*before, body, after/],
  [
    "rules:\n  - operation: send-mesage\n    error: 500",
    /line 2, rules.0.operation: "send-mesage" is not an operation. Did you mean "send-message"\?/,
  ],
  [
    "rules:\n  - operation: send-message\n    stale: { writes: 1 }",
    /stale makes no sense for send-message[\s\S]*list-tasks/,
  ],
  ["rules:\n  - operation: list-tasks\n    cutUploadAt: 1", /cutUploadAt makes no sense[\s\S]*upload-bytes/],
  ["rules:\n  - error: 500\n    cut: after", /error and cut exclude each other in one rule/],
  ["rules:\n  - operation: recall", /rules.0: the rule does nothing/],
  [
    "rules:\n  - error: { code: rate_limitd }",
    /"rate_limitd" is not a code of either family. Did you mean "rate_limited"\?/,
  ],
  ["rules:\n  - operation: recall\n    error: { code: rate_limited }", /code of the agent family[\s\S]*RATE_LIMITED/],
  ["rules:\n  - delayMs: { from: 9, to: 3 }", /ends at 3, before it begins at 9/],
  [
    "rules:\n  - { name: a, error: 500 }\n  - { name: a, error: 500 }",
    /line 3, rules.1.name: another rule is called "a"/,
  ],
  ['rules:\n  - name: "a\\r\\nX: y"\n    error: 500', /a name of at most 80/],
  ["rules:\n  - __proto__: { error: 500 }", /unknown key "__proto__"/],
  ["rules: &a [*a]", /^CHAOS-SYNTAX/],
  [`${"[".repeat(5000)}`, /^CHAOS-SYNTAX: [\s\S]*deeper/],
  ["{", /^CHAOS-SYNTAX: chaos.yaml, line 1/],
  ["", /^CHAOS-VALUE: [\s\S]*a map/],
])("rejects %j", (text, message) => {
  expect(read(text)).toMatch(message);
});

test("says what it lists of several mistakes", () => {
  expect(read("rules:\n  - error: 1\n  - cut: x\n")).toMatch(
    /^CHAOS-INVALID: [\s\S]*2 mistakes[\s\S]*rules.0.error[\s\S]*rules.1.cut/,
  );
});

test("a file that is not there is an operator error", () => {
  expect(() => readChaosFile("none.yaml", join(folder, "none.yaml"))).toThrow(
    expect.objectContaining({ code: "CHAOS-UNREADABLE" }),
  );
});

test("knows the codes and operations of the document", () => {
  const { components, paths } = parse(readFileSync(packageFile("spec", "openapi.yaml"), "utf8"));
  const codes = (schema: string) =>
    JSON.stringify(components.schemas[schema].properties.code).match(/(?<=")[a-zA-Z]+(_[a-zA-Z]+)*(?=")/g);
  for (const code of Object.keys(CODES.agent)) expect(codes("AgentError")).toContain(code);
  for (const code of components.schemas.AgentError.properties.code["x-rules"].enum)
    expect(Object.keys(CODES.agent)).toContain(code);
  const listed = components.schemas.SdkError.properties.code["x-rules"].anyOf[0].enum as string[];
  expect(
    Object.keys(CODES.sdk)
      .filter((code) => !code.startsWith("AUTH_"))
      .sort(),
  ).toEqual([...listed].sort());
  for (const code of ["AUTH_2FA_REQUIRED", "AUTH_x", "AUTH", "auth_required", "X_AUTH_"]) {
    const isOfDocument = new RegExp(components.schemas.SdkError.properties.code["x-rules"].anyOf[1].pattern).test(code);
    expect(familiesOf(code), code).toEqual(isOfDocument ? ["sdk"] : []);
  }
  for (const [path, item] of Object.entries(paths)) {
    for (const { operationId } of Object.values(item as object)) {
      if (operationId !== undefined) expect(isSdk(operationId), operationId).toBe(path.startsWith("/v1/sdk/"));
    }
  }
  const operations = Object.values(paths)
    .flatMap((item) => Object.values(item as object))
    .map(({ operationId }) => operationId);
  for (const operation of operations.filter(Boolean)) expect(OPERATION_NAMES).toContain(operation);
});

const KEYS =
  "name operation method path headers agent after every times probability delayMs error malformed cut stale cutUploadAt __proto__ constructor rules".split(
    " ",
  );
const junk = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<unknown>(
      "send-message",
      "*",
      "after",
      "body",
      "html",
      500,
      0,
      1,
      -1,
      1e308,
      Number.NaN,
      undefined,
      { writes: 1 },
      { from: 1, to: 0 },
    ),
    fc.jsonValue(),
    fc.string({ unit: "binary" }),
    fc.dictionary(fc.constantFrom(...KEYS), tie("value"), { noNullPrototype: true }),
    fc.array(tie("value")),
  ),
})).value;

test("whatever is given for rules is either taken, and then harmless, or rejected by an operator error", async () => {
  const fake = await startFake();
  const rule = fc.dictionary(fc.constantFrom(...KEYS), junk, { noNullPrototype: true });
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.array(rule), junk), async (rules) => {
      try {
        fake.chaos.replace(checkRules(rules).filter((each) => each.delayMs === undefined));
      } catch (error) {
        expect(error).toBeInstanceOf(OperatorError);
        return;
      }
      taken += 1;
      await fake.get("list-tasks").catch(() => undefined);
    }),
    { seed: 20, numRuns: 600 },
  );
  fake.chaos.clear();
  expect((await fake.get("list-tasks")).status).toBe(200);
  expect(taken).toBeGreaterThan(0);
});

test("whatever text a file holds is either taken or rejected by an operator error", () => {
  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          "rules:",
          "\n",
          "  - ",
          "error: ",
          "500",
          "{",
          "}",
          "[",
          "]",
          "&a ",
          "*a",
          ": ",
          "!!js/function ",
          "<<: ",
          "? ",
          "|",
          ">",
          '"',
          "'",
          "#",
          "---\n",
          "\t",
          "\0",
          "name: x",
        ),
        fc.string({ unit: "binary", maxLength: 5 }),
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (written) => {
      const outcome = read(written);
      expect(typeof outcome === "string" ? outcome : "CHAOS-").toMatch(/^CHAOS-/);
    }),
    { seed: 20, numRuns: 500 },
  );
});

test("names all mistakes of a file at once: of shape, of sense, of names", () => {
  const text = `
rules:
  - { name: a, eror: 500, delayMs: 1 }
  - { name: a, operation: send-mesage, error: { code: rate_limitd } }
  - { operation: recall, cut: after, stale: { writes: 1 }, delayMs: { from: 9, to: 1 } }
`;
  const lines = String(read(text)).split("\n");
  for (const [line, wrong] of [
    [3, /rules.0.eror: .*did you mean "error"/],
    [4, /rules.1.operation: .*send-message/],
    [4, /rules.1.error.code: .*rate_limited/],
    [5, /rules.2.stale: cut and stale/],
    [5, /rules.2.delayMs: .*ends at 1/],
    [4, /rules.1.name: another rule is called "a"/],
  ] as const) {
    expect(lines.filter((each) => each.includes(`line ${line}, `) && wrong.test(each))).toHaveLength(1);
  }
});
