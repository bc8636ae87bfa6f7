import type { CallOptions } from "../engine/check/check.ts";
import { keysOf } from "../target/fixtures.ts";
import type { ResolvedTarget } from "../target/types.ts";

/** Invalid credentials: what is sent instead of the valid Authorization header. */
export interface Credential {
  readonly description: string;
  readonly options: CallOptions;
}

/**
 * Returns invalid credentials, by the requirement that rejects them. None of them is a key of another agent in the
 * target file, which a small change to a short key could give.
 */
export function badCredentials({
  apiKey,
  fixtures,
}: Pick<ResolvedTarget, "apiKey" | "fixtures">): Readonly<Record<string, readonly Credential[]>> {
  const known = new Set(keysOf({ apiKey, fixtures }));
  const all = credentialVariants(apiKey, (key) => !known.has(key));
  const isBad = ({ options }: Credential) => typeof options.apiKey !== "string" || !known.has(options.apiKey);
  return Object.fromEntries(Object.entries(all).map(([rule, ways]) => [rule, ways.filter(isBad)]));
}

function credentialVariants(
  apiKey: string,
  isNobodys: (key: string) => boolean,
): Readonly<Record<string, readonly Credential[]>> {
  return {
    "auth.no-header": [{ description: "no Authorization header", options: { apiKey: null } }],
    // The most easily forgotten ones come first, since a small budget tries only some of these.
    "auth.scheme": [
      { description: "the scheme Basic with the key as its credentials", options: { authorization: basic(apiKey) } },
      { description: "the bare key without a scheme", options: { authorization: apiKey } },
      { description: "the scheme without a key", options: { authorization: "Bearer" } },
      { description: "the key under another scheme", options: { authorization: `Token ${apiKey}` } },
      { description: "the scheme Basic with the bare key", options: { authorization: `Basic ${apiKey}` } },
      { description: "the key under a scheme called after it", options: { authorization: `ApiKey ${apiKey}` } },
    ],
    "auth.unknown-key": [
      { description: "a key that was never issued", options: { apiKey: neverIssued(apiKey, isNobodys) } },
      { description: "one letter as the key", options: { apiKey: "x" } },
      // Sent by clients without a key; a server may treat it as the key of an unknown agent.
      { description: "null as the key", options: { apiKey: "null" } },
      { description: "undefined as the key", options: { apiKey: "undefined" } },
    ],
    "auth.shortened-key": [
      { description: "the key without its last character", options: { apiKey: apiKey.slice(0, -1) } },
      { description: "the first half of the key", options: { apiKey: firstHalf(apiKey) } },
      // A server may look up a key by a pattern.
      { description: "the first half of the key and a wildcard", options: { apiKey: `${firstHalf(apiKey)}%` } },
    ],
    "auth.lengthened-key": [
      { description: "the key with a letter appended", options: { apiKey: `${apiKey}x` } },
      { description: "the key twice over", options: { apiKey: apiKey + apiKey } },
      { description: "the key with a comma and a letter appended", options: { apiKey: `${apiKey},x` } },
    ],
    "auth.case-changed-key": otherCases(apiKey).map((key) => ({
      description: "the key with the case of letters changed",
      options: { apiKey: key },
    })),
    "auth.altered-key": [
      ...altered(apiKey, isNobodys).map((key) => ({
        description: "the key with one character replaced",
        options: { apiKey: key },
      })),
      // Two alphabets of one encoding differ in these characters.
      ...[otherSigns(apiKey)]
        .filter((key) => key !== apiKey && isNobodys(key))
        .map((key) => ({ description: "the key with - for _ and _ for -", options: { apiKey: key } })),
    ],
  };
}

function firstHalf(apiKey: string): string {
  return apiKey.slice(0, Math.ceil(apiKey.length / 2));
}

function basic(apiKey: string): string {
  // Some servers read the name before the colon, others the password after it.
  return `Basic ${Buffer.from(`${apiKey}:${apiKey}`).toString("base64")}`;
}

/**
 * Returns an unknown key of the same length and alphabet as the real one, so that only its being unknown can reject it.
 */
function neverIssued(apiKey: string, isNobodys: (key: string) => boolean): string {
  const rotated = (by: number) => [...apiKey].map((character) => rotate(character, by)).join("");
  return STEPS.map((step) => rotated(step + 6)).find(isNobodys) ?? `${apiKey}-never-issued`;
}

/** Distances by which a character is replaced, tried until the key is nobody's: never a full cycle of the digits. */
const STEPS = [1, 2, 3, 5, 6, 7, 8, 9];

/**
 * Returns the key with one letter or digit replaced: the one nearest to the middle, since the middle may be a
 * separator, and the last one, which a comparison of only a part omits. None for a key without letters and digits.
 */
function altered(apiKey: string, isNobodys: (key: string) => boolean): string[] {
  const middle = apiKey.length / 2;
  const places = [...apiKey.matchAll(/[a-z0-9]/gi)].map(({ index }) => index);
  const [inner] = places.toSorted((left, right) => Math.abs(left - middle) - Math.abs(right - middle));
  return [...new Set([inner, places.at(-1)])].flatMap((place) => {
    if (place === undefined) return [];
    const changed = (other: string) => apiKey.slice(0, place) + other + apiKey.slice(place + 1);
    return insteadOf(apiKey, place).map(changed).filter(isNobodys).slice(0, 1);
  });
}

/**
 * Returns replacements for a character, without its successor. With sequential keys (key-1, key-2) the next one may
 * belong to an agent that the target file does not name, so a digit is replaced by a hexadecimal letter.
 */
function insteadOf(apiKey: string, place: number): string[] {
  const character = apiKey.charAt(place);
  if (/\d/.test(character) && /[a-z]/i.test(apiKey)) return ["e", "d", "f"];
  return FARTHEST_FIRST.map((step) => rotate(character, /\d/.test(character) ? step : step + HALF_ALPHABET));
}

/** The same distances, with those that lead to a neighbouring digit last. */
const FARTHEST_FIRST = STEPS.toSorted((one, other) => Math.abs(one - 5) - Math.abs(other - 5));
/** The additional distance for letters. */
const HALF_ALPHABET = 10;

function otherSigns(apiKey: string): string {
  return apiKey.replace(/[-_]/g, (sign) => (sign === "-" ? "_" : "-"));
}

function rotate(character: string, by: number): string {
  for (const [first, size] of [
    ["a", 26],
    ["A", 26],
    ["0", 10],
  ] as const) {
    const offset = character.charCodeAt(0) - first.charCodeAt(0);
    if (offset >= 0 && offset < size) return String.fromCharCode(first.charCodeAt(0) + ((offset + by) % size));
  }
  return character;
}

/** Returns the whole key in the other case, and with one letter changed; none for a key without letters. */
function otherCases(apiKey: string): string[] {
  const last = apiKey.search(/[a-z](?=[^a-z]*$)/i);
  if (last < 0) return [];
  const swapped = apiKey.slice(0, last) + swapCase(apiKey.charAt(last)) + apiKey.slice(last + 1);
  return [...new Set([[...apiKey].map(swapCase).join(""), swapped])];
}

function swapCase(character: string): string {
  const upper = character.toUpperCase();
  return character === upper ? character.toLowerCase() : upper;
}
