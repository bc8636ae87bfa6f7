import type { Bench } from "./call.ts";
import { type Forced, force, type Varying } from "./choices.ts";
import { varied } from "./readings.ts";

/** Sorts a call by its number and its method. */
type Sorter = (nth: number, method: string) => boolean;

const DEPLOYED_AFTER = 400;

const VARYING: Readonly<Record<Varying, Sorter>> = {
  never: () => false,
  "every-second-call": (nth) => nth % 2 === 0,
  "every-third-call": (nth) => nth % 3 === 0,
  "after-400-calls": (nth) => nth > DEPLOYED_AFTER,
  reads: (_nth, method) => method === "GET",
  writes: (_nth, method) => method !== "GET",
};

/** Returns the server for the nth call: the replica whose turn it is, with the readings that apply there. */
export function benchForCalls(bench: Bench): (nth: number, method: string) => Bench {
  const { replicas, varying } = bench.choices.traffic;
  const other = { ...bench, choices: varied(bench.choices) };
  return (nth, method) => {
    const met = VARYING[varying](nth, method) ? other : bench;
    return { ...met, lag: bench.lag * (replicas[nth % replicas.length] ?? 1) };
  };
}

/** Choices that pages of five require. */
const FIVE: Forced = { messages: { defaultPage: 5, largestPage: 5 } };

/** Returns the choices with those that their traffic requires. */
export function withPages(choices: Bench["choices"]): Bench["choices"] {
  return choices.traffic.pagesOfFive ? force(choices, FIVE) : choices;
}
