import { TEXT_SPECIMENS } from "../../generators/index.ts";

/** Parts of a line that careless code changes. */
export const PIECES = [
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
  // As code: nobody is called by it.
  "`@here`",
];

/**
 * Every piece that careless code changes, in one sentence: what one text can show, one text shows. With a word behind it it stays
 * below what the shortest columns of texts hold.
 */
export const everyPiece = `x ${PIECES.join(" ")} x.`;

/** Every form of text that has to come back, with lists, code and indents, in one text of several lines. */
export const everyMarkdown = [
  everyPiece,
  "- item\n  - below\n    - deeper",
  "* item\n* item\n\n1) one\n2) two",
  "[a link](javascript:void(0)) and [another](data:text/plain,x)",
  "- [ ] open\n- [x] done\n\n\\\\host\\share \\* \\_",
  "```\nif (x) {\n\n\n\n  code  with   spaces\n\tand\ta tab\n}\n```",
  "```TypeScript\nlet X = 1;\n```",
  ...TEXT_SPECIMENS.filter(({ sure }) => sure).map(({ text }) => text),
].join("\n\n");

/**
 * What stores may write in another form, or reject: letters of two forms, ends of lines, blanks that are none. Which form they
 * take is open, and that it is one form for all views is not.
 */
export const SPECIAL_CHARACTERS = "cafe\u0301 \ufb01n \u00bd,\ta\u00a0b\u200bc\r\nnext\r\nline";

/** Longer than what careless code cuts at; how long a text may be is open, and what is taken is taken whole. */
export const LONG_STORY = `${"A long story, ".repeat(720)}to the end`;

/** Texts that careless code takes for no text at all, or for something else than text. */
export const MISLEADING = ["0", "007", "=1+1", "null", "1e3", "false"] as const;
