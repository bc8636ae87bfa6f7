import type { Report } from "../../spec/report.ts";
import { HOSTILE_TEXT } from "../../spec/testing/hostile-text.ts";
import { check, exchange, failure, report, requirement } from "./parts.ts";

/** Returns a run whose target puts hostile text wherever it can. */
export function hostile(): Report {
  const evil = `${HOSTILE_TEXT}\n`;
  const headers = { "x-evil": evil, [evil]: "name" };
  const bad = failure({
    message: `the target said ${evil}`,
    expected: evil,
    actual: evil,
    pointer: evil,
    counterexample: { [evil]: [evil] },
    curl: `curl ${evil}`,
    replay: `wac replay ${evil}`,
    exchanges: [
      exchange({
        operation: evil,
        request: { method: "POST", url: `https://x.example/${evil}`, headers, body: evil },
        response: { status: 200, headers, body: `${evil}${"x".repeat(200_000)}` },
      }),
      exchange({ response: null, error: evil }),
    ],
  });
  return report({
    verdict: "nonconformant",
    gate: { result: "failed", exitCode: 1, reasons: [evil] },
    exitCode: 1,
    headline: `nonconformant ${evil}`,
    problem: evil,
    target: { baseUrl: `https://x.example/${evil}` },
    requirements: [
      requirement({ verdict: "fail", checks: [check({ name: evil, verdict: "fail", failure: bad })] }),
      requirement({
        id: `document.${evil}`,
        verdict: "skip",
        reason: evil,
        missingFixtures: [evil],
        statement: evil,
        accepted: { by: "acceptSkips", entries: [evil] },
      }),
      requirement({ id: "a.b", verdict: "inconclusive", reason: evil, clause: evil, operations: [evil] }),
    ],
    observations: [{ id: evil, question: evil, clause: evil, answer: evil, evidence: evil }],
    knownFailures: [
      { requirement: evil, operation: evil, reason: evil, owner: evil, expires: "2026-01-01", state: "unknown" },
    ],
    coverage: {
      operations: [{ id: evil, requests: 1, successes: 0 }],
      constraints: [{ address: evil, requirement: evil, tried: 1 }],
      responseFields: [{ address: evil, seen: 1, nonNull: 0 }],
      statuses: [{ operation: evil, status: 200, count: 1 }],
    },
  });
}
