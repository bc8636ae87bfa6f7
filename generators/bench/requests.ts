import * as fc from "fast-check";
import { loadDocument } from "../../spec/document/document.ts";
import { boundaryRequests, disputedRequests, invalidRequests, malformedBodies, validRequests } from "../index.ts";

/** The number of random requests drawn for each operation. */
const DRAWS = 500;

/**
 * Prints how long the lists of cases take and how many random requests a second can be drawn, for each operation. Run
 * it from the sources with any TypeScript runner, or from `dist/generators/bench/requests.js`.
 */
async function measure(): Promise<void> {
  const document = await loadDocument();
  const rows = document.operations.map((operation) => {
    const [valid, drawMs] = timed(() => fc.sample(validRequests(document, operation), { seed: 1, numRuns: DRAWS }));
    const [boundary, boundaryMs] = timed(() => boundaryRequests(document, operation));
    const [invalid, invalidMs] = timed(() => invalidRequests(document, operation));
    const [disputed, disputedMs] = timed(() => disputedRequests(document, operation));
    const [malformed, malformedMs] = timed(() => malformedBodies(document, operation));
    return {
      operation: operation.id,
      "valid/s": Math.round((valid.length / drawMs) * 1000),
      boundary: `${boundary.length} in ${Math.round(boundaryMs)} ms`,
      invalid: `${invalid.length} in ${Math.round(invalidMs)} ms`,
      disputed: `${disputed.length} in ${Math.round(disputedMs)} ms`,
      malformed: `${malformed.length} in ${Math.round(malformedMs)} ms`,
    };
  });
  console.table(rows);
}

function timed<Result>(work: () => Result): [Result, number] {
  const start = performance.now();
  const result = work();
  return [result, performance.now() - start];
}

await measure();
