import fc from "fast-check";
import { TEXT_PIECES } from "../models/sample-texts.ts";

/**
 * Letters of several scripts, without any character that normalisation, trimming or counting could treat in two ways.
 */
const LETTERS = [..."abcxyzABCXYZ019äéñøßżŁőİçÀ中文字かなЖдюΩλאבגعربहि"].filter(
  (character) => character.normalize("NFC") === character,
);
/** Characters that careless code may interpret: quotes, markup, patterns, escapes. */
const SYMBOLS = [..."'\"`<>&%_*\\/{}[]()$#@!?;:=+~^|,.-"];
const EMOJI = ["😀", "🚀", "🧪"];
const inline = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...LETTERS) },
  { weight: 3, arbitrary: fc.constantFrom(...SYMBOLS) },
  { weight: 1, arbitrary: fc.constantFrom(...EMOJI) },
  { weight: 2, arbitrary: fc.constantFrom(...TEXT_PIECES) },
  { weight: 2, arbitrary: fc.constantFrom(..."abc").map((letter) => ` ${letter}`) },
);

/** One line of text that is returned as sent: no white space at its ends, and unchanged by normalisation. */
export const lineOfText: fc.Arbitrary<string> = fc
  .array(inline, { minLength: 1, maxLength: 30, size: "max" })
  .map((pieces) => `x${pieces.join("")}x`)
  .filter((line) => line.normalize("NFC") === line);

/** Several lines of markdown. */
export const markdownText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      lineOfText,
      lineOfText.map((line) => `- ${line}`),
      lineOfText.map((line) => `## ${line}`),
      fc.constant("```\n  code  with   spaces\n\n    and more\n```"),
      fc.constant("- item\n  - below"),
      fc.constant("| a | b |\n|---|---|\n| 1 | 2 |"),
    ),
    { minLength: 1, maxLength: 6, size: "max" },
  )
  .map((lines) => lines.join("\n\n"));
