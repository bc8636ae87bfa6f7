import { expect, test } from "vitest";
import { shareLetterPair } from "../models/shared-letters.ts";
import { dissimilarWord } from "./dissimilar-words.ts";

test("finds a word that is like none of the texts, the same each time", () => {
  const texts = ["fwtmqjasummi oswtoauxbefv qjsmmbtdhxbs", "filler of a story"];
  const word = dissimilarWord({ mark: "fwtmqjasummi" }, "some key", texts);
  expect(texts.filter((text) => shareLetterPair(text, word))).toEqual([]);
  expect(dissimilarWord({ mark: "fwtmqjasummi" }, "some key", texts)).toBe(word);
});
