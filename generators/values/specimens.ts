/** A text that breaks careless code. */
export interface TextSpecimen {
  /** Permanent name: `combining-marks`. */
  readonly name: string;
  readonly text: string;
  /** True if it must be returned as sent; false if stores may differ, which is only observed. */
  readonly sure: boolean;
}

/**
 * Texts that must be returned as sent: letters of many scripts, marks, emoji, quotes, markdown, line breaks inside.
 * Each is unchanged by the normalisation forms that a store would apply (NFC, NFKC), and begins and ends with
 * something visible.
 */
const SURE: Readonly<Record<string, readonly string[]>> = {
  latin: ["Grüße", "naïve café", "Žluťoučký", "Þórður"],
  scripts: ["Ελληνικά", "Привет", "中文字符", "日本語テキスト", "한국어", "हिन्दी", "ไทย", "ქართული", "አማርኛ"],
  "right-to-left": ["שלום", "مرحبا", "abc אבג 123"],
  "joiners-in-a-script": ["می‌خواهم", "क्‍ष"],
  // Marks on letters that no normalisation composes them with; the commonest marks, each also in a script that uses
  // it.
  "combining-marks": ["q\u0303x\u030c", "z\u0327\u0308", "q\u0301q\u0300q\u0302q\u0304q\u030a", "ш\u0301", "שָׁלוֹם"],
  emoji: ["😀", "👍🏽", "🇩🇪", "1️⃣"],
  "emoji-sequences": ["👩‍👩‍👧‍👦", "🏳️‍🌈"],
  "beyond-the-basic-plane": ["𐍈𐌰", "𠮷野家"],
  quotes: ['"double"', "'single'", "`code`", "„low“ »guillemets«"],
  markdown: [
    "**bold**",
    "_it_",
    "[link](https://example.com/?a=1&b=2#c)",
    "- item\n- item",
    "# head\n\ntext",
    "> quote\n\n```js\nx\n```",
    "![chart](https://example.com/chart.png)",
  ],
  markup: ["<b>tag</b>", "&amp;", "<!-- note -->", "</script>", "`<script>x</script>`"],
  "query-like": ["a+b=c", "100%", "%20", "semi;colon", "a&b=c"],
  "code-like": [
    "back\\slash",
    "two\\\\slashes",
    "{curly}",
    "$(x)",
    "--",
    "null",
    "'; DROP TABLE t; --",
    "#{name}",
    "\\u0041",
  ],
  "inner-line-breaks": ["line\nbreak", "para\n\ngraph"],
  "inner-white-space": ["two  blanks", "hard break  \nof a line", "a b c d"],
};

/** Texts that stores may reject, trim or change without breaking the contract. */
const DOUBTFUL: Readonly<Record<string, string>> = {
  "white-space-only": "   ",
  "leading-blank": " leading",
  "trailing-blank": "trailing ",
  "trailing-line-break": "trailing\n",
  "carriage-return": "line\r\nbreak",
  tab: "tab\there",
  nul: "nul\u0000inside",
  "control-character": "bell\u0007inside",
  "lone-surrogate": "lone\ud800surrogate",
  decomposed: "cafe\u0301",
  compatibility: "ﬁne ①",
  "zero-width-space": "zero\u200bwidth",
  "byte-order-mark": "mark\ufeffinside",
  "direction-override": "left\u202eright\u202c",
  "no-break-space": "no\u00a0break",
  "line-separator": "line\u2028separator",
  "not-a-character": "not\uffffacharacter",
};

/** All specimens, the sure ones first. */
export const TEXT_SPECIMENS: readonly TextSpecimen[] = [
  ...Object.entries(SURE).flatMap(([name, texts]) => texts.map((text) => ({ name, text, sure: true }))),
  ...Object.entries(DOUBTFUL).map(([name, text]) => ({ name, text, sure: false })),
];
