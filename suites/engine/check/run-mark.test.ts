import { expect, test } from "vitest";
import { loadDocument } from "../../../spec/document/document.ts";
import { shareLetterPair } from "../../models/shared-letters.ts";
import { newMark } from "./run-mark.ts";

test("draws a new word each time that shares nothing with a name in the document", async () => {
  const document = await loadDocument();
  const marks = Array.from({ length: 20 }, () => newMark(document));
  expect(new Set(marks).size).toBe(20);
  for (const mark of marks) {
    expect(mark).toMatch(/^[a-z]{12}$/);
    expect(
      ["triage", "in_progress", "blocked", "urgent", "decision"].filter((name) => shareLetterPair(name, mark)),
    ).toEqual([]);
  }
});
