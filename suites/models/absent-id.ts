import { createHash } from "node:crypto";

/** Far above the value of any counter, and within 32 bits. */
const FAR_NUMBER = 900_000_007;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** The number of characters that are appended to a short id. */
const ADDED_CHARACTERS = 8;
/** Shorter ids may be used so densely that another one of the same length exists. */
const MIN_SPARSE_LENGTH = 8;
/** The positions in a UUID of its version and variant, which parsers check. */
const FIXED_POSITIONS = [14, 19];

/**
 * Returns an id in the format of a real one that does not exist: a distant number, or the same shape with other letters
 * and digits, which depend on the salt; for a short id, the id with more characters.
 */
export function absentId(real: string, salt: string): string {
  // The part before the last separator may name the kind of resource. If nothing follows the separator, the whole id is
  // changed.
  const last = real.search(/[^_:./-]*$/);
  const start = UUID.test(real) || !/[0-9A-Za-z]/.test(real.slice(last)) ? 0 : last;
  const tail = real.slice(start);
  const bytes = createHash("sha512").update(`${real} ${salt}`).digest();
  if (/^\d{1,9}$/.test(tail)) return real.slice(0, start) + String(Number(tail) + FAR_NUMBER + stepOf(salt));
  if (tail.length < MIN_SPARSE_LENGTH) return `${real}${withMoreCharacters(tail, bytes)}`;
  const hex = /^[0-9a-f-]+$/i.test(tail);
  const other = [...tail].map((character, index) =>
    hex && FIXED_POSITIONS.includes(index)
      ? character
      : otherCharacter(character, bytes[index % bytes.length] ?? 0, hex),
  );
  const absent = real.slice(0, start) + other.join("");
  // An id without ASCII letters and digits was not changed.
  return absent === real ? `${real}${withMoreCharacters(tail, bytes)}` : absent;
}

function withMoreCharacters(tail: string, bytes: Buffer): string {
  const characters = bytes.toString("hex").slice(0, ADDED_CHARACTERS);
  return /[A-Z]/.test(tail) && !/[a-z]/.test(tail) ? characters.toUpperCase() : characters;
}

/**
 * Returns a step that depends on the salt. Several kinds of resources may share a counter, and their absent ids must
 * differ.
 */
function stepOf(salt: string): number {
  return (createHash("sha512").update(salt).digest().readUInt16BE(0) % STEPS) * STEP;
}

const STEP = 1_000_000;
const STEPS = 200;

function otherCharacter(character: string, byte: number, hex: boolean): string {
  if (/[0-9]/.test(character)) return String(byte % 10);
  if (/[a-z]/.test(character)) return String.fromCharCode(0x61 + (byte % (hex ? 6 : 26)));
  if (/[A-Z]/.test(character)) return String.fromCharCode(0x41 + (byte % (hex ? 6 : 26)));
  return character;
}
