import type { Operation } from "../../../spec/document/model.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { CaseContext, Check, RunContext } from "../../engine/check/check.ts";
import { expectNoServerError } from "../../verifiers/expect.ts";
import { asFurther } from "../define-check.ts";
import { sendOutside, wireOf, withUnusualBody } from "./outside.ts";
import { largeBody, mistyped, type UnusualBody, unusualBodies } from "./unusual-bodies.ts";

/**
 * An unusual body must not cause a server error. One check for each operation, first for one of each family, as most
 * services share the code that reads bodies. The responses are observed.
 */
export function serverErrorChecks(context: RunContext): Check[] {
  const operations = context.document.operations.filter(({ body }) => body !== null);
  const isFirst = ({ family }: Operation, index: number) =>
    operations.findIndex((other) => other.family === family) === index;
  const first = operations.filter(isFirst);
  const others = operations.filter((operation) => !first.includes(operation));
  return [...first.map((one) => toCheck(one, true)), ...asFurther(others.map((one) => toCheck(one, false)))];
}

function toCheck(operation: Operation, withLarge: boolean): Check {
  return {
    requirement: "errors.no-server-error",
    name: `${operation.id} responds to an unusual body without a server error`,
    operations: [operation.id],
    fixtures: [],
    writes: operation.effect !== "read",
    async run(check) {
      const request = wireOf(check, operation);
      const plain = typeof request.body === "string" ? request.body : "{}";
      // Mistyped, so that no resource is created however a target interprets the form.
      const text = operation.effect === "read" ? plain : mistyped(JSON.parse(plain));
      const bodies = [...unusualBodies(text), ...(withLarge ? [largeBody(text)] : [])];
      const answers = new Map<string, string[]>();
      try {
        await check.forEach(
          bodies,
          async (unusual, one) => {
            const exchange = await sendOutside(one, withUnusualBody(request, unusual));
            if (unusual.point !== null) note(answers, unusual.point, `${toldBy(exchange)} to ${unusual.description}`);
            judge(unusual, operation, exchange, one);
          },
          { describe: ({ description }) => description },
        );
      } finally {
        for (const [point, told] of answers) check.observe(point, told.sort().join("; "), `${operation.id}`);
      }
    },
  };
}

function note(answers: Map<string, string[]>, point: string, told: string): void {
  answers.set(point, [...(answers.get(point) ?? []), told]);
}

function toldBy({ outcome }: Exchange): string {
  return outcome.kind === "none" ? `no response (${outcome.reason})` : String(outcome.status);
}

function judge(unusual: UnusualBody, operation: Operation, exchange: Exchange, one: CaseContext): void {
  // A closed connection does not show whose fault it is.
  if (exchange.outcome.kind === "none") return;
  one.asserted();
  expectNoServerError(exchange, operation.id, `${unusual.description}: the mistake is the caller's`);
}
