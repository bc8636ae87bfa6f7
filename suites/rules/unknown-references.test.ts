import { expect, test } from "vitest";
import { absentId } from "../models/absent-id.ts";
import { acceptedEntry, MARK, rejected, verdictOf } from "./testing/entries.ts";
import { unknownReferenceRules } from "./unknown-references.ts";

const RULE = "tasks.block.unknown-task";
const ID = "01a227e3-5ca0-7bce-b449-9f7e63bd49ea";
const created = { "create-task": [acceptedEntry({ title: "one" }, { id: ID })] };
const block = (taskId: string) => acceptedEntry({ taskId, reason: "why" }, { id: taskId });

test("reports an accepted request that names an id that does not exist", () => {
  const ofNothing = block(absentId(ID, MARK));
  expect(verdictOf(unknownReferenceRules, RULE, { ...created, "block-task": [ofNothing] })).toBe("broken");
  expect(verdictOf(unknownReferenceRules, RULE, { ...created, "block-task": [rejected(ofNothing, 404)] })).toBe(1);
});

test("does not judge an id that the suite has not generated", () => {
  expect(verdictOf(unknownReferenceRules, RULE, { ...created, "block-task": [block(ID), block("t-77")] })).toBe(0);
});
