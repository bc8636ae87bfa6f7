import { expect, test } from "vitest";
import { TEXT_SPECIMENS } from "./specimens.ts";

const sure = TEXT_SPECIMENS.filter((specimen) => specimen.sure);

test.each(sure.map(({ name, text }) => [name, text]))("%s: no store has a ground to change %j", (_name, text) => {
  expect([text.normalize("NFC"), text.normalize("NFKC"), text.trim()]).toEqual([text, text, text]);
  expect(Buffer.from(text).toString()).toBe(text);
});

test("holds scripts, marks, emoji, right-to-left, joiners, quotes, markdown and line breaks", () => {
  const all = sure.map(({ text }) => text).join("");
  for (const kind of [
    /\p{Script=Hebrew}/u,
    /\p{M}/u,
    /\p{Emoji_Presentation}/u,
    /\u200d/u,
    /\u200c/u,
    /"/,
    /\*\*/,
    /\n/,
  ]) {
    expect(all).toMatch(kind);
  }
});
