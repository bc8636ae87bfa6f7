import type { Operator } from "../model.ts";
import { bytesOperators } from "./bytes.ts";
import { cardOperators } from "./cards.ts";
import { constraintOperators } from "./constraints.ts";
import { credentialOperators } from "./credentials.ts";
import { editOperators } from "./edits.ts";
import { effectOperators } from "./effects.ts";
import { filterOperators } from "./filters.ts";
import { inputOperators } from "./inputs.ts";
import { isolationOperators } from "./isolation.ts";
import { listOperators } from "./lists.ts";
import { matchOperators } from "./match.ts";
import { operationOperators } from "./operations.ts";
import { operatorAt } from "./operator.ts";
import { responseOperators } from "./responses.ts";
import { ruleOperators } from "./rules.ts";
import { valueOperators } from "./values.ts";

/** The operator of handwritten mutants: `handwritten@NAME`, with guards like any other. */
const handwritten: Operator = {
  ...operatorAt(
    "handwritten",
    "handwritten",
    ({ title }) => title,
    ({ breaks }) => breaks,
    ({ plant }) => plant(),
  ),
  drawn: false,
};

/** All operators. */
export const OPERATORS: readonly Operator[] = [
  ...valueOperators,
  ...editOperators,
  ...listOperators,
  ...inputOperators,
  ...constraintOperators,
  ...filterOperators,
  ...ruleOperators,
  ...matchOperators,
  ...effectOperators,
  ...operationOperators,
  ...credentialOperators,
  ...isolationOperators,
  ...responseOperators,
  ...cardOperators,
  ...bytesOperators,
  handwritten,
];
