import { absentId } from "../../models/absent-id.ts";

/** Returns texts that are similar to a token but were never shown; `listed` has the tokens that were. */
export function similarTokens(token: string, listed: readonly string[]): readonly string[] {
  const others = [
    // The first of them reveal a target that compares only a part, or loosely.
    `${token}a`,
    ...withOtherCase(token),
    ...withOtherLastCharacter(token, listed),
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
function withOtherLastCharacter(token: string, listed: readonly string[]): string[] {
  const index = token.search(/[0-9A-Za-z][^0-9A-Za-z]*$/);
  if (index < 0) return [];
  const beginning = token.slice(0, index);
  const isSequential = listed.some((other) => other !== token && other.startsWith(beginning));
  return isSequential ? [] : [`${beginning}${differentCharacter(token.charAt(index))}${token.slice(index + 1)}`];
}

/**
 * Returns a character that differs from this one in the bits that every encoding keeps: in base64 or base32, only the
 * first bits of the last character count.
 */
function differentCharacter(character: string): string {
  if (/[0-9]/.test(character)) return "a";
  const other = character.toLowerCase() < "q" ? "z" : "a";
  return character === character.toLowerCase() ? other : other.toUpperCase();
}

/**
 * Returns the token with the case of letters changed where it is significant: after the last separator if that part has
 * both cases, otherwise in the lower-case word before it that names the kind. The rest may be hexadecimal, or a code
 * for people to type, which may be case-insensitive.
 */
function withOtherCase(token: string): string[] {
  const start = token.search(/[0-9A-Za-z]*[^0-9A-Za-z]*$/);
  const [beginning, end] = [token.slice(0, start), token.slice(start)];
  if (/[a-z]/.test(end) && /[A-Z]/.test(end)) return [beginning + withSwappedCase(end)];
  const [kind = ""] = /^[a-z]*[g-z][a-z]*(?=[_:./])/.exec(token) ?? [];
  return kind === "" ? [] : [withSwappedCase(kind) + token.slice(kind.length)];
}

function withSwappedCase(text: string): string {
  return [...text]
    .map((character) => (character === character.toUpperCase() ? character.toLowerCase() : character.toUpperCase()))
    .join("");
}
