import type { ApiDocument, Constraint } from "./model.ts";
import type { ValueAt } from "./placeholders.ts";

/**
 * Returns a function that finds the document's value at an address: the value of a constraint, open or not, or an
 * annotation of a parameter.
 */
export function documentValues(document: ApiDocument, constraints: readonly Constraint[]): ValueAt {
  const values = new Map(constraints.map(({ address, value }) => [address, value]));
  for (const parameter of document.operations.flatMap(({ parameters }) => parameters)) {
    const { default: standard } = parameter.schema;
    if (standard !== undefined) values.set(`${parameter.address}.default`, standard as never);
  }
  return (address) => values.get(address);
}
