import { type NamedEdit, named } from "./named-edit.ts";

/** Returns an instant whose fraction digits are read as a number of milliseconds. */
function digitsAsMilliseconds(instant: string): string {
  const [, whole = "", digits = ""] = /^(.*)\.(\d+)Z$/.exec(instant) ?? [];
  return whole === "" ? instant : new Date(Date.parse(`${whole}Z`) + Number(digits)).toISOString();
}

/** Shifts an instant to the start or the end of its day in UTC. */
function dayOf(instant: string, hours: string): string {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? instant : `${new Date(at).toISOString().slice(0, 10)}T${hours}Z`;
}

function exchangeSign(instant: string): string {
  return instant.replace(/([+-])(\d{2}:?\d{2})$/, (_all, sign, digits) => `${sign === "+" ? "-" : "+"}${digits}`);
}

/** Instants as servers misread them, or show them. */
export const INSTANT_EDITS: readonly NamedEdit<string>[] = [
  named("whole-seconds", "cuts an instant to its second", (instant) => instant.replace(/\.\d+/, "")),
  named("hundredths", "cuts an instant to hundredths of a second", (instant) => instant.replace(/(\.\d\d)\d+/, "$1")),
  named("whole-minute", "cuts an instant to its minute", (instant) => instant.replace(/:\d\d\.\d+/, ":00.000")),
  named("half-a-second-later", "adds half a second to an instant", (instant) =>
    new Date(Date.parse(instant) + 500).toISOString(),
  ),
  named("start-of-day", "replaces an instant by the start of its day", (instant) => dayOf(instant, "00:00:00.000")),
  named("end-of-day", "replaces an instant by the end of its day", (instant) => dayOf(instant, "23:59:59.999")),
  named("fraction-as-milliseconds", "reads the digits of a fraction as milliseconds", digitsAsMilliseconds),
  named("drop-offset", "ignores an offset", (instant) => instant.replace(/[+-]\d{2}:?\d{2}$/, "Z")),
  named("exchange-offset", "applies an offset the wrong way", exchangeSign),
  named("whole-hours-of-offset", "ignores the minutes of an offset", (instant) =>
    instant.replace(/([+-]\d{2}):?\d{2}$/, "$1:00"),
  ),
  named("offset-east", "treats a negative offset as positive", (instant) => instant.replace(/-(\d{2}:?\d{2})$/, "+$1")),
  named("drop-long-offset", "ignores an offset of ten hours or more", (instant) =>
    instant.replace(/[+-]1\d:?\d{2}$/, "Z"),
  ),
  named("next-second", "rounds an instant up to the next second", (instant) =>
    Number.isNaN(Date.parse(instant)) ? instant : new Date(Math.ceil(Date.parse(instant) / 1000) * 1000).toISOString(),
  ),
  named("next-millisecond", "adds a millisecond to an instant", (instant) =>
    Number.isNaN(Date.parse(instant)) ? instant : new Date(Date.parse(instant) + 1).toISOString(),
  ),
];
