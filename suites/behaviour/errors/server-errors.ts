import type { Operation } from "../../../spec/document/model.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { CaseContext, Check, RunContext } from "../../engine/check/check.ts";
import { expectNoServerError } from "../../verifiers/expect.ts";
import { asAdditional } from "../define-check.ts";
import { sendOutsideContract, wireRequestOf, withUnusualBody } from "./outside-contract.ts";
import { largeBody, type UnusualBody, unusualBodies, withObjectsForValues } from "./unusual-bodies.ts";

/**
 * An unusual body must not cause a server error. One check for each operation, first for one of each family, as most
 * services share the code that reads bodies. The responses are observed.
 */
export function serverErrorChecks(context: RunContext): Check[] {
  const operations = context.document.operations.filter(({ body }) => body !== null);
  const isFirst = ({ family }: Operation, index: number) =>
    operations.findIndex((other) => other.family === family) === index;
  const firstOfFamily = operations.filter(isFirst);
  const others = operations.filter((operation) => !firstOfFamily.includes(operation));
  return [
    ...firstOfFamily.map((operation) => serverErrorCheck(operation, true)),
    ...asAdditional(others.map((operation) => serverErrorCheck(operation, false))),
  ];
}

function serverErrorCheck(operation: Operation, withLarge: boolean): Check {
  return {
    requirement: "errors.no-server-error",
    name: `${operation.id} responds to an unusual body without a server error`,
    operations: [operation.id],
    fixtures: [],
    writes: operation.effect !== "read",
    async run(check) {
      const request = wireRequestOf(check, operation);
      const plain = typeof request.body === "string" ? request.body : "{}";
      // Mistyped, so that no resource is created however a target interprets the form.
      const text = operation.effect === "read" ? plain : withObjectsForValues(JSON.parse(plain));
      const bodies = [...unusualBodies(text), ...(withLarge ? [largeBody(text)] : [])];
      const answers = new Map<string, string[]>();
      try {
        await check.forEach(
          bodies,
          async (unusual, testCase) => {
            const exchange = await sendOutsideContract(testCase, withUnusualBody(request, unusual));
            if (unusual.point !== null)
              addAnswer(answers, unusual.point, `${statusOrReason(exchange)} to ${unusual.description}`);
            judgeResponse(unusual, operation, exchange, testCase);
          },
          { describe: ({ description }) => description },
        );
      } finally {
        for (const [point, statuses] of answers) check.observe(point, statuses.sort().join("; "), `${operation.id}`);
      }
    },
  };
}

function addAnswer(answers: Map<string, string[]>, point: string, answer: string): void {
  answers.set(point, [...(answers.get(point) ?? []), answer]);
}

function statusOrReason({ outcome }: Exchange): string {
  return outcome.kind === "none" ? `no response (${outcome.reason})` : String(outcome.status);
}

function judgeResponse(unusual: UnusualBody, operation: Operation, exchange: Exchange, testCase: CaseContext): void {
  // A closed connection does not show whose fault it is.
  if (exchange.outcome.kind === "none") return;
  testCase.asserted();
  expectNoServerError(exchange, operation.id, `${unusual.description}: the mistake is the caller's`);
}
