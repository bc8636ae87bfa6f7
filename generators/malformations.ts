/** Turns the text of a JSON object into one that is not, or not surely, JSON. */
export interface Malformation {
  readonly name: string;
  readonly description: string;
  readonly sure: boolean;
  readonly apply: (text: string) => string | Uint8Array;
}

const INVALID_UTF8 = Uint8Array.of(0xc3, 0x28);

/**
 * Malformations that a common parser accepts are not sure: NaN and Infinity (Python), comments, raw line breaks and
 * unknown escapes (Ruby), anything after the first value (Go).
 */
export const MALFORMATIONS: readonly Malformation[] = [
  { name: "truncated", sure: true, description: "the last bracket is missing", apply: (text) => text.slice(0, -1) },
  {
    name: "cut-in-half",
    sure: true,
    description: "the second half is missing",
    apply: (text) => text.slice(0, Math.ceil(text.length / 2)),
  },
  {
    name: "trailing-comma",
    sure: true,
    description: "a comma before the last bracket",
    apply: (text) => `${text.slice(0, -1)},}`,
  },
  {
    name: "single-quotes",
    sure: true,
    description: "single quotes around names and texts",
    apply: (text) => withMember(text, '"extra":1').replaceAll('"', "'"),
  },
  { name: "bare-word", sure: true, description: "a word without quotes", apply: () => "malformed" },
  {
    name: "unquoted-name",
    sure: true,
    description: "a member name without quotes",
    apply: (text) => withMember(text, "extra:1"),
  },
  {
    name: "not-a-number",
    sure: false,
    description: "NaN as a value",
    apply: (text) => withMember(text, '"extra":NaN'),
  },
  {
    name: "infinity",
    sure: false,
    description: "Infinity as a value",
    apply: (text) => withMember(text, '"extra":Infinity'),
  },
  {
    name: "undefined",
    sure: true,
    description: "undefined as a value",
    apply: (text) => withMember(text, '"extra":undefined'),
  },
  {
    name: "leading-zero",
    sure: true,
    description: "a number with a leading zero",
    apply: (text) => withMember(text, '"extra":012'),
  },
  {
    name: "missing-colon",
    sure: true,
    description: "no colon after a name",
    apply: (text) => withMember(text, '"extra" 1'),
  },
  {
    name: "missing-value",
    sure: true,
    description: "no value after a colon",
    apply: (text) => withMember(text, '"extra":'),
  },
  {
    name: "line-comment",
    sure: false,
    description: "a comment in a line of its own",
    apply: (text) => `// comment\n${text}`,
  },
  {
    name: "block-comment",
    sure: false,
    description: "a comment between brackets",
    apply: (text) => `/* comment */${text}`,
  },
  {
    name: "unclosed-text",
    sure: true,
    description: "a text without its closing quote",
    apply: (text) => withMember(text, '"extra":"open'),
  },
  {
    name: "control-character",
    sure: false,
    description: "a raw line break inside a text",
    apply: (text) => withMember(text, '"extra":"a\nb"'),
  },
  {
    name: "bad-escape",
    sure: false,
    description: "an escape that JSON does not have",
    apply: (text) => withMember(text, '"extra":"\\x41"'),
  },
  {
    name: "two-documents",
    sure: false,
    description: "two values one after the other",
    apply: (text) => `${text}${text}`,
  },
  { name: "surplus-bracket", sure: false, description: "a closing bracket too many", apply: (text) => `${text}}` },
  {
    name: "wrong-bracket",
    sure: true,
    description: "closed by a square bracket",
    apply: (text) => `${text.slice(0, -1)}]`,
  },
  { name: "form-encoded", sure: true, description: "a form instead of JSON", apply: () => "name=value&other=1" },
  {
    name: "markup",
    sure: true,
    description: "XML instead of JSON",
    apply: () => "<request><name>value</name></request>",
  },
  { name: "bad-utf8", sure: false, description: "bytes that are no UTF-8 inside a text", apply: withBadBytes },
  { name: "byte-order-mark", sure: false, description: "a byte order mark first", apply: (text) => `\uFEFF${text}` },
  {
    name: "duplicate-name",
    sure: false,
    description: "one member name twice",
    apply: (text) => withMember(text, '"extra":1,"extra":2'),
  },
  {
    name: "lone-surrogate",
    sure: false,
    description: "half of a surrogate pair, escaped",
    apply: (text) => withMember(text, '"extra":"\\ud800"'),
  },
  {
    name: "escaped-nul",
    sure: false,
    description: "NUL in a text, escaped",
    apply: (text) => withMember(text, '"extra":"\\u0000"'),
  },
  {
    name: "huge-number",
    sure: false,
    description: "a number beyond every double",
    apply: (text) => withMember(text, '"extra":1e400'),
  },
  {
    name: "deep-nesting",
    sure: false,
    description: "lists nested 2,000 deep",
    apply: (text) => withMember(text, `"extra":${"[".repeat(2_000)}${"]".repeat(2_000)}`),
  },
  {
    name: "prototype-name",
    sure: false,
    description: "a member named __proto__",
    apply: (text) => withMember(text, '"__proto__":{"polluted":true}'),
  },
  {
    name: "white-space",
    sure: false,
    description: "white space around the value",
    apply: (text) => ` \r\n\t${text}\n `,
  },
];

/** Returns the text of a JSON object with one more member at its end. */
export function withMember(text: string, member: string): string {
  return text === "{}" ? `{${member}}` : `${text.slice(0, -1)},${member}}`;
}

function withBadBytes(text: string): Uint8Array {
  const [before = "", after = ""] = withMember(text, '"extra":"|"').split("|");
  return Buffer.concat([Buffer.from(before), INVALID_UTF8, Buffer.from(after)]);
}
