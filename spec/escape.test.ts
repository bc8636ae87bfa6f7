import { expect, test } from "vitest";
import {
  escapeCommandData,
  escapeCommandProperty,
  escapeHtml,
  escapeMarkdown,
  escapeXmlComment,
  jsonForScript,
  jsonText,
  markdownBlock,
  markdownCode,
  withoutCommands,
} from "./escape.ts";
import { HOSTILE_TEXT } from "./testing/hostile-text.ts";

test("HTML keeps no character that opens markup", () => {
  expect(escapeHtml(HOSTILE_TEXT)).not.toMatch(/[<>"'`]/u);
});

test("an XML comment never holds two hyphens in a row nor ends in one", () => {
  expect(escapeXmlComment("a -- b --> c---")).not.toMatch(/--|-$/u);
});

test("Markdown text has neither links, mentions, HTML nor table cells", () => {
  const escaped = escapeMarkdown(HOSTILE_TEXT);
  expect(escaped).not.toMatch(/(?<!\\)[|`*[\]]|[<@]|:\/\//u);
  expect(escaped).not.toContain("\n");
});

test("Markdown text begins no list, heading, quote or rule", () => {
  const starts = ["- a", "+ a", "# a", "> a", "=== a", "12. a", "3) a"];
  expect(starts.map(escapeMarkdown).filter((text) => !text.startsWith("&#"))).toEqual([]);
  expect(escapeMarkdown("list-tasks took 12.5 ms & $x$")).toBe("list-tasks took 12.5 ms &amp; &#36;x&#36;");
});

test("a code span outlasts the backticks in it and stays in its table cell", () => {
  expect(markdownCode("a `b` | c")).toBe("``a `b` │ c``");
  expect(markdownCode("`x")).toBe("`` `x ``");
});

test("a code block cannot be closed from inside", () => {
  expect(markdownBlock("a\n````\nb")).toBe("`````\na\n````\nb\n`````");
});

test("workflow commands cannot be forged", () => {
  expect(escapeCommandData("a\n::error::b %0A")).toBe("a%0A::error::b %250A");
  expect(escapeCommandProperty("a:b,c\nd")).toBe("a%3Ab%2Cc d");
});

test("JSON in a script element has no angle bracket and parses back equal", () => {
  const text = jsonForScript({ [HOSTILE_TEXT]: [HOSTILE_TEXT] });
  expect(text).not.toMatch(/[<>&\u2028\u2029]/u);
  expect(JSON.parse(text)).toEqual({ [HOSTILE_TEXT]: [HOSTILE_TEXT] });
});

test("JSON for a file or a terminal steers neither, and parses back equal", () => {
  const text = jsonText({ [HOSTILE_TEXT]: [HOSTILE_TEXT] });
  expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}|##/u);
  expect(JSON.parse(text)).toEqual({ [HOSTILE_TEXT]: [HOSTILE_TEXT] });
});

test("no line of a log is a command to a CI system", () => {
  const log = withoutCommands("  ::stop-commands::x\na ::b:: ##[add-mask]x\n##vso[task.x]y\n## heading [link]\n");
  expect(log).toBe("  : :stop-commands::x\na ::b:: # #[add-mask]x\n# #vso[task.x]y\n## heading [link]\n");
});
