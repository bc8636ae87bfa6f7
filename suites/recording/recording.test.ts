import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadDocument } from "../../spec/document/document.ts";
import { readRecording } from "./read-recording.ts";
import { createForeignRedactor } from "./redact-foreign.ts";

const folder = mkdtempSync(join(tmpdir(), "wac-recording-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const document = await loadDocument();
const reduce = createForeignRedactor({
  document,
  isOwn: (text) => text.includes("ours"),
  isNamed: (id) => id === "fixture",
  isRequested: (id) => id === "flagged",
});

test("of a record of others the text is left out, and ids, listed words, numbers and times are kept apart", () => {
  const theirs = { id: "t1", title: "their plan", status: "todo", version: 3, createdAt: "2026-01-01T00:00:00Z" };
  const [one, again] = reduce([theirs, { ...theirs, version: 4 }]) as Record<string, unknown>[];
  expect(one).toMatchObject({ status: "todo", version: 3, createdAt: "2026-01-01T00:00:00Z" });
  expect(JSON.stringify(one)).not.toMatch(/plan|t1/);
  expect(one?.id).toBe(again?.id);
});

test("a record of the run, and one that the target file names, keep what they say", () => {
  const own = { id: "m1-ours", content: "text" };
  expect(reduce([own, { id: "fixture", content: "text" }])).toEqual([own, { id: "fixture", content: "text" }]);
});

test("the id of a record of others that a request names stays, without the text", () => {
  const [theirs] = reduce([{ id: "flagged", content: "their words", senderId: "s" }]) as Record<string, unknown>[];
  expect(theirs?.id).toBe("flagged");
  expect(JSON.stringify(theirs)).not.toContain("words");
});

test("a member that has to be there stays, without its text", () => {
  const hit = {
    id: "m",
    channelId: "c",
    senderType: "human",
    senderId: "s",
    content: "secret",
    createdAt: "x",
    rank: 1,
  };
  expect(reduce(hit)).toMatchObject({ content: "[redacted]", rank: 1 });
});

const HEAD = JSON.stringify({
  recording: 1,
  startedAt: "2026-01-01T00:00:00Z",
  baseUrl: "http://127.0.0.1",
  seed: 1,
  budget: "smoke",
  mark: "mark",
  hasOverlay: false,
  parameters: {},
  fixtures: {},
  consistency: {},
  settlingMs: 0,
  complete: true,
});

test("says in which line what is wrong, and how", () => {
  const path = join(folder, "cut-off");
  writeFileSync(path, `${HEAD}\n{"operation":"recall","input":{}}`);
  expect(() => readRecording(path)).toThrow(/line 2.*parameters|line 2.*sequence/);
});

test.each([
  ["a file that is not there", null, "JUDGE-FILE-UNREADABLE"],
  ["another file", "hello", "JUDGE-FILE-INVALID"],
  ["a report", '{"schemaVersion":1}', "JUDGE-FILE-INVALID"],
  ["a head that is cut off", '{"recording":1}', "JUDGE-FILE-INVALID"],
  ["a line that is not an exchange", `${HEAD}\n{"operation":"list-tasks"}`, "JUDGE-FILE-INVALID"],
])("rejects %s", (name, text, code) => {
  const path = join(folder, name.replaceAll(" ", "-"));
  if (text !== null) writeFileSync(path, text);
  expect(() => readRecording(path)).toThrow(expect.objectContaining({ code }));
});
