import { expect, test } from "vitest";
import { idsInMessage } from "./attachment-ids.ts";

const sent = [
  { attachmentId: "u1", fileName: "one.txt" },
  { attachmentId: "u2", fileName: "two.txt" },
];

test("returns the upload ids of the files of a message, or the ids that the message assigned", () => {
  const shown = (...ids: [id: string, name: string][]) => ids.map(([id, name]) => ({ id, name }));
  expect(idsInMessage(shown(["u2", "two.txt"], ["u1", "one.txt"]), sent)).toEqual(["u1", "u2"]);
  expect(idsInMessage(shown(["m2", "two.txt"], ["m1", "one.txt"]), sent)).toEqual(["m1", "m2"]);
  expect(idsInMessage([{ id: "m1" }, { id: "m2" }], sent)).toEqual(["m1", "m2"]);
});

test("returns the upload ids if the message shows one of them, or another number of files", () => {
  for (const attachments of [
    [{ id: "u1" }, { id: "x" }],
    [{ id: "m1" }],
    [{ id: "m1" }, { id: "m1" }],
    [{}, {}],
    null,
  ]) {
    expect(idsInMessage(attachments, sent)).toEqual(["u1", "u2"]);
  }
});
