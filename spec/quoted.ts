/** The most characters of what was given that a message shows. */
const MAX_CHARACTERS = 80;

/** A text for a message, cut to a readable length; no character is halved. */
export function shortened(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 3).replace(/[\ud800-\udbff]$/, "")}…` : text;
}

/** A value for a message: JSON, cut to a readable length; what JSON has no word for (NaN, a function) as JavaScript names it. */
export function quoted(value: unknown): string {
  return shortened(written(value));
}

function written(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (value instanceof Date && Number.isNaN(value.getTime())) return "an invalid date";
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // A cycle, or a bigint somewhere: no JSON can say it, and a message that is cut short need not.
    return typeof value === "bigint" ? `${value}n` : Object.prototype.toString.call(value);
  }
}
