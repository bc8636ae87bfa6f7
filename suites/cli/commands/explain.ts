import { mutantSpace } from "../../../fake/mutants-and-variants.ts";
import type { Catalogue } from "../../../spec/catalogue/requirements.ts";
import { constraintsOf } from "../../../spec/document/constraints.ts";
import type { ApiDocument, Constraint } from "../../../spec/document/model.ts";
import { jsonText } from "../../../spec/escape.ts";
import { didYouMean } from "../../../spec/nearest.ts";
import { OperatorError } from "../../../spec/operator-error.ts";
import type { OpenPoint, Requirement } from "../../../spec/requirement.ts";
import type { Check, RunContext } from "../../engine/check/check.ts";
import type { Contract } from "../../engine/contract.ts";
import { suites } from "../../host/suites.ts";
import { completeTarget } from "../../target/load.ts";
import type { Command } from "../core/command.ts";
import { loadContract, OVERLAY_OPTION } from "../core/contract.ts";
import { commandLine } from "../core/invocation.ts";
import { wrapped } from "../core/table.ts";
import { SUMMARIES } from "./summaries.ts";

/** `wac explain ID`. */
export const explain: Command = {
  name: "explain",
  summary: SUMMARIES.explain,
  positionals: { names: ["ID"], required: 1 },
  options: [OVERLAY_OPTION, { name: "json", text: "print JSON" }],
  examples: [
    [
      "wac explain tasks.create.title-max",
      "statement, clause, level, reading, the document's constraints, checks, fixtures",
    ],
    ["wac explain recall.default-limit", "an open point: the question, and the choice of the fake"],
  ],
  notes: ["wac list shows the ids of requirements, wac list observations those of open points."],
  async run(input, io) {
    const [id = ""] = input.positionals;
    const { json, text } = await explanation(id, await loadContract(input, io));
    io.out(input.flag("json") ? jsonText(json) : text);
    return 0;
  },
};

async function explanation(id: string, contract: Contract): Promise<{ readonly json: object; readonly text: string }> {
  const requirement = contract.catalogue.get(id);
  if (requirement !== undefined) {
    const story = await detailsOf(requirement, contract);
    return { json: story, text: requirementPage(story) };
  }
  const point = contract.openPoints.find((one) => one.id === id);
  if (point === undefined) throw unknownId(id, contract);
  return { json: { openPoint: point }, text: pointPage(point) };
}

/** A requirement with everything that belongs to it. */
interface RequirementDetails {
  readonly requirement: Requirement;
  readonly constraints: readonly Constraint[];
  readonly checks: readonly Pick<Check, "name" | "operations" | "fixtures" | "writes">[];
  readonly mutants: readonly { readonly id: string; readonly title: string }[];
}

async function detailsOf(requirement: Requirement, { document, catalogue }: Contract): Promise<RequirementDetails> {
  const claimed = constraintsOf(document).filter(
    ({ address }) => catalogue.requirementFor(address).id === requirement.id,
  );
  const { pairs } = await mutantSpace();
  const mutants = pairs
    .filter(({ mutation }) => mutation.breaks === requirement.id)
    .map(({ operator, site, mutation: { title } }) => ({ id: `${operator.name}@${site.id}`, title }));
  return { requirement, constraints: claimed, checks: checksOf(requirement, document, catalogue), mutants };
}

/** Returns the checks as they would be created for a target without fixtures. */
function checksOf({ id }: Requirement, document: ApiDocument, catalogue: Catalogue): RequirementDetails["checks"] {
  const target = completeTarget({ baseUrl: "http://localhost", apiKey: "none" }, process.cwd());
  const context: RunContext = {
    document,
    catalogue,
    operations: document.operations,
    target,
    budget: "standard",
    seed: 1,
    mark: "explain",
    readOnly: false,
  };
  const all = suites.flatMap((suite) => suite.checks(context)).filter((check) => check.requirement === id);
  return all.map(({ name, operations, fixtures, writes }) => ({ name, operations, fixtures, writes }));
}

/** Most mutants that a page shows; the JSON has all of them. */
const SHOWN_MUTANTS = 10;

function requirementPage({ requirement, constraints, checks, mutants }: RequirementDetails): string {
  const { id, level, statement, clause, operations, reading, optional, unobservable } = requirement;
  return page(`${level}  ${id}`, [
    ["", statement],
    ["Clause", clause],
    ["Operations", operations.join(", ")],
    ["Reading", reading],
    [
      "Optional",
      optional === undefined ? undefined : `${optional}: a target that never sends it is not judged by this`,
    ],
    ["Not observable", unobservable],
    ["Constraints", constraints.map(constraintLine)],
    ["Checks", [...watched(constraints), ...checks.map(checkLine)]],
    ["Mutants of the fake that break it (wac fake --mutant ID)", mutantLines(mutants)],
    ["Try it", unobservable === undefined ? [commandLine(["run", "--only", id])] : undefined],
  ]);
}

function pointPage({ id, question, clause, operations, reference, unobservable, varies }: OpenPoint): string {
  return page(`open   ${id}`, [
    ["", question],
    ["Clause", clause],
    ["Operations", operations.join(", ")],
    ["The fake", reference],
    ["Not observable", unobservable],
    ["Not compared by wac diff", varies],
  ]);
}

type Part = readonly [title: string, content: string | readonly string[] | undefined];

function page(title: string, parts: readonly Part[]): string {
  const blocks = parts.flatMap(([heading, content]) => {
    if (content === undefined || content.length === 0) return [];
    const body = typeof content === "string" ? wrapped(content, "  ") : content.map((line) => `  ${line}`).join("\n");
    return [heading === "" ? body : `${heading}\n${body}`];
  });
  return `${[title, ...blocks].join("\n\n")}\n`;
}

/** Rules for responses are judged in every response, whatever request caused it. */
function watched(constraints: readonly Constraint[]): string[] {
  const judged = constraints.some(({ side, open }) => side === "response" && open === null);
  return judged ? ["every response (watched in all traffic)"] : [];
}

function checkLine({ name, fixtures, writes }: RequirementDetails["checks"][number]): string {
  const needs = fixtures.length === 0 ? "" : `; needs ${fixtures.join(", ")}`;
  return `${name}${writes ? "" : " (reads only)"}${needs}`;
}

function mutantLines(mutants: RequirementDetails["mutants"]): string[] {
  const more = mutants.length - SHOWN_MUTANTS;
  const lines = mutants.slice(0, SHOWN_MUTANTS).map(({ id, title }) => `${id}: ${title}`);
  return more > 0 ? [...lines, `and ${more} more: --json lists all`] : lines;
}

function constraintLine({ address, value, open }: Constraint): string {
  const text = JSON.stringify(value);
  const shown = text.length > 60 ? `${text.slice(0, 57)}…` : text;
  return `${address}: ${shown}${open === null ? "" : `  (open: ${open})`}`;
}

function unknownId(id: string, { catalogue, openPoints }: Contract): OperatorError {
  const ids = [...catalogue.requirements, ...openPoints].map((one) => one.id);
  return new OperatorError({
    code: "REQUIREMENT-UNKNOWN",
    message: `no requirement and no open point has the id "${id}".${didYouMean(id, ids)}`,
    hint: "wac list shows the ids of requirements, wac list observations those of open points.",
  });
}
