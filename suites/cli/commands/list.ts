import { CHOICES, mutantSpace } from "../../../fake/mutants-and-variants.ts";
import { FORMATS } from "../../../reports/registry.ts";
import type { Operation } from "../../../spec/document/model.ts";
import { globMatcher } from "../../../spec/glob.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { didYouMean } from "../../../spec/nearest.ts";
import { OperatorError } from "../../../spec/operator-error.ts";
import type { Contract } from "../../engine/contract.ts";
import { FIXTURE_PATHS, fixtureDescription } from "../../target/fixtures.ts";
import type { Command, Input } from "../core/command.ts";
import { loadContract, OVERLAY_OPTION } from "../core/contract.ts";
import type { Io } from "../core/io.ts";
import { table } from "../core/table.ts";
import { badValue, listOf, oneOf } from "../core/values.ts";
import { SUMMARIES } from "./summaries.ts";

/** One list entry: its columns for people, and its data for programs. */
interface Item {
  readonly columns: readonly string[];
  readonly json: object;
}

const KINDS = [
  "requirements",
  "observations",
  "operations",
  "parameters",
  "fixtures",
  "mutants",
  "variants",
  "formats",
] as const;
type Kind = (typeof KINDS)[number];

/** `wac list [KIND]`. */
export const list: Command = {
  name: "list",
  summary: SUMMARIES.list,
  positionals: { names: ["KIND"], required: 0 },
  options: [
    { name: "only", value: "ID|GLOB", text: "only these ids: tasks.create.* (quote the star)", many: true },
    { name: "level", value: "LEVEL", text: "only requirements of this level: MUST or SHOULD" },
    { name: "operation", value: "ID", text: "only what concerns this operation: create-task" },
    OVERLAY_OPTION,
    { name: "json", text: "print JSON" },
  ],
  examples: [
    ["wac list", "every requirement"],
    ["wac list --operation create-task --level MUST", "the requirements of create-task"],
    ["wac list observations", "the questions that the contract leaves open"],
    [
      "wac list parameters --operation list-tasks",
      "names that the contract leaves open, to state under contract.parameters",
    ],
    ["wac list mutants --operation list-tasks --json", "the mutants that break list-tasks, as JSON"],
  ],
  notes: [],
  async run(input, io) {
    const kind = kindOf(input);
    rejectInapplicableOptions(kind, input);
    const items = select(await itemsOf(kind, input, io), kind, input);
    if (input.flag("json"))
      io.out(
        `${JSON.stringify(
          items.map((item) => item.json),
          null,
          2,
        )}\n`,
      );
    else io.out(`${table(items.map((item) => item.columns))}${countOf(kind, items)}\n`);
    return 0;
  },
};

/** Returns the number of entries, for the last line. An entry of the variants is a choice of several values. */
function countOf(kind: Kind, items: readonly Item[]): string {
  if (kind !== "variants") return `${items.length} ${kind}`;
  const values = items.flatMap(({ json }) => (json as JsonObject).values);
  return `${items.length} choices, ${values.length} values`;
}

function kindOf(input: Input): Kind {
  const word = input.positionals[0] ?? "requirements";
  const found = KINDS.find((kind) => kind === word);
  if (found !== undefined) return found;
  if (word === "faults")
    throw new OperatorError({
      code: "LIST-KIND-UNKNOWN",
      message: "the list of faults no longer exists: faults are mutants now.",
      hint: "List mutants in its place; wac fake --mutant ID starts one.",
    });
  throw new OperatorError({
    code: "LIST-KIND-UNKNOWN",
    message: `unknown list "${word}".${didYouMean(word, KINDS)}`,
    hint: `Lists: ${KINDS.join(", ")}.`,
  });
}

/** Options that apply only to some lists: for another list they would be ignored silently. */
const APPLIES_TO: Readonly<Record<string, readonly Kind[]>> = {
  level: ["requirements"],
  operation: ["requirements", "observations", "operations", "parameters", "mutants"],
  overlay: ["requirements", "observations", "operations", "parameters"],
};

function rejectInapplicableOptions(kind: Kind, input: Input): void {
  for (const [name, kinds] of Object.entries(APPLIES_TO)) {
    if (input.value(name) === undefined || kinds.includes(kind)) continue;
    throw new OperatorError({
      code: "LIST-OPTION",
      message: `--${name} does not apply to the list of ${kind}.`,
      hint: `Leave it out, or list ${kinds.join(", ")}.`,
    });
  }
}

async function itemsOf(kind: Kind, input: Input, io: Io): Promise<Item[]> {
  const item = (json: object, ...columns: readonly string[]): Item => ({ columns, json });
  switch (kind) {
    case "fixtures":
      return FIXTURE_PATHS.map((path) => {
        const description = fixtureDescription(path);
        return item({ id: path, description }, path, description);
      });
    case "mutants": {
      const { pairs, guardsAt } = await mutantSpace();
      const wanted = await concerned(input, io);
      const concerning = pairs.filter(
        ({ site: { operation } }) => operation === "*" || wanted({ operations: [operation] }),
      );
      return concerning.map(({ operator, site, mutation: { title, breaks } }) => {
        const id = `${operator.name}@${site.id}`;
        return item({ id, breaks, guards: guardsAt(site).map(({ level }) => level) }, id, breaks, title);
      });
    }
    case "variants":
      return CHOICES.map(({ name, title, values, varies = [] }) =>
        item({ id: name, title, values, varies }, name, values.join(" | "), title),
      );
    case "formats":
      return FORMATS.map(({ name, file, description }) =>
        item({ id: name, file, description }, name, file, description),
      );
    default:
      return contractItems(kind, await loadContract(input, io), input);
  }
}

/**
 * Returns a test for entries of the requested operation. The contract is loaded only then, to check that the operation
 * exists.
 */
async function concerned(input: Input, io: Io): Promise<(one: { readonly operations: readonly string[] }) => boolean> {
  const operation = input.value("operation");
  return operation === undefined ? () => true : concerning(operation, await loadContract(input, io));
}

type ContractKind = "requirements" | "observations" | "operations" | "parameters";

function contractItems(kind: ContractKind, contract: Contract, input: Input): Item[] {
  const concerns = concerning(input.value("operation"), contract);
  if (kind === "parameters")
    return contract.document.operations.filter(({ id }) => concerns({ operations: [id] })).flatMap(openNames);
  if (kind === "operations") {
    const operations = contract.document.operations.filter(({ id }) => concerns({ operations: [id] }));
    return operations.map(({ id, method, path, family, effect }) => ({
      columns: [id, method, path],
      json: { id, method, path, family, effect },
    }));
  }
  if (kind === "observations") {
    const points = contract.openPoints.filter(concerns);
    return points.map((point) => ({ columns: [point.id, point.question], json: point }));
  }
  const level = oneOf(input, "level", ["MUST", "SHOULD"]);
  const requirements = contract.catalogue.requirements
    .filter(concerns)
    .filter((requirement) => level === undefined || requirement.level === level);
  return requirements.map((requirement) => ({
    columns: [requirement.level.padEnd(6), requirement.id, requirement.statement],
    json: requirement,
  }));
}

/**
 * Returns the parameters of an operation whose name is the target's choice: `contract.parameters` of a target file
 * states it by role.
 */
function openNames({ id: operation, parameters }: Operation): Item[] {
  return parameters
    .filter(({ nameOpen }) => nameOpen)
    .map(({ role, name, description }) => ({
      columns: [operation, role, `sent as ${name}`, description],
      json: { id: `${operation}.${role}`, operation, role, name, description },
    }));
}

/** Returns a test for entries of the requested operation. Throws if the document lacks the operation. */
function concerning(
  operation: string | undefined,
  { document }: Contract,
): (of: { readonly operations: readonly string[] }) => boolean {
  if (operation === undefined) return () => true;
  const known = document.operations.map(({ id }) => id);
  if (known.includes(operation)) return ({ operations }) => operations.includes(operation);
  throw badValue(
    "operation",
    operation,
    "an operation of the document",
    `Operations: ${known.join(", ")}.${didYouMean(operation, known)}`,
  );
}

function select(items: readonly Item[], kind: Kind, input: Input): readonly Item[] {
  const globs = listOf(input, "only");
  const ids = items.map(({ json }) => String((json as JsonObject).id));
  for (const glob of globs) {
    if (ids.some(globMatcher(glob))) continue;
    throw badValue(
      "only",
      glob,
      `the id of anything among these ${kind}`,
      `wac list ${kind} shows all ids.${didYouMean(glob, ids)}`,
    );
  }
  const wanted = globs.map(globMatcher);
  return globs.length === 0 ? items : items.filter((_, index) => wanted.some((matches) => matches(ids[index] ?? "")));
}
