import { didYouMean } from "../../spec/nearest.ts";
import { OperatorError } from "../../spec/operator-error.ts";
import { type Mutant, mutantAt } from "./mutant.ts";
import { mutantSpace } from "./space.ts";

/**
 * The mutant with this id.
 *
 * @throws OperatorError `FAKE-UNKNOWN-MUTANT` for an operator, site or guard that does not exist, or does not fit; names the nearest.
 */
export async function findMutant(id: string): Promise<Mutant> {
  const { pairs, guardsAt } = await mutantSpace();
  const [, name = "", place = "", list] = /^([^@]*)@([^[]*)(?:\[(.*)\])?$/.exec(id) ?? [];
  const ofOperator = pairs.filter(({ operator }) => operator.name === name);
  if (ofOperator.length === 0)
    throw unknown(id, `unknown operator ${JSON.stringify(name)}`, name, [
      ...new Set(pairs.map((one) => one.operator.name)),
    ]);
  const pair = ofOperator.find(({ site }) => site.id === place);
  if (pair === undefined)
    throw unknown(
      id,
      `${name} breaks nothing at ${JSON.stringify(place)}`,
      place,
      ofOperator.map(({ site }) => site.id),
    );
  const levels = guardsAt(pair.site);
  const guards = (list === undefined || list === "" ? [] : list.split(",")).map((wanted) => {
    const found = levels.find(({ level }) => level === wanted);
    if (found === undefined)
      throw unknown(
        id,
        `unknown guard ${JSON.stringify(wanted)} at ${place}`,
        wanted,
        levels.map(({ level }) => level),
      );
    return found;
  });
  return mutantAt({ ...pair, guards });
}

function unknown(id: string, what: string, given: string, names: readonly string[]): OperatorError {
  return new OperatorError({
    code: "FAKE-UNKNOWN-MUTANT",
    message: `Mutant ${JSON.stringify(id)}: ${what}.${didYouMean(given, names)}`,
    hint: "A mutant is operator@site[guard,…]: `wac list mutants` shows the operators, sites and guards.",
  });
}
