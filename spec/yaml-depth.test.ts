import { expect, test } from "vitest";
import { parseSettings } from "./settings-file.ts";
import { yamlDepth } from "./yaml-depth.ts";

test.each([
  ["a: 1", 1],
  ["a: [1, { b: [] }]", 4],
  ["- - - x", 3],
  ["? { a: b }\n: c", 2],
  ["plain", 0],
  ["", 0],
])("finds the depth of %j", (text, depth) => {
  expect(yamlDepth(text)).toBe(depth);
});

const HOSTILE: readonly (readonly [string, string])[] = [
  ["lists without end", "[".repeat(20_000)],
  ["lists that close", "[".repeat(20_000) + "]".repeat(20_000)],
  ["maps", "a: {".repeat(20_000)],
  ["dashes on one line", `${"- ".repeat(20_000)}x`],
  ["keys of keys", "? ".repeat(20_000)],
  ["indentation", Array.from({ length: 2000 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
  ["an alias of itself", "a: &a [*a]"],
  [
    "aliases that explode",
    `a: &a [x, x, x, x, x, x, x, x, x]\n${[..."bcdefghi"].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[index]}`).join(", ")}]`).join("\n")}`,
  ],
];

test.each(HOSTILE)("refuses %s and lives", (_name, text) => {
  expect(() => parseSettings(text, "f.yaml", { what: "file", code: "F" })).toThrow(
    expect.objectContaining({ code: "F-SYNTAX" }),
  );
});
