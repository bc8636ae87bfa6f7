import { expect, test } from "vitest";
import { hostile } from "../samples/hostile.ts";
import { report } from "../samples/parts.ts";
import { conformant, unusable } from "../samples/runs.ts";
import { badge } from "./badge.ts";

test("shows contract, verdict and how many MUST are proven", () => {
  expect(badge(conformant())).toContain(">Workspace Agent API 1.0.0</text>");
  expect(badge(conformant())).toContain(">conformant 2/2 MUST</text>");
  expect(badge(unusable())).toContain(">unusable 0/0 MUST</text>");
});

test("has verdict and gate as its title, as text whatever is in it", () => {
  expect(badge(conformant())).toContain(`<title>${conformant().headline}; gate passed: every MUST is proven</title>`);
  expect(badge(hostile())).not.toMatch(/<(script|img)/u);
});

test("shortens the title of a contract that is too long for a badge", () => {
  const long = report({ contract: { ...conformant().contract, title: "x".repeat(500) } });
  expect(Number(/width="(\d+)"/u.exec(badge(long))?.[1])).toBeLessThan(700);
});
