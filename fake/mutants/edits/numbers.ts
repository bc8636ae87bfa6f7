import { type NamedEdit, named } from "./edit.ts";

const DAY_SECONDS = 86_400;

/** Numbers as servers keep them, or take them. */
export const NUMBER_EDITS: readonly NamedEdit<number>[] = [
  named("whole", "cuts a number to a whole one", Math.trunc),
  named("amount", "takes no account of a number's sign", Math.abs),
  named("tenths", "rounds a number to tenths", (number) => Math.round(number * 10) / 10),
  named("floor-tenths", "cuts a number to tenths", (number) => Math.floor(number * 10) / 10),
  named("twentieths", "rounds a number to twentieths", (number) => Math.round(number * 20) / 20),
  named("hundredths-of-one", "rounds a number to hundredths", (number) => Math.round(number * 100) / 100),
  named("thousandths", "rounds a number to thousandths", (number) => Math.round(number * 1000) / 1000),
  named("millionths", "rounds a number to millionths", (number) => Math.round(number * 1e6) / 1e6),
  named("twelve-digits", "keeps twelve digits of a number", (number) => Number(number.toPrecision(12))),
  named("32-bits", "keeps a whole number in 32 bits", (number) => (Number.isInteger(number) ? number | 0 : number)),
  named("percent", "gives a share in percent", (number) => Math.round(number * 100)),
  named("halved", "takes half a number", (number) => number / 2),
  named("less-3-percent", "takes a little less than a number", (number) => number - 0.03),
  named("quarter-more", "takes a quarter more than a number", (number) => number * 1.25),
  named("tenth-less", "takes a tenth less than a number", (number) => number - 0.1),
  named("one-less", "takes one less than a number", (number) => number - 1),
  named("at-most-095", "takes 0.95 for anything above", (number) => Math.min(0.95, number)),
  named("at-most-30-days", "takes 30 days for any longer time", (seconds) => Math.min(30 * DAY_SECONDS, seconds)),
  named("at-most-a-year", "takes a year for any longer time", (seconds) => Math.min(365 * DAY_SECONDS, seconds)),
  named("whole-minutes", "cuts a time to whole minutes", (seconds) =>
    seconds > 60 ? Math.floor(seconds / 60) * 60 : seconds,
  ),
  named(
    "whole-days",
    "rounds a time to whole days",
    (seconds) => Math.max(1, Math.round(seconds / DAY_SECONDS)) * DAY_SECONDS,
  ),
  named("milliseconds", "takes seconds for milliseconds", (seconds) => Math.max(1, Math.round(seconds / 1000))),
  named("an-hour", "gives an hour for any time", () => 3600),
];
