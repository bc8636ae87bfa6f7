import { TEXT_SPECIMENS } from "../../generators/index.ts";

/** Parts of a line that careless code changes. */
export const TEXT_PIECES = [
  "&amp;",
  "<b>bold</b>",
  "100%%",
  "O'Neil",
  "two  gaps",
  "{{name}}",
  "$HOME",
  "$$ $& $1",
  "\\n",
  "null",
  "Bob'); --",
  "wait... 1-2 -- 3--4 (c) 5 -> 6 <- 7 1/2 x",
  "“so” — ‘and’ – so",
  "**bold**",
  "%41%2B+%2b",
  ":smile:",
  "👩‍👩‍👧‍👦",
  "1️⃣",
  "https://Example.com/?a&B=%20#C",
  "@someone",
  // As code, so that no one is notified.
  "`@here`",
];

/**
 * All pieces in one sentence, so that one request tests them all. With another word it is still shorter than the
 * smallest text columns.
 */
export const allPieces = `x ${TEXT_PIECES.join(" ")} x.`;

/** Every form of text that must be returned as sent, with lists, code and indents, in one text of several lines. */
export const allMarkdown = [
  allPieces,
  "- item\n  - below\n    - deeper",
  "* item\n* item\n\n1) one\n2) two",
  "[a link](javascript:void(0)) and [another](data:text/plain,x)",
  "- [ ] open\n- [x] done\n\n\\\\host\\share \\* \\_",
  "```\nif (x) {\n\n\n\n  code  with   spaces\n\tand\ta tab\n}\n```",
  "```TypeScript\nlet X = 1;\n```",
  ...TEXT_SPECIMENS.filter(({ sure }) => sure).map(({ text }) => text),
].join("\n\n");

/**
 * Characters that stores may normalize or reject: letters in two forms, line ends, unusual spaces. The contract leaves
 * the form open, but all views must show the same one.
 */
export const SPECIAL_CHARACTERS = "cafe\u0301 \ufb01n \u00bd,\ta\u00a0b\u200bc\r\nnext\r\nline";

/**
 * Longer than the usual limits of careless code. The maximum length is open, but an accepted text is kept completely.
 */
export const VERY_LONG_TEXT = `${"A long story, ".repeat(720)}to the end`;

/** Texts that careless code treats as empty or as another type. */
export const MISLEADING_TEXTS = ["0", "007", "=1+1", "null", "1e3", "false"] as const;
