import { expect, test } from "vitest";
import { check, failure, report, requirement } from "../../../reports/samples/parts.ts";
import { nonconformant } from "../../../reports/samples/runs.ts";
import type { Report } from "../../../spec/report.ts";
import { shellWord } from "../core/shell.ts";
import { withReplayLines } from "./replay-lines.ts";

test("quotes what a shell would take apart", () => {
  expect(shellWord("a/b-c.json")).toBe("a/b-c.json");
  expect(shellWord("it's $HOME")).toBe("'it'\\''s $HOME'");
});

const place = { pathOf: (file: string) => `out dir/${file}`, targetWords: ["--target", "t.yaml"] };
const failuresOf = ({ requirements }: Report) =>
  requirements.flatMap(({ checks }) => checks.flatMap(({ failure }) => failure ?? []));

test("names the report's own path and target in every line", () => {
  const lines = failuresOf(withReplayLines(nonconformant(), place)).map(({ replay }) => replay);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    expect(line).toMatch(/^npm run --silent wac -- replay 'out dir\/report\.json' \S+ --target t\.yaml$/);
  }
});

test("names the file of a body where it lies", () => {
  const requestBody = { file: "requests/a.1f2e3d4c.json", text: "{}" };
  const failed = failure({ curl: `curl -X POST --data-binary @${requestBody.file} 'http://h/'`, requestBody });
  const one = report({
    requirements: [requirement({ verdict: "fail", checks: [check({ verdict: "fail", failure: failed })] })],
  });
  expect(failuresOf(withReplayLines(one, place)).map(({ curl }) => curl)).toEqual([
    "curl -X POST --data-binary '@out dir/requests/a.1f2e3d4c.json' 'http://h/'",
  ]);
});
