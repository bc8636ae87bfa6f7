import { didYouMean } from "../../spec/nearest.ts";
import { OperatorError } from "../../spec/operator-error.ts";
import { type Mutant, mutantAt } from "./mutant.ts";
import { mutantSpace } from "./space.ts";

type Space = Awaited<ReturnType<typeof mutantSpace>>;

/** The result of parsing an id: a mutant, or the mistakes in the id. */
type Reading = { readonly mutant: Mutant } | { readonly mistakes: readonly string[] };

/** Returns the mutant with this id; errors as in {@link findMutants}. */
export async function findMutant(id: string): Promise<Mutant> {
  const [mutant] = await findMutants([id]);
  if (mutant === undefined) throw new Error(`no mutant was found for ${id}`);
  return mutant;
}

/**
 * Returns the mutants with these ids, in order.
 *
 * @throws OperatorError `FAKE-UNKNOWN-MUTANT` with every operator, site and guard that does not exist or cannot be
 *   combined, and the nearest of each.
 */
export async function findMutants(ids: readonly string[]): Promise<readonly Mutant[]> {
  const space = await mutantSpace();
  const readings = ids.map((id) => read(id, space));
  const mistakes = readings.flatMap((reading) => ("mistakes" in reading ? reading.mistakes : []));
  if (mistakes.length > 0)
    throw new OperatorError({
      code: "FAKE-UNKNOWN-MUTANT",
      message: mistakes.join("\n"),
      hint: "A mutant is operator@site[guard,…]: `wac list mutants` lists the operators with their sites, `wac list mutants --operation ID --json` the guards of each.",
    });
  return readings.flatMap((reading) => ("mutant" in reading ? reading.mutant : []));
}

function read(id: string, { pairs, guardsAt }: Space): Reading {
  const mistake = (what: string, given: string, names: readonly string[]) =>
    `Mutant ${JSON.stringify(id)}: ${what}.${didYouMean(given, names)}`;
  const [, name = "", place = "", list = ""] = /^([^@]*)@(.*?)(?:\[([^[\]]+)\])?$/.exec(id) ?? [];
  const ofOperator = pairs.filter(({ operator }) => operator.name === name);
  if (ofOperator.length === 0) {
    const names = new Set(pairs.map(({ operator }) => operator.name));
    if (!id.includes("@")) return { mistakes: [mistake('no "@" and site follow the operator', id, [...names])] };
    return { mistakes: [mistake(`unknown operator ${JSON.stringify(name)}`, name, [...names])] };
  }
  const pair = ofOperator.find(({ site }) => site.id === place);
  if (pair === undefined) {
    const places = ofOperator.map(({ site }) => site.id);
    return { mistakes: [mistake(`${name} breaks nothing at ${JSON.stringify(place)}`, place, places)] };
  }
  const known = guardsAt(pair.site);
  const levels = known.map(({ level }) => level);
  const wanted = list === "" ? [] : list.split(",");
  const unknown = wanted.filter((level) => !levels.includes(level));
  if (unknown.length > 0)
    return {
      mistakes: unknown.map((level) => mistake(`unknown guard ${JSON.stringify(level)} at ${place}`, level, levels)),
    };
  return {
    mutant: mutantAt({ ...pair, guards: wanted.flatMap((level) => known.find((one) => one.level === level) ?? []) }),
  };
}
