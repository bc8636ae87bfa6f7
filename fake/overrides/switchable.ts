import type { Around } from "../http/call.ts";
import type { Mutant } from "../mutants/mutant.ts";
import type { Rules } from "../rules.ts";
import { type ChangeTools, changedRules, combinedHooks } from "./changes.ts";
import { type OverrideOptions, type Overrides, overridesOf } from "./mutant-or-variant.ts";

/** A mutant in force: its id, its description, and the requirement that it breaks. */
export type MutantInForce = Pick<Mutant, "id" | "title" | "breaks" | "operations">;

/** The mutants of a running fake. */
export interface MutantSwitch {
  /** Returns those in force, in the given order. */
  list(): readonly MutantInForce[];
  /**
   * Replaces all mutants; an empty list gives the reference, with the variant that the fake was started with.
   *
   * @throws OperatorError `FAKE-UNKNOWN-MUTANT`, with the closest operator, site or guard; then nothing changes.
   */
  replace(ids: readonly string[]): Promise<readonly MutantInForce[]>;
  /** Goes back to the mutants that the fake was started with. */
  reset(): void;
}

/** Differences from the reference whose mutants can be replaced while the fake runs. */
export interface Switchable extends Pick<Overrides, "idStyle" | "names"> {
  /** The rules in force. The parts of a fake hold this object, so a switch replaces its members. */
  readonly rules: Rules;
  readonly around: Around;
  readonly mutants: MutantSwitch;
}

/** The behaviour of a fake at some time. */
interface InForce {
  readonly rules: PropertyDescriptorMap;
  readonly around: Around;
  readonly mutants: readonly Mutant[];
}

/**
 * Returns the differences that a fake is started with, with the switch of its mutants.
 *
 * @throws OperatorError for a mutant, a choice or a value that does not exist.
 */
export async function switchable(options: OverrideOptions, tools: Omit<ChangeTools, "rules">): Promise<Switchable> {
  const asked = (mutants: readonly string[]) => overridesOf({ ...options, mutants }, { ...tools, rules: () => rules });
  const first = await asked(options.mutants ?? []);
  const rules = changedRules(first.changes);
  const start = inForceOf(first, rules);
  let now = start;
  const use = (next: InForce) => {
    now = next;
    Object.defineProperties(rules, next.rules);
  };
  const list = () => now.mutants.map(({ id, title, breaks, operations }) => ({ id, title, breaks, operations }));
  return {
    rules,
    around: (call, next) => now.around(call, next),
    idStyle: first.idStyle,
    names: first.names,
    mutants: {
      list,
      replace: async (ids) => {
        const departure = await asked(ids);
        use(inForceOf(departure, changedRules(departure.changes)));
        return list();
      },
      reset: () => use(start),
    },
  };
}

function inForceOf({ changes, mutants }: Overrides, rules: Rules): InForce {
  return { rules: Object.getOwnPropertyDescriptors(rules), around: combinedHooks(changes), mutants };
}
