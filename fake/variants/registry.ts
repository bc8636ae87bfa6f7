import { didYouMean } from "../../spec/nearest.ts";
import { OperatorError } from "../../spec/operator-error.ts";
import type { Change, ChangeTools } from "../overrides/changes.ts";
import { onlyWhen } from "../overrides/hooks.ts";
import { createRandom, type Random } from "../runtime/random.ts";
import { behaviourChoices } from "./choices/behaviour.ts";
import { claimChoices } from "./choices/claims.ts";
import { idChoices } from "./choices/ids.ts";
import { inputChoices } from "./choices/input.ts";
import { searchChoices } from "./choices/letter-pairs.ts";
import { memoryChoices } from "./choices/memories.ts";
import { memoryAnswerChoices } from "./choices/memory-answers.ts";
import { messageChoices } from "./choices/messages.ts";
import { nameChoices, OTHER_NAMES, type ParameterNames } from "./choices/names.ts";
import { readingChoices } from "./choices/readings.ts";
import { recallChoices } from "./choices/recalls.ts";
import { rejectionChoices } from "./choices/rejections.ts";
import { shapeChoices } from "./choices/shape.ts";
import { taskChoices } from "./choices/tasks.ts";
import { wordingChoices } from "./choices/wording.ts";
import { splitValue, VARIANT_GUARDS } from "./guards.ts";
import { withCurrentNames } from "./renamed.ts";
import type { Choice, Variant } from "./variant.ts";

/** All choices. */
export const CHOICES: readonly Choice[] = [
  ...nameChoices,
  ...idChoices,
  ...shapeChoices,
  ...inputChoices,
  ...rejectionChoices,
  ...behaviourChoices,
  ...messageChoices,
  ...searchChoices,
  ...taskChoices,
  ...memoryChoices,
  ...memoryAnswerChoices,
  ...readingChoices,
  ...recallChoices,
  // After the others, so that they see the request of a recall before other choices add to it.
  ...claimChoices,
  ...wordingChoices,
];

/** The probability that a random variant differs from the reference at a choice. */
const VARIANT_SHARE = 0.5;
/** The probability that a choice that may vary is limited to some calls, if that is drawn too. */
const GUARD_SHARE = 0.4;

/** Returns the variant with current names after checking them and its values, or the one that a number draws. */
export function resolveVariant(variant: Variant | number | undefined): Variant {
  if (variant === undefined) return {};
  if (typeof variant === "number") return drawVariant(variant);
  const current = withCurrentNames(variant);
  const mistakes = Object.entries(current).flatMap(([name, value]) => mistakeOf(name, value) ?? []);
  const [first] = mistakes;
  if (first === undefined) return current;
  const message = mistakes.map((mistake) => mistake.message).join("\n");
  throw new OperatorError({ code: first.code, message, hint: mistakes.map(({ hint }) => hint).join(" ") });
}

/**
 * Returns a random variant, the same for the same number, which follows the reading of every SHOULD. With `varying`,
 * some of the choices that may vary are limited to some calls.
 */
export function drawVariant(seed: number, { varying = false }: { readonly varying?: boolean } = {}): Variant {
  const random = createRandom(`variant/${seed}`);
  const guards = createRandom(`variant/${seed}/guards`);
  const drawn: Record<string, string> = {};
  for (const { name, values, against = {}, incompatibleWith = [], varies } of CHOICES) {
    const open = values.filter((value) => against[value] === undefined);
    const value = open[1 + Math.floor(random.fraction() * (open.length - 1))];
    const isTaken = random.fraction() < VARIANT_SHARE && incompatibleWith.every((other) => drawn[other] === undefined);
    if (!isTaken || value === undefined) continue;
    const guard = varying && varies?.includes(value) ? drawGuard(guards) : null;
    drawn[name] = guard === null ? value : `${value}[${guard}]`;
  }
  return drawn;
}

function drawGuard(random: Random): string | null {
  const names = Object.keys(VARIANT_GUARDS);
  const name = names[Math.floor(random.fraction() * names.length)];
  return random.fraction() < GUARD_SHARE ? (name ?? null) : null;
}

/** Returns a sentence on the differences of a variant from the reference. */
export function describeVariant(variant: Variant): string {
  const departures = CHOICES.filter(({ name, values }) => variant[name] !== undefined && variant[name] !== values[0]);
  if (departures.length === 0) return "the reference";
  return departures.map(({ name, title }) => `${name} = ${variant[name]} (${title})`).join("; ");
}

/** Returns the changes of a variant: `inner` apply below the mutants, `outer` on the wire. */
export async function changesOf(
  variant: Variant,
  tools: ChangeTools,
): Promise<{ inner: readonly Change[]; outer: readonly Change[] }> {
  const active = CHOICES.filter(({ name, values }) => variant[name] !== undefined && variant[name] !== values[0]);
  const changes = (outermost: boolean) =>
    Promise.all(
      active
        .filter((choice) => (choice.outermost ?? false) === outermost)
        .map((choice) => changeOf(choice, variant[choice.name] ?? "", tools)),
    );
  return { inner: await changes(false), outer: await changes(true) };
}

async function changeOf(choice: Choice, text: string, tools: ChangeTools): Promise<Change> {
  const { value, guard } = splitValue(text);
  const change = await choice.change(value, tools);
  const calls = guard === null ? undefined : VARIANT_GUARDS[guard]?.calls();
  return calls === undefined ? change : onlyWhen(calls, change);
}

/** Returns the names that a variant gives to the open parameters, for a target file. */
export function parameterNames(variant: Variant): ParameterNames {
  return variant["parameter-names"] === "other" ? OTHER_NAMES : {};
}

/** Returns the mistake in a choice; null if there is none. */
function mistakeOf(name: string, value: string) {
  const known = CHOICES.find((choice) => choice.name === name);
  if (known === undefined) {
    const guess = didYouMean(
      name,
      CHOICES.map((choice) => choice.name),
    );
    return {
      code: "FAKE-UNKNOWN-CHOICE",
      message: `The fake has no choice ${JSON.stringify(name)}.${guess}`,
      hint: "`wac list variants` shows the choices.",
    };
  }
  const { value: bare, guard } = splitValue(String(value));
  if (guard !== null && known.values.includes(bare)) return guardMistakeOf(known, bare, guard);
  if (known.values.includes(value)) return null;
  const guess = didYouMean(String(value), known.values);
  return {
    code: "FAKE-UNKNOWN-VALUE",
    message: `The choice ${name} (${known.title}) has no value ${JSON.stringify(value)}.${guess}`,
    hint: `${name} takes ${known.values.join(", ")}.`,
  };
}

/** Returns the mistake in a guard of a known value; null if there is none. */
function guardMistakeOf({ name, varies = [] }: Choice, value: string, guard: string) {
  const guards = Object.keys(VARIANT_GUARDS);
  if (!guards.includes(guard)) {
    return {
      code: "FAKE-UNKNOWN-VALUE",
      message: `The fake has no guard ${JSON.stringify(guard)} for ${name}.${didYouMean(guard, guards)}`,
      hint: `A choice can be confined to ${guards.join(", ")}.`,
    };
  }
  if (varies.includes(value)) return null;
  return {
    code: "FAKE-UNKNOWN-VALUE",
    message: `The choice ${name} cannot be ${JSON.stringify(value)} for some calls only.`,
    hint: varies.length > 0 ? `It can be ${varies.join(", ")} for some.` : "Give its value without a guard.",
  };
}
