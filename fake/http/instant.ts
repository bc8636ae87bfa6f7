const ISO = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d{2}:?\d{2})$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * Returns an ISO 8601 date-time with any UTC offset as milliseconds since 1970; a date without time is its midnight in
 * UTC. Undefined for anything else, including days and hours that do not exist. Digits past the milliseconds are kept
 * as a fraction, so that a bound in microseconds stays exact.
 */
export function parseInstant(text: string): number | undefined {
  const date = DATE.exec(text);
  if (date !== null) return assemble(date, 0);
  const match = ISO.exec(text);
  if (match === null) return undefined;
  const [hour, minute, second] = [Number(match[4]), Number(match[5]), Number(match[6] ?? 0)];
  const offset = offsetMinutes(match[8] ?? "Z");
  if (hour > 23 || minute > 59 || second > 60 || offset === undefined) return undefined;
  const fraction = Number(`0.${match[7] ?? "0"}`) * 1000;
  return assemble(match, ((hour * 60 + minute - offset) * 60 + second) * 1000 + fraction);
}

function assemble(match: RegExpExecArray, timeOfDay: number): number | undefined {
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return undefined;
  return midnight.getTime() + timeOfDay;
}

function offsetMinutes(text: string): number | undefined {
  if (text === "Z" || text === "z") return 0;
  const digits = text.slice(1).replace(":", "");
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (hours > 23 || minutes > 59) return undefined;
  return (hours * 60 + minutes) * (text.startsWith("-") ? -1 : 1);
}
