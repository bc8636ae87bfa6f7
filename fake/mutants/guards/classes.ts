import { asObject } from "../../../spec/json.ts";
import { asJson } from "../json-value.ts";

/** Kinds of value that servers treat otherwise than the rest, by name. */
export type Classes<Value> = Readonly<Record<string, (value: Value) => boolean>>;

const matching = (patterns: Readonly<Record<string, RegExp>>): Classes<string> =>
  Object.fromEntries(Object.entries(patterns).map(([name, pattern]) => [name, (text: string) => pattern.test(text)]));

/** Kinds of text. */
export const TEXT_CLASSES: Classes<string> = {
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
  "more-than-500-bytes": (text) => Buffer.byteLength(text) > 500,
  "more-than-1000-bytes": (text) => Buffer.byteLength(text) > 1000,
  ...matching({ "two-words": /\S\s+\S/, "three-words": /\S\s+\S+\s+\S/, "no-letter": /^[^\p{L}\p{N}]*$/u }),
  ...matching({ "slash-start": /^\//, digit: /\d/, capital: /\p{Lu}/u, hyphen: /-/, quotes: /["']/ }),
  ...matching({ "non-ascii": /[^ -~\s]/, emoji: /\p{Extended_Pictographic}/u, lines: /\n/, tab: /\t/ }),
  ...matching({ "two-blanks": / {2}/, "joining-blank": /\u00a0/, quote: /"/, apostrophe: /'/, backslash: /\\/ }),
  ...matching({ percent: /%/, hash: /#/, equals: /=/, operators: /[&|!():*~^]/, pattern: /[()[\]*+?\\]/ }),
  ...matching({ identifier: /^[A-Za-z]+-\d+$/, null: /^null$/, true: /^true$/, zero: /^0$/ }),
  ...matching({ "begins-non-ascii": /^[^ -~]/ }),
};

/** Kinds of instants by their format. */
export const INSTANT_CLASSES: Classes<string> = {
  ...matching({ midnight: /T00:00:00(\.0+)?Z$/, "no-fraction": /:\d\dZ$/, "six-digits": /\.\d{6}Z$/ }),
  epoch: (text) => Date.parse(text) === 0,
};

/** Seconds of the named lifetimes. */
const PRESETS = [7, 90, 365].map((days) => days * 86_400);

/** Kinds of number, as a request writes them. */
export const NUMBER_CLASSES: Classes<string> = {
  ...matching({ negative: /^-/, zero: /^0$/, one: /^1$/, fifty: /^50$/, hundred: /^100$/, fraction: /\./ }),
  "more-than-20": (given) => Number(given) > 20,
  "more-than-50": (given) => Number(given) > 50,
  "more-than-100": (given) => Number(given) > 100,
  "just-above-one": (given) => Number(given) > 1 && Number(given) < 1.01,
  "more-than-32-bits": (given) => Number(given) >= 2 ** 31,
  "more-than-doubles": (given) => /^\d{16,}$/.test(given),
  preset: (given) => PRESETS.includes(Number(given)),
};

/** Values of a listed field that are nearly right. */
export const WORD_CLASSES: Classes<string> = matching({
  done: /^done$/,
  cancelled: /^cancelled$/,
  synonym: /^(?:open|closed|critical|all|constraint|volatile|PERMANENT)$/,
  hyphenated: /^[a-z]+-[a-z]+$/,
  plural: /[a-z]s$/,
});

/** Values that any field may get although they are invalid or unusual. */
export const UNUSUAL_CLASSES: Classes<unknown> = {
  null: (given) => given === null,
  object: (given) => typeof given === "object" && given !== null && !Array.isArray(given),
  list: (given) => Array.isArray(given),
  empty: (given) => ["{}", "[]"].includes(JSON.stringify(given)),
  repeats: (given) => Array.isArray(given) && new Set(given.map((item) => JSON.stringify(item))).size < given.length,
};

/** The most bytes that metadata may have. */
const MOST_BYTES = 4096;
const bytesOf = (given: unknown): number => Buffer.byteLength(JSON.stringify(given));

/** Returns a test for free JSON that is too large, and would not be without some part of it. */
const largeBy = (rest: (members: Readonly<Record<string, unknown>>) => unknown) => (given: unknown) =>
  bytesOf(given) > MOST_BYTES && bytesOf(rest(asObject(asJson(given)))) <= MOST_BYTES;

/** Kinds of free JSON. */
export const FREE_CLASSES: Classes<unknown> = {
  "tags-of-no-list": (given) => !Array.isArray(asObject(asJson(given)).tags ?? []),
  "more-than-3900-bytes": (given) => bytesOf(given) > 3900,
  empty: (given) => JSON.stringify(given) === "{}",
  large: (given) => bytesOf(given) > 3500,
  "large-by-names": largeBy((members) => Object.values(members)),
  "large-by-tags": largeBy(({ tags: _tags, ...others }) => others),
  "large-by-nesting": largeBy((members) =>
    Object.fromEntries(Object.entries(members).filter(([, value]) => typeof value !== "object")),
  ),
};

/** Kinds of media type. */
const MEDIA_CLASSES: Classes<string> = {
  ...matching({ image: /^image\//, "image-but-png": /^image\/(?!png$)/, jpeg: /^image\/jpeg$/, gif: /^image\/gif$/ }),
  ...matching({ webp: /^image\/webp$/, plain: /^text\/plain$/, markdown: /^text\/markdown$/ }),
  ...matching({ javascript: /^text\/javascript$/, code: /x-|javascript|typescript|css|html/ }),
  ...matching({ pdf: /^application\/pdf$/, json: /^application\/json$/, xml: /xml/, yaml: /yaml/ }),
  ...matching({ "x-yaml": /^application\/x-yaml$/, zip: /^application\/(x-)?zip\b/, gzip: /gzip/ }),
  ...matching({ "gzip-by-its-name": /^application\/gzip$/, "with-plus": /\+/, video: /^video\//, audio: /^audio\// }),
  ...matching({ application: /^application\//, "octet-stream": /^application\/octet-stream$/ }),
  ...matching({ "begins-like-text": /^(image|text)/, "holds-zip": /zip/, "holds-xml-or-zip": /xml|zip/ }),
  ...matching({ word: /^application\/msword$/, spreadsheet: /^application\/vnd\.ms-excel$/ }),
  ...matching({ database: /^application\/vnd\.sqlite3$/, model: /^model\//, disk: /^application\/x-iso9660-image$/ }),
};

/** Media types that are not among the accepted files. */
export const REJECTED_MEDIA: ReadonlySet<string> = new Set(
  ["video", "audio", "octet-stream", "word", "spreadsheet", "database", "model", "disk"].map(
    (one) => `mimeType=${one}`,
  ),
);

/** Kinds of values in the request for an upload, by member. */
export const FILE_CLASSES: Readonly<Record<string, Classes<string>>> = {
  mimeType: MEDIA_CLASSES,
  fileName: matching({
    "several-dots": /\..*\./,
    "of-document": /\.(txt|png|pdf|json)$/,
    "of-image": /\.(png|jpe?g)$/,
    "not-of-program": /^(?!.*\.(exe|dll|iso)$)/i,
  }),
  sizeBytes: {
    "one-byte": (size) => Number(size) === 1,
    "few-bytes": (size) => Number(size) < 5,
    "beyond-1-mib": (size) => Number(size) > 1_048_576,
    "beyond-32-bits": (size) => Number(size) >= 2 ** 32,
  },
};
