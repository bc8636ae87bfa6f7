/** The most characters of a value that a message shows. */
const MAX_CHARACTERS = 80;

/** A text for a message, cut to a readable length; no character is halved. */
export function shortened(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 3).replace(/[\ud800-\udbff]$/, "")}…` : text;
}

/**
 * Returns a value for a message: JSON, cut to a readable length. A value without a JSON form (NaN, a function) is
 * named as in JavaScript.
 */
export function quoted(value: unknown): string {
  return shortened(written(value));
}

function written(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (value instanceof Date && Number.isNaN(value.getTime())) return "an invalid date";
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // The value contains a cycle or a bigint, which JSON cannot express. A message may leave out the content.
    return typeof value === "bigint" ? `${value}n` : Object.prototype.toString.call(value);
  }
}
