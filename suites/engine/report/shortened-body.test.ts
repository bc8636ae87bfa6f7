import { expect, test } from "vitest";
import { valueAt } from "../../../spec/pointer.ts";
import { shortenedBody, shortenedText } from "./shortened-body.ts";

const STORY = Array.from({ length: 2000 }, (_, index) => `w${index}`).join(" ");

test("returns a body within the limit unchanged", () => {
  expect(shortenedBody({ text: STORY }, 20_000, { pointer: "" })).toBe(JSON.stringify({ text: STORY }));
  expect(shortenedText("a".repeat(400), 3)).toBe("a".repeat(400));
});

test("shortens a long text around its first difference from the expected text", () => {
  const at = STORY.indexOf("w1500");
  const { text, more } = JSON.parse(
    shortenedBody({ text: STORY, more: [1] }, 1000, { pointer: "/text", firstDifference: at }),
  );
  expect(text.length).toBeLessThan(500);
  expect(text).toMatch(
    /^w0 w1 .*… \([\d,]+ characters\) ….*w1499 w1500 w1501.*… \([\d,]+ characters\) …w?\d* .*w1999$/u,
  );
  expect(more).toEqual([1]);
});

test("states how many characters it omits from a text, wherever the difference is", () => {
  for (const firstDifference of [undefined, 0, 100, 200, 9000, STORY.length - 1, STORY.length]) {
    const shortened = shortenedText(STORY, firstDifference);
    const left = [...shortened.matchAll(/… \(([\d,]+) characters\) …/gu)];
    const missing = left.reduce((sum, [, number = ""]) => sum + Number(number.replaceAll(",", "")), 0);
    const shown = shortened.replace(/… \([\d,]+ characters\) …/gu, "").length;
    expect([firstDifference, missing + shown]).toEqual([firstDifference, STORY.length]);
  }
});

test("shortens a list around the item of the finding, which keeps its index", () => {
  const tasks = Array.from({ length: 90 }, (_, index) => ({ id: `task-${index}`, title: "t".repeat(300) }));
  const shortened = shortenedBody({ success: true, data: tasks }, 4096, { pointer: "/data/37/title" });
  expect(shortened.length).toBeLessThan(1500);
  expect(valueAt(JSON.parse(shortened), "/data/37")).toEqual(tasks[37]);
  expect(valueAt(JSON.parse(shortened), "/data/36")).toBe("…");
  expect(valueAt(JSON.parse(shortened), "/data/38")).toBe("… 52 more items");
});
