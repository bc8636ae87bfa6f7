import { expect, test } from "vitest";
import { absentId } from "../models/absent-id.ts";
import { judged, MARK, past, rejected } from "./testing/judged.ts";
import { unknownReferenceRules } from "./unknown-references.ts";

const RULE = "tasks.block.unknown-task";
const ID = "01a227e3-5ca0-7bce-b449-9f7e63bd49ea";
const made = { "create-task": [past({ title: "one" }, { id: ID })] };
const block = (taskId: string) => past({ taskId, reason: "why" }, { id: taskId });

test("what names nothing is not accepted", () => {
  const ofNothing = block(absentId(ID, MARK));
  expect(judged(unknownReferenceRules, RULE, { ...made, "block-task": [ofNothing] })).toBe("broken");
  expect(judged(unknownReferenceRules, RULE, { ...made, "block-task": [rejected(ofNothing, 404)] })).toBe(1);
});

test("an id that nobody has made up may name something", () => {
  expect(judged(unknownReferenceRules, RULE, { ...made, "block-task": [block(ID), block("t-77")] })).toBe(0);
});
