import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { checkOutputFile } from "./output-file.ts";

const folder = mkdtempSync(join(tmpdir(), "wac-output-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const own = {
  option: "report",
  kind: "a report",
  code: "X-UNWRITABLE",
  isOwn: (head: string) => head.startsWith("# R"),
};

function check(name: string, content: string | null, force = false): string {
  const path = join(folder, name);
  if (content !== null) writeFileSync(path, content);
  try {
    checkOutputFile({ ...own, path }, force);
  } catch (error) {
    return (error as { code: string }).code;
  }
  expect(content === null ? existsSync(path) : readFileSync(path, "utf8")).toBe(content ?? false);
  return "writable";
}

test("replaces a file with its own content or with none, and anything else by force only", () => {
  expect(check("own.md", "# Report")).toBe("writable");
  expect(check("empty.md", "")).toBe("writable");
  expect(check("other.md", "precious")).toBe("OUTPUT-EXISTS");
  expect(check("other.md", "precious", true)).toBe("writable");
});

test("checks that the file can be written, leaves none behind, and creates its folder", () => {
  expect(check("new.md", null)).toBe("writable");
  expect(check("deep/er/new.md", null)).toBe("writable");
  mkdirSync(join(folder, "folder.md"));
  expect(check("folder.md", null)).toBe("X-UNWRITABLE");
  expect(check("own.md/new.md", null)).toBe("X-UNWRITABLE");
  expect(() => checkOutputFile({ ...own, path: "/dev/null" }, false)).not.toThrow();
});
