/** Kinds of text that servers treat otherwise than the rest, by name. */
export const TEXT_CLASSES: Readonly<Record<string, (text: string) => boolean>> = {
  empty: (text) => text === "",
  short: (text) => text.length < 3,
  "one-character": (text) => [...text].length === 1,
  long: (text) => text.length >= 200,
  ...Object.fromEntries(
    [8, 64, 100, 255, 400, 500, 1000, 4000].map((length) => [
      `longer-than-${length}`,
      (text: string) => text.length > length,
    ]),
  ),
  "more-than-1000-bytes": (text) => Buffer.byteLength(text) > 1000,
  "two-words": (text) => /\S\s+\S/.test(text.trim()),
  "three-words": (text) => text.trim().split(/\s+/).length > 2,
  "no-letter": (text) => !/[\p{L}\p{N}]/u.test(text),
  "slash-start": (text) => text.startsWith("/"),
  hyphen: (text) => text.includes("-"),
  quotes: (text) => /["']/.test(text),
  "non-ascii": (text) => /[^ -~\s]/.test(text),
  emoji: (text) => /\p{Extended_Pictographic}/u.test(text),
  lines: (text) => text.includes("\n"),
  tab: (text) => text.includes("\t"),
  "two-blanks": (text) => text.includes("  "),
  "joining-blank": (text) => text.includes("\u00a0"),
  quote: (text) => text.includes('"'),
  apostrophe: (text) => text.includes("'"),
  backslash: (text) => text.includes("\\"),
  percent: (text) => text.includes("%"),
  hash: (text) => text.includes("#"),
  equals: (text) => text.includes("="),
  operators: (text) => /[&|!():*~^]/.test(text),
  pattern: (text) => /[()[\]*+?\\]/.test(text),
  identifier: (text) => /^[A-Za-z]+-\d+$/.test(text),
  null: (text) => text === "null",
  true: (text) => text === "true",
  zero: (text) => text === "0",
  "begins-non-ascii": (text) => /^[^ -~]/.test(text),
};

/** Kinds of instant, by how they are written. */
export const INSTANT_CLASSES: Readonly<Record<string, (text: string) => boolean>> = {
  midnight: (text) => /T00:00:00(\.0+)?Z$/.test(text),
  "no-fraction": (text) => /:\d\dZ$/.test(text),
  "six-digits": (text) => /\.\d{6}Z$/.test(text),
  epoch: (text) => Date.parse(text) === 0,
};
