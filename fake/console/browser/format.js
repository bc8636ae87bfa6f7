const MINUTE = 60_000;

/** @type {readonly (readonly [unit: string, milliseconds: number])[]} */
const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", MINUTE],
];

/**
 * `14:05:09`, of an instant in UTC.
 *
 * @param {string} instant
 */
export function timeOf(instant) {
  return instant.slice(11, 19);
}

/**
 * `2026-01-31 14:05`, of an instant in UTC.
 *
 * @param {string} instant
 */
export function minuteOf(instant) {
  return instant.slice(0, 16).replace("T", " ");
}

/**
 * `3 d ago` or `in 2 h`, by the fake's clock.
 *
 * @param {string} instant
 * @param {string} now
 */
export function relative(instant, now) {
  const apart = Date.parse(instant) - Date.parse(now);
  // Whole minutes first, or an hour that a second is missing of would be 60 minutes.
  const distance = Math.round(Math.abs(apart) / MINUTE) * MINUTE;
  const found = UNITS.find(([, each]) => distance >= each);
  if (found === undefined) return apart > 0 ? "in under a minute" : "just now";
  const [unit, length] = found;
  const text = `${Math.round(distance / length)} ${unit}`;
  return apart > 0 ? `in ${text}` : `${text} ago`;
}

/**
 * `12.3 KB`, as the fake shows the size of an attachment.
 *
 * @param {number} bytes
 */
export function sizeOf(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}

/**
 * A text on one line, cut to a length.
 *
 * @param {string} text
 * @param {number} most
 */
export function short(text, most) {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/**
 * `in_progress` as words.
 *
 * @param {string} name
 */
export function words(name) {
  return name.replaceAll("_", " ");
}

/**
 * `1 request`, `2 requests`.
 *
 * @param {number} count
 * @param {string} noun
 */
export function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
