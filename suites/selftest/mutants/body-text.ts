import type { Json } from "../../../spec/json.ts";
import type { RandomChoices } from "./random-choices.ts";

/** A body on the wire. */
export interface BodyText {
  readonly text: string;
  readonly contentType: string;
}

const JSON_TYPE = "application/json";
const SHARES = { compact: 0.65, valid: 0.85 };

type Way = (text: string, body: Json) => BodyText;

const VALID: readonly Way[] = [
  (_text, body) => ({ text: JSON.stringify(body, null, 2), contentType: JSON_TYPE }),
  (text) => ({ text: escaped(text, /[^ -~]/), contentType: JSON_TYPE }),
  (text) => ({ text: escaped(text, /[^"\\]/), contentType: JSON_TYPE }),
  (text) => ({ text, contentType: `${JSON_TYPE}; charset=utf-8` }),
];

const UNREADABLE: readonly Way[] = [
  (text) => ({ text, contentType: "text/plain" }),
  (text) => ({ text: text.slice(0, -1), contentType: JSON_TYPE }),
  (text) => ({ text: `${text},`, contentType: JSON_TYPE }),
];

/** JSON as most clients write it, and now and then indented, escaped, cut off, or declared as something else. */
export function bodyText(body: Json, chance: RandomChoices): BodyText {
  const text = JSON.stringify(body);
  if (chance.happens(SHARES.compact)) return { text, contentType: JSON_TYPE };
  return (
    chance.pick(chance.happens(SHARES.valid) ? VALID : UNREADABLE)?.(text, body) ?? { text, contentType: JSON_TYPE }
  );
}

/** Returns the same JSON with the characters of its texts in the form `\u0041`. */
function escaped(text: string, which: RegExp): string {
  return text.replace(/"(?:[^"\\]|\\.)*"/g, (token) =>
    token
      .slice(1, -1)
      .replace(/\\u[\da-f]{4}|\\.|[^\\]/gi, (one) => (one.length === 1 && which.test(one) ? code(one) : one))
      .replace(/^|$/g, '"'),
  );
}

const code = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
