import { type InvalidCase, parseToken, type RequestInput } from "../../generators/index.ts";
import type { Operation } from "../../spec/document-model.ts";
import type { CaseContext, Check, Suite, World } from "../engine/check.ts";
import { Inconclusive } from "../engine/outcome.ts";
import { expectRefused, statusAndCode } from "../verifiers/expect.ts";
import { answered } from "../verifiers/read.ts";
import { groupBy, requirementOf } from "./common.ts";
import { foldingOf } from "./folding.ts";
import { invalidCasesOf } from "./generated.ts";

/** Every rule of the document broken one at a time, beside its nearest valid twin: refused as invalid input. */
export const refusedSuite: Suite = {
  name: "refused",
  checks: (world) => world.document.operations.flatMap((operation) => checksOf(world, operation)),
};

function checksOf(world: World, operation: Operation): Check[] {
  const cases = invalidCasesOf(world.document, operation);
  const groups = groupBy(cases, (one) => world.catalogue.requirementFor(one.address).id);
  const controls = createControls(world, operation);
  return [...groups].map(([requirement, group]) => toCheck(requirement, operation, group, controls));
}

function toCheck(
  requirement: string,
  operation: Operation,
  cases: readonly InvalidCase[],
  needControl: Controls,
): Check {
  return {
    requirement,
    name: `refuses ${operation.id} that breaks the rule`,
    operations: [operation.id],
    fixtures: [],
    writes: operation.effect !== "read",
    async run(check) {
      await check.forEach(
        cases,
        async (one, context) => {
          await needControl(one.control, context);
          const exchange = await context.call(operation.id, one.input);
          context.tried(one.address);
          context.witnessed();
          expectRefused(exchange, `${operation.id} with ${one.description}`, statusesFor(one));
        },
        { describe: describeCase },
      );
    },
  };
}

/** An id of a wrong type names nothing that exists or may be seen: any of these refuses it. */
function statusesFor(one: InvalidCase): readonly number[] {
  return parseToken(one.before) ? [400, 403, 404] : [400];
}

type Controls = (input: RequestInput, context: CaseContext) => Promise<void>;

/** Sends each valid twin once; a refusal says nothing about the mutant, and the check ends without an answer. */
function createControls(world: World, operation: Operation): Controls {
  const sent = new Map<string, Promise<string | null>>();
  const folding = foldingOf(world, operation);
  async function refusalOf(input: RequestInput, context: CaseContext): Promise<string | null> {
    if (await folding?.acceptsMembers(input, context)) return null;
    const exchange = await context.call(operation.id, input);
    return answered(exchange).status === 200 ? null : statusAndCode(exchange);
  }
  return async (input, context) => {
    const key = JSON.stringify(input);
    const known = sent.get(key) ?? refusalOf(input, context);
    sent.set(key, known);
    const refusal = await known;
    if (refusal === null) return;
    const blockedBy = requirementOf(world, operation, "succeeds");
    throw new Inconclusive(`the valid twin was refused with ${refusal}`, blockedBy);
  };
}

function describeCase(one: InvalidCase) {
  return {
    rule: one.address,
    mutation: one.mutation,
    pointer: one.pointer,
    before: one.before ?? null,
    after: one.after ?? null,
    request: { parameters: one.input.parameters, body: one.input.body ?? null },
  };
}
