import { type NamedEdit, named } from "./edit.ts";

/** Lengths at which a column, a preview or an index cuts. */
const LENGTHS = [20, 32, 40, 64, 100, 128, 200, 255, 500, 1000, 2000, 3000, 8000, 10_000];

/** A text where a pattern is replaced. */
const replacing = (name: string, title: string, pattern: RegExp, by: string): NamedEdit<string> =>
  named(name, title, (text) => text.replace(pattern, by));

/** Texts as servers rewrite them. */
export const TEXT_EDITS: readonly NamedEdit<string>[] = [
  ...LENGTHS.map((length) =>
    named<string>(`cut-${length}`, `cuts a text to ${length} characters`, (text) => text.slice(0, length)),
  ),
  named("first-line", "takes the first line of a text alone", (text) => text.split("\n")[0] ?? ""),
  named("trim", "takes white space off both ends of a text", (text) => text.trim()),
  named("compose", "joins letters and their marks (NFC)", (text) => text.normalize("NFC")),
  replacing("question-marks", "gives a question mark for a letter beyond Latin-1", /[\u0100-\uffff]/gu, "?"),
  replacing("drop-non-ascii", "leaves out letters beyond ASCII", /[^\0-\x7f]/gu, ""),
  replacing("drop-invisible", "leaves out zero-width blanks", /\u200b/gu, ""),
  replacing("drop-joiners", "leaves out joiners and variant signs of emoji", /[\u200d\ufe0f]/gu, ""),
  replacing("drop-emoji", "leaves out emoji", /[\u{10000}-\u{10ffff}]/gu, ""),
  replacing("tabs-to-blanks", "gives a blank for a tab", /\t/g, " "),
  replacing("spread-tabs", "gives four blanks for a tab", /\t/g, "    "),
  replacing("plain-blanks", "gives a plain blank for one that joins words", /\u00a0/gu, " "),
  replacing("join-blanks", "gives one blank for several", /(\S) {2,}(?=\S)/g, "$1 "),
  replacing("drop-blanks", "leaves out white space", /\s+/g, ""),
  replacing("hyphens-for-blanks", "gives a hyphen for a blank", / /g, "-"),
  replacing("unix-line-ends", "gives \\n for \\r\\n", /\r\n/g, "\n"),
  replacing("trim-lines", "leaves out blanks at the end of a line", / +\n/g, "\n"),
  replacing("drop-backslashes", "leaves out backslashes", /\\/g, ""),
  replacing("unescape", "reads a backslash as an escape", /\\(.)/g, "$1"),
  replacing("escape-quotes", "puts a backslash before a quote", /"/g, '\\"'),
  replacing("drop-quotes", "leaves out quotes", /"/g, ""),
  replacing("unquote", "takes off the quotes around a text", /^"(.*)"$/, "$1"),
  replacing("drop-punctuation", "leaves out punctuation", /[^\p{L}\p{N}\s]/gu, ""),
  replacing("letters-alone", "leaves out all but letters and digits", /[^\p{L}\p{N}]/gu, ""),
  replacing("drop-full-stop", "leaves out a full stop at the end", /\.$/, ""),
  named("add-full-stop", "puts a full stop at the end", (text) => (/[.!?]$/.test(text) ? text : `${text}.`)),
  replacing("join-percents", "gives one percent sign for two", /%%/g, "%"),
  replacing("plus-as-blank", "gives a blank for a plus", /\+/g, " "),
  replacing("drop-final-star", "leaves out a star at the end", /\*$/, ""),
  named("drop-marks", "leaves out combining marks", (text) => text.normalize("NFD").replace(/\p{M}/gu, "")),
  named("capital-start", "begins a text with a capital", (text) => text.charAt(0).toUpperCase() + text.slice(1)),
  replacing("drop-last-word", "leaves out the last word", /\s\S+$/, ""),
  replacing("double-apostrophes", "gives two apostrophes for one", /'/g, "''"),
  replacing("escape-ampersands", "gives ampersands as HTML does", /&/g, "&amp;"),
  replacing("guard-formulas", "puts an apostrophe before what could be a formula", /^[=+@-]/, "'$&"),
  replacing("join-backslashes", "gives one backslash for two", /\\\\/g, "\\"),
  replacing("drop-blank-lines", "leaves out blank lines", /\n{2,}/g, "\n"),
  replacing("drop-indents", "leaves out blanks at the start of a line", /\n +/g, "\n"),
  replacing("join-hyphens", "gives a dash for two hyphens", /--/g, "—"),
  replacing("shortcodes", "gives an emoji for a word between colons", /:[a-z_]+:/g, "🙂"),
  replacing("drop-placeholders", "leaves out what stands in braces", /\{\{.*?\}\}|\$\{.*?\}/g, ""),
  replacing("drop-markdown", "leaves out the signs of Markdown", /[*_`#>[\]]/g, ""),
  replacing("drop-bold", "leaves out bold words", /\*\*\S+?\*\*/g, ""),
  replacing("drop-checkboxes", "leaves out the boxes of a list", /^- \[[ x]\] /gm, "- "),
  replacing("drop-code", "leaves out blocks of code", /```[\s\S]*?```/g, ""),
  replacing("drop-hash", "leaves out a hash at the start", /^#/, ""),
  replacing("drop-leading-zeros", "leaves out zeros before a number", /(^|-)0+(?=\d)/, "$1"),
  named("decode-percent", "decodes percent codes once more", (text) =>
    text.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16))),
  ),
  named("expand-dollars", "reads a text as a replacement pattern", (text) => "-".replace("-", text)),
  replacing("drop-tags", "leaves out what looks like a tag", /<[a-z/][^>]*>/gi, ""),
  replacing("drop-scripts", "leaves out scripts", /<script.*?<\/script>/gsu, ""),
  replacing("drop-images", "leaves out pictures of Markdown", /!\[[^\]]*\]\([^)]*\)/gu, ""),
  replacing("drop-headings", "leaves out the sign of a heading", /^# /gmu, ""),
  replacing("one-bullet", "gives all lists the same bullets", /^\* /gmu, "- "),
  named("lower-fences", "gives the language of code in lower case", (text) =>
    text.replace(/^```\w+/gmu, (fence) => fence.toLowerCase()),
  ),
  named("lower-urls", "gives URLs in lower case", (text) =>
    text.replace(/https?:\/\/\S+/gu, (url) => url.toLowerCase()),
  ),
  replacing("short-yaml", "gives the extension yml for yaml", /\.yaml$/u, ".yml"),
  replacing("drop-mention-signs", "leaves out the sign before a name", /@(\w)/gu, "$1"),
  replacing("mark-calls", "gives a call of everybody in another form", /@(here|channel|everyone)/gu, "<!$1>"),
];
