/**
 * Everything that a report shows may come from a hostile target. This module makes any text visible and harmless as
 * text; each format then escapes it for its own grammar (`escape.ts`).
 */

/** Invisible characters that change how the text around them is read: bidirectional overrides and isolates, marks. */
const STEERING = new Set([0x061c, 0x200e, 0x200f, 0xfeff, 0xfffe, 0xffff, 0x2028, 0x2029]);

/**
 * Returns the text without anything that a terminal, a browser or a parser would interpret: control characters become
 * their pictures (`␛`), steering characters and lone surrogates their escapes (`\u202e`). Tabs and line feeds stay.
 */
export function visible(text: string): string {
  let result = "";
  for (const character of text) result += visibleCharacter(character);
  return result;
}

function visibleCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x20 && code < 0x7f) return character;
  if (code === 0x0a || code === 0x09) return character;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return isUnsafe(code) ? `\\u${code.toString(16).padStart(4, "0")}` : character;
}

function isUnsafe(code: number): boolean {
  return (
    (code >= 0x80 && code <= 0x9f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069) ||
    (code >= 0xd800 && code <= 0xdfff) ||
    STEERING.has(code)
  );
}

/** {@link visible}, on one line: runs of white space become one blank. */
export function oneLine(text: string): string {
  return visible(text).replace(/\s+/gu, " ").trim();
}

/** Returns the text, cut after `limit` code points, with the number of those left out. */
export function truncated(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const characters = [...text];
  if (characters.length <= limit) return text;
  return `${characters.slice(0, limit).join("")}… (${characters.length - limit} more characters)`;
}

/** `1 check`, `2 checks`; `1 reply`, `2 replies` with the plural given. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${thousands(count)} ${count === 1 ? noun : plural}`;
}

/** A whole number with commas: `12,345`. */
export function thousands(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/gu, ",");
}

/** A duration for people: `840 ms`, `12.4 s`, `3 min 5 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** A size for people: `512 B`, `4.0 KiB`, `25.0 MiB`. */
export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kibibytes = bytes / 1024;
  return kibibytes < 1024 ? `${kibibytes.toFixed(1)} KiB` : `${(kibibytes / 1024).toFixed(1)} MiB`;
}

/** A share for people, never rounded up to 100 or down to 0: `99 %`. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return "–";
  const share = (100 * part) / whole;
  if (share > 99 && share < 100) return "99 %";
  if (share > 0 && share < 1) return "1 %";
  return `${Math.round(share)} %`;
}
