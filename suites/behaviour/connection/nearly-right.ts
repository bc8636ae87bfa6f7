import { absentId } from "../../models/absent-id.ts";

/** Texts that are nearly a token, and that were never shown as one; `listed` are the tokens that were. */
export function nearlyRight(token: string, listed: readonly string[]): readonly string[] {
  const others = [
    // What is compared in part, or in another way, shows with the first of them.
    `${token}a`,
    ...inAnotherCase(token),
    ...withAnotherEnd(token, listed),
    absentId(token, "altered"),
    token.slice(0, -1),
    token.slice(1),
    token.slice(0, token.length / 2),
  ];
  return [...new Set(others)].filter((other) => other !== token && !listed.includes(other));
}

/** With its last letter or digit replaced; none where tokens are counted, as the next number may be another one. */
function withAnotherEnd(token: string, listed: readonly string[]): string[] {
  const place = token.search(/[0-9A-Za-z][^0-9A-Za-z]*$/);
  if (place < 0) return [];
  const beginning = token.slice(0, place);
  const isCounted = listed.some((other) => other !== token && other.startsWith(beginning));
  return isCounted ? [] : [`${beginning}${farFrom(token.charAt(place))}${token.slice(place + 1)}`];
}

/**
 * A sign that differs from this one in what every encoding keeps: of the last sign of a token in base64 or base32 a
 * reader leaves all but the first bits out of account, and takes one whose others differ for the same.
 */
function farFrom(sign: string): string {
  if (/[0-9]/.test(sign)) return "a";
  const far = sign.toLowerCase() < "q" ? "z" : "a";
  return sign === sign.toLowerCase() ? far : far.toUpperCase();
}

/**
 * With the case of letters changed where it tells something: in the part behind the last separator where that has letters
 * of both, else in the word of small letters before it that names the kind. The rest may be a number in hexadecimal
 * digits, or a code for people to type, which may be read in either case.
 */
function inAnotherCase(token: string): string[] {
  const start = token.search(/[0-9A-Za-z]*[^0-9A-Za-z]*$/);
  const [beginning, end] = [token.slice(0, start), token.slice(start)];
  if (/[a-z]/.test(end) && /[A-Z]/.test(end)) return [beginning + swapped(end)];
  const [kind = ""] = /^[a-z]*[g-z][a-z]*(?=[_:./])/.exec(token) ?? [];
  return kind === "" ? [] : [swapped(kind) + token.slice(kind.length)];
}

function swapped(text: string): string {
  return [...text].map((sign) => (sign === sign.toUpperCase() ? sign.toLowerCase() : sign.toUpperCase())).join("");
}
