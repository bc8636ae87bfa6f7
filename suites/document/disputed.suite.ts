import { disputedRequests } from "../../generators/index.ts";
import type { Operation } from "../../spec/document-model.ts";
import type { Observer, Suite, World } from "../engine/check.ts";
import { Inconclusive, Skipped } from "../engine/outcome.ts";
import { statusAndCode } from "../verifiers/expect.ts";

/** Requests in the zones where readings of the contract differ: asked, and the answer recorded. */
export const disputedSuite: Suite = {
  name: "disputed",
  checks: () => [],
  observers: (world) => world.document.operations.flatMap((operation) => toObserver(world, operation)),
};

function toObserver(world: World, operation: Operation): Observer[] {
  const requests = disputedRequests(world.document, operation).filter((request) => request.point !== null);
  if (requests.length === 0) return [];
  return [
    {
      name: `${operation.id} where readings differ`,
      operations: [operation.id],
      fixtures: [],
      writes: operation.effect !== "read",
      async run(check) {
        await check.baseline(operation.id);
        for (const { point, description, input } of requests) {
          try {
            const exchange = await check.call(operation.id, input);
            if (point !== null) check.observe(point, statusAndCode(exchange), `${operation.id} with ${description}`);
          } catch (error) {
            // A question that cannot be put leaves its point unanswered, and the next one is asked.
            if (!(error instanceof Skipped) && !(error instanceof Inconclusive)) throw error;
          }
        }
      },
    },
  ];
}
