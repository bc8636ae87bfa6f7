import { expect, test } from "vitest";
import { HOSTILE_TEXT } from "../../../spec/testing/hostile-text.ts";
import { clientOf, startFake } from "../../testing.ts";
import { formatOfFile, REPORT_FORMATS } from "./format.ts";

/** A report with an error, a warning, rules that were kept, and rules that were not exercised. */
async function sample() {
  const fake = await startFake({ journal: { entries: 4 } });
  await fake.get("list-tasks");
  await fake.post("recall", {});
  await fake.post("create-task", { title: HOSTILE_TEXT, [HOSTILE_TEXT]: HOSTILE_TEXT });
  const rejected = await clientOf(fake).get("get-messages", { channelId: HOSTILE_TEXT });
  await fake.get("list-tasks");
  expect(rejected.status).toBe(404);
  return fake.report();
}

test("Markdown has the findings with their exchanges, the coverage, and what is not known", async () => {
  const text = REPORT_FORMATS.markdown.write(await sample());
  expect(text).toMatch(/^# Client report\n\n\*\*1 error and 1 warning in 4 requests; /);
  expect(text).toContain("The journal dropped 1 older request before this report");
  expect(text).toContain("### 1. Recalls by exactly one of query and seed\\_id");
  expect(text).toMatch(/Contract, recall: “A request has exactly one of/);
  expect(text).toMatch(/\n2 [\d:.]+ POST \/v1\/sdk\/recall \{\} → 400 INVALID_PARAMS\n/);
  expect(text).toContain("| `not_found` | 1 | yes |");
  expect(text).toMatch(/Rules not exercised, of which this report says nothing: .*`creates-once`/);
  expect(text.replace(/^````[\s\S]*?^````/gm, "")).not.toMatch(/<script|^::/m);
});

test("JUnit has a case for each rule: red from the gate on, skipped where nothing is known", async () => {
  const report = await sample();
  const atErrors = REPORT_FORMATS.junit.write(report, "error");
  const atWarnings = REPORT_FORMATS.junit.write(report, "warning");
  expect(atErrors).toContain(`tests="${report.rules.length}" failures="1" errors="0"`);
  expect(atWarnings).toContain(`tests="${report.rules.length}" failures="2" errors="0"`);
  expect(atErrors).toMatch(/name="recalls-by-query-or-seed" time="0">\n {6}<failure type="recalls-by-query-or-seed"/);
  expect(atErrors).toMatch(/name="sends-known-fields" time="0">\n {6}<skipped message="create-task \(request 3\)/);
  expect(atErrors).toMatch(/name="creates-once" time="0">\n {6}<skipped message="not exercised/);
  expect(atErrors).toContain('<testcase classname="client" name="reads-at-intervals" time="0"/>');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no place for them
  expect(atErrors).not.toMatch(/<script|[\u0000-\u0008\u000b\u000c\u000e-\u001f]/);
});

test("JSON is the report", async () => {
  const report = await sample();
  expect(JSON.parse(REPORT_FORMATS.json.write(report))).toEqual(JSON.parse(JSON.stringify(report)));
});

test("a file is written in the form that its name says", () => {
  expect(["a.json", "b/a.MD", "a.b.xml", "a.txt", "md"].map(formatOfFile)).toEqual([
    "json",
    "markdown",
    "junit",
    undefined,
    undefined,
  ]);
});

test("each format is known by its first characters, and no other is taken for it", async () => {
  const report = await sample();
  const written = Object.values(REPORT_FORMATS).map(({ write }) => write(report, "error"));
  const known = Object.values(REPORT_FORMATS).map(({ head }) => written.map((text) => head.test(text)));
  expect(known).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ]);
});
