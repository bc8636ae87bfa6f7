import { expect, test } from "vitest";
import { parseSettings } from "./settings-file.ts";
import { yamlExtent } from "./yaml-extent.ts";

test.each([
  ["a: 1", 1],
  ["a: [1, { b: [] }]", 4],
  ["- - - x", 3],
  ["? { a: b }\n: c", 2],
  ["plain", 0],
  ["", 0],
])("finds the depth of %j", (text, depth) => {
  expect(yamlExtent(text).depth).toBe(depth);
});

const HOSTILE: readonly (readonly [string, string])[] = [
  ["lists without end", "[".repeat(20_000)],
  ["lists that close", "[".repeat(20_000) + "]".repeat(20_000)],
  ["maps", "a: {".repeat(20_000)],
  ["dashes on one line", `${"- ".repeat(20_000)}x`],
  ["keys of keys", "? ".repeat(20_000)],
  ["indentation", Array.from({ length: 2000 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
  ["more keys than can be compared", Array.from({ length: 20_000 }, (_, at) => `k${at}: 1`).join("\n")],
  ["tags that nobody knows", "a: !!js/function 'function () {}'"],
  ["several documents", "a: 1\n---\nb: 2\n"],
  ["an alias of itself", "a: &a [*a]"],
  [
    "aliases that explode",
    `a: &a [x, x, x, x, x, x, x, x, x]\n${[..."bcdefghi"].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[index]}`).join(", ")}]`).join("\n")}`,
  ],
];

test.each(HOSTILE)("rejects %s and lives", (_name, text) => {
  expect(() => parseSettings(text, "f.yaml", { what: "file", code: "F" })).toThrow(
    expect.objectContaining({ code: "F-SYNTAX" }),
  );
});

test("counts the members of the largest map, whatever the length of lists", () => {
  expect(yamlExtent("a: [1, 2, 3, 4, 5]\nb: {c: 1, d: 2, e: 3}\n").members).toBe(3);
  expect(yamlExtent("a: 1\nb: 2\nc:\n- 1\n- 2\n- 3\n- 4\n").members).toBe(3);
});
