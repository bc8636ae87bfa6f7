import type { ApiDocument, Operation } from "../spec/document-model.ts";
import type { RequestInput } from "./request-model.ts";
import { requestModel, requestValue } from "./request-model.ts";
import type { PlainOptions } from "./twins.ts";
import { plainRequest } from "./twins.ts";

/** A body that is not, or not surely, JSON. */
export interface MalformedBody {
  readonly operation: string;
  /** Permanent name: `truncated`. */
  readonly name: string;
  readonly description: string;
  /** True when no JSON parser accepts it: it has to be refused with 400. False: what the target does is an observation. */
  readonly sure: boolean;
  readonly bytes: Uint8Array;
  /** The valid request whose body was spoilt. */
  readonly control: RequestInput;
}

/** One way of spoiling the text of a JSON object. */
interface Spoiler {
  readonly name: string;
  readonly description: string;
  readonly sure: boolean;
  readonly spoil: (text: string) => string | Uint8Array;
}

const INVALID_UTF8 = Uint8Array.of(0xc3, 0x28);

const SPOILERS: readonly Spoiler[] = [
  { name: "truncated", sure: true, description: "the last bracket is missing", spoil: (text) => text.slice(0, -1) },
  {
    name: "cut-in-half",
    sure: true,
    description: "the second half is missing",
    spoil: (text) => text.slice(0, Math.ceil(text.length / 2)),
  },
  {
    name: "trailing-comma",
    sure: true,
    description: "a comma before the last bracket",
    spoil: (text) => `${text.slice(0, -1)},}`,
  },
  {
    name: "single-quotes",
    sure: true,
    description: "single quotes around names and texts",
    spoil: (text) => inside(text, '"extra":1').replaceAll('"', "'"),
  },
  { name: "bare-word", sure: true, description: "a word without quotes", spoil: () => "malformed" },
  {
    name: "unquoted-name",
    sure: true,
    description: "a member name without quotes",
    spoil: (text) => inside(text, "extra:1"),
  },
  { name: "not-a-number", sure: true, description: "NaN as a value", spoil: (text) => inside(text, '"extra":NaN') },
  {
    name: "infinity",
    sure: true,
    description: "Infinity as a value",
    spoil: (text) => inside(text, '"extra":Infinity'),
  },
  {
    name: "undefined",
    sure: true,
    description: "undefined as a value",
    spoil: (text) => inside(text, '"extra":undefined'),
  },
  {
    name: "leading-zero",
    sure: true,
    description: "a number with a leading zero",
    spoil: (text) => inside(text, '"extra":012'),
  },
  {
    name: "missing-colon",
    sure: true,
    description: "no colon after a name",
    spoil: (text) => inside(text, '"extra" 1'),
  },
  {
    name: "missing-value",
    sure: true,
    description: "no value after a colon",
    spoil: (text) => inside(text, '"extra":'),
  },
  {
    name: "line-comment",
    sure: true,
    description: "a comment in a line of its own",
    spoil: (text) => `// comment\n${text}`,
  },
  {
    name: "block-comment",
    sure: true,
    description: "a comment between brackets",
    spoil: (text) => `/* comment */${text}`,
  },
  {
    name: "unclosed-text",
    sure: true,
    description: "a text without its closing quote",
    spoil: (text) => inside(text, '"extra":"open'),
  },
  {
    name: "control-character",
    sure: true,
    description: "a raw line break inside a text",
    spoil: (text) => inside(text, '"extra":"a\nb"'),
  },
  {
    name: "bad-escape",
    sure: true,
    description: "an escape that JSON does not have",
    spoil: (text) => inside(text, '"extra":"\\x41"'),
  },
  {
    name: "two-documents",
    sure: true,
    description: "two values one after the other",
    spoil: (text) => `${text}${text}`,
  },
  { name: "surplus-bracket", sure: true, description: "a closing bracket too many", spoil: (text) => `${text}}` },
  {
    name: "wrong-bracket",
    sure: true,
    description: "closed by a square bracket",
    spoil: (text) => `${text.slice(0, -1)}]`,
  },
  { name: "form-encoded", sure: true, description: "a form instead of JSON", spoil: () => "name=value&other=1" },
  {
    name: "markup",
    sure: true,
    description: "XML instead of JSON",
    spoil: () => "<request><name>value</name></request>",
  },
  { name: "bad-utf8", sure: false, description: "bytes that are no UTF-8 inside a text", spoil: withBadBytes },
  { name: "byte-order-mark", sure: false, description: "a byte order mark first", spoil: (text) => `\uFEFF${text}` },
  {
    name: "duplicate-name",
    sure: false,
    description: "one member name twice",
    spoil: (text) => inside(text, '"extra":1,"extra":2'),
  },
  {
    name: "lone-surrogate",
    sure: false,
    description: "half of a surrogate pair, escaped",
    spoil: (text) => inside(text, '"extra":"\\ud800"'),
  },
  {
    name: "escaped-nul",
    sure: false,
    description: "NUL in a text, escaped",
    spoil: (text) => inside(text, '"extra":"\\u0000"'),
  },
  {
    name: "huge-number",
    sure: false,
    description: "a number beyond every double",
    spoil: (text) => inside(text, '"extra":1e400'),
  },
  {
    name: "deep-nesting",
    sure: false,
    description: "lists nested 2,000 deep",
    spoil: (text) => inside(text, `"extra":${"[".repeat(2_000)}${"]".repeat(2_000)}`),
  },
  {
    name: "prototype-name",
    sure: false,
    description: "a member named __proto__",
    spoil: (text) => inside(text, '"__proto__":{"polluted":true}'),
  },
  {
    name: "white-space",
    sure: false,
    description: "white space around the value",
    spoil: (text) => ` \r\n\t${text}\n `,
  },
];

/**
 * The spoilt bodies of an operation, a deterministic list; empty for an operation without body. `resolve` puts ids in the
 * place of tokens before the text is spoilt.
 */
export function malformedBodies(
  document: ApiDocument,
  operation: Operation,
  options: PlainOptions = {},
  resolve: (input: RequestInput) => RequestInput = (input) => input,
): MalformedBody[] {
  const sampled = operation.body === null ? undefined : plainRequest(document, operation, options);
  const control = sampled === undefined ? undefined : resolve(sampled);
  if (control?.body === undefined) return [];
  const text = JSON.stringify(control.body);
  const spoilt = SPOILERS.map(({ name, description, sure, spoil }) => {
    const spoiled = spoil(text);
    const bytes = typeof spoiled === "string" ? Buffer.from(spoiled) : spoiled;
    return { operation: operation.id, name, description, sure, bytes, control };
  });
  return [...spoilt, emptyBody(document, operation, control)];
}

/** Nothing at all, or only white space: refused for certain only where an empty object is refused as well. */
function emptyBody(document: ApiDocument, operation: Operation, control: RequestInput): MalformedBody {
  const nothing = requestValue({ ...control, body: {} });
  const sure = requestModel(document, operation).rules.judge(nothing).length > 0;
  const description = "no body, though the content type says JSON";
  return { operation: operation.id, name: "empty", description, sure, bytes: new Uint8Array(), control };
}

/** The object's text with one more member at its end. */
function inside(text: string, member: string): string {
  return text === "{}" ? `{${member}}` : `${text.slice(0, -1)},${member}}`;
}

function withBadBytes(text: string): Uint8Array {
  const [before = "", after = ""] = inside(text, '"extra":"|"').split("|");
  return Buffer.concat([Buffer.from(before), INVALID_UTF8, Buffer.from(after)]);
}
