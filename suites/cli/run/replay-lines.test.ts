import { expect, test } from "vitest";
import { nonconformant } from "../../../reports/samples/runs.ts";
import { shellWord } from "../core/shell.ts";
import { withReplayLines } from "./replay-lines.ts";

test("quotes what a shell would take apart", () => {
  expect(shellWord("a/b-c.json")).toBe("a/b-c.json");
  expect(shellWord("it's $HOME")).toBe("'it'\\''s $HOME'");
});

test("names the report's own path and target in every line", () => {
  const report = withReplayLines(nonconformant(), "out dir/report.json", ["--target", "t.yaml"]);
  const lines = report.requirements.flatMap(({ checks }) => checks.flatMap(({ failure }) => failure?.replay ?? []));
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toMatch(/^wac replay 'out dir\/report\.json' \S+ --target t\.yaml$/);
});
