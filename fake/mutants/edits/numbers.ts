import { type NamedEdit, named } from "./named-edit.ts";

const DAY_SECONDS = 86_400;

/** Numbers as servers keep them, or take them. */
export const NUMBER_EDITS: readonly NamedEdit<number>[] = [
  named("whole", "cuts a number to a whole one", Math.trunc),
  named("amount", "ignores the sign of a number", Math.abs),
  named("tenths", "rounds a number to tenths", (number) => Math.round(number * 10) / 10),
  named("floor-tenths", "cuts a number to tenths", (number) => Math.floor(number * 10) / 10),
  named("twentieths", "rounds a number to twentieths", (number) => Math.round(number * 20) / 20),
  named("hundredths-of-one", "rounds a number to hundredths", (number) => Math.round(number * 100) / 100),
  named("thousandths", "rounds a number to thousandths", (number) => Math.round(number * 1000) / 1000),
  named("millionths", "rounds a number to millionths", (number) => Math.round(number * 1e6) / 1e6),
  named("twelve-digits", "keeps twelve digits of a number", (number) => Number(number.toPrecision(12))),
  named("32-bits", "keeps a whole number in 32 bits", (number) => (Number.isInteger(number) ? number | 0 : number)),
  named("percent", "returns a fraction as a percentage", (number) => Math.round(number * 100)),
  named("halved", "halves a number", (number) => number / 2),
  named("less-3-percent", "reduces a number by 3 percent", (number) => number - 0.03),
  named("quarter-more", "adds a quarter to a number", (number) => number * 1.25),
  named("tenth-less", "reduces a number by a tenth", (number) => number - 0.1),
  named("one-less", "reduces a number by one", (number) => number - 1),
  named("at-most-095", "limits a number to 0.95", (number) => Math.min(0.95, number)),
  named("at-most-30-days", "limits a duration to 30 days", (seconds) => Math.min(30 * DAY_SECONDS, seconds)),
  named("at-most-a-year", "limits a duration to a year", (seconds) => Math.min(365 * DAY_SECONDS, seconds)),
  named("whole-minutes", "cuts a duration to whole minutes", (seconds) =>
    seconds > 60 ? Math.floor(seconds / 60) * 60 : seconds,
  ),
  named(
    "whole-days",
    "rounds a duration to whole days",
    (seconds) => Math.max(1, Math.round(seconds / DAY_SECONDS)) * DAY_SECONDS,
  ),
  named("milliseconds", "treats seconds as milliseconds", (seconds) => Math.max(1, Math.round(seconds / 1000))),
  named("an-hour", "replaces any duration by an hour", () => 3600),
];
