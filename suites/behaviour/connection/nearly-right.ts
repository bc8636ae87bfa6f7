import { absentId } from "../../models/absent-id.ts";

/** Returns texts that are similar to a token but were never shown; `listed` has the tokens that were. */
export function nearlyRight(token: string, listed: readonly string[]): readonly string[] {
  const others = [
    // The first of them reveal a target that compares only a part, or loosely.
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

/**
 * Returns the token with its last letter or digit replaced; none if tokens are sequential, as the next number may be a
 * valid one.
 */
function withAnotherEnd(token: string, listed: readonly string[]): string[] {
  const place = token.search(/[0-9A-Za-z][^0-9A-Za-z]*$/);
  if (place < 0) return [];
  const beginning = token.slice(0, place);
  const isCounted = listed.some((other) => other !== token && other.startsWith(beginning));
  return isCounted ? [] : [`${beginning}${farFrom(token.charAt(place))}${token.slice(place + 1)}`];
}

/**
 * Returns a character that differs from this one in the bits that every encoding keeps: in base64 or base32, only the
 * first bits of the last character count.
 */
function farFrom(sign: string): string {
  if (/[0-9]/.test(sign)) return "a";
  const far = sign.toLowerCase() < "q" ? "z" : "a";
  return sign === sign.toLowerCase() ? far : far.toUpperCase();
}

/**
 * Returns the token with the case of letters changed where it is significant: after the last separator if that part has
 * both cases, otherwise in the lower-case word before it that names the kind. The rest may be hexadecimal, or a code
 * for people to type, which may be case-insensitive.
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
