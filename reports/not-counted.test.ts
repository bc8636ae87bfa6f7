import { expect, test } from "vitest";
import { html } from "./formats/html.ts";
import { markdown } from "./formats/markdown.ts";
import { terminal } from "./formats/terminal.ts";
import { notCounted, notCountedLine, totalLine } from "./not-counted.ts";
import { report, requirement } from "./samples/parts.ts";
import { conformant } from "./samples/runs.ts";

const skip = { verdict: "skip", checks: [] } as const;
const run = report({
  requirements: [
    requirement(),
    requirement({ ...skip, id: "auth.message", unobservable: true, reason: "it is prose" }),
    requirement({ ...skip, id: "errors.docs", notApplicable: true, reason: "no error had docs" }),
    requirement({ ...skip, id: "errors.docs-url", level: "SHOULD", notApplicable: true, reason: "no error had docs" }),
    requirement({ ...skip, id: "tasks.new", unchecked: true, reason: "no check is there for it" }),
  ],
});

test("groups what is not counted by kind and reason, what depends on the target first", () => {
  const all = notCounted(run);
  expect(all.map(({ kind, reason, requirements }) => [kind, reason, requirements.map(({ id }) => id)])).toEqual([
    ["not applicable here", "no error had docs", ["errors.docs", "errors.docs-url"]],
    ["not checked yet", "no check is there for it", ["tasks.new"]],
    ["not observable from outside", "it is prose", ["auth.message"]],
  ]);
  expect(notCountedLine(all)).toBe(
    "1 MUST and 1 SHOULD not applicable here, 1 MUST not checked yet, 1 MUST not observable from outside",
  );
});

test("says of how many MUST the headline speaks, and nothing where it speaks of all", () => {
  expect(totalLine(run)).toBe("3 of 4 MUST are not counted");
  expect([totalLine(conformant()), notCounted(conformant())]).toEqual(["", []]);
});

test.each([
  ["terminal", terminal],
  ["Markdown", markdown],
  ["HTML", html],
])("the %s explains the total: how many are not counted, which, and why", (_, render) => {
  const text = render(run);
  for (const part of ["3 of 4 MUST are not counted", "Not counted", "no error had docs", "errors.docs-url"])
    expect(text).toContain(part);
  expect(render(conformant())).not.toContain("ot counted");
});
