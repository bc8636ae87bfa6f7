import { didYouMean } from "../../../spec/nearest.ts";
import { OperatorError } from "../../../spec/operator-error.ts";
import type { Input } from "./command.ts";

/** Bounds of an option's number, both inclusive. */
export interface Range {
  readonly minimum: number;
  readonly maximum: number;
  /** A typical value, for the hint. */
  readonly example?: number;
}

/**
 * Returns the whole number of an option; undefined if the option is absent.
 *
 * @throws OperatorError `CLI-VALUE` for anything else, naming the range.
 */
export function wholeNumber(input: Input, name: string, range: Range): number | undefined {
  const { minimum, maximum, example = Math.max(minimum, 1) } = range;
  const text = input.value(name);
  if (text === undefined) return undefined;
  const number = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(number) && number >= minimum && number <= maximum) return number;
  throw badValue(
    name,
    text,
    `a whole number from ${minimum} to ${maximum}`,
    `Write --${name} ${example}, for example.`,
  );
}

/**
 * One of the listed words, or undefined when the option is absent.
 *
 * @throws OperatorError `CLI-VALUE` for another word, with the nearest.
 */
export function oneOf<T extends string>(input: Input, name: string, words: readonly T[]): T | undefined {
  const text = input.value(name);
  if (text === undefined) return undefined;
  const found = words.find((word) => word === text);
  if (found !== undefined) return found;
  throw badValue(name, text, `one of ${words.join(", ")}`, didYouMean(text, words).trim());
}

/** Returns the values of an option that takes several, also as comma-separated lists; empty parts are dropped. */
export function listOf(input: Input, name: string): readonly string[] {
  const parts = input.values(name).flatMap((value) => value.split(","));
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** Returns the error for an invalid value of an option: quotes it and states the expectation. */
export function badValue(name: string, text: string, expected: string, hint: string): OperatorError {
  return new OperatorError({ code: "CLI-VALUE", message: `--${name}: "${text}" is not ${expected}.`, hint });
}
