import type { Report, ReportObservation, ReportRequirement } from "../../spec/report.ts";
import { check, exchange, failure, report, requirement } from "./parts.ts";

const OBSERVATIONS: readonly ReportObservation[] = [
  {
    id: "recall.default-limit",
    question: "How many hits does recall give when no limit is requested?",
    clause: "Endpoints / POST /v1/sdk/recall",
    answer: "20",
    evidence: "25 memories matched, 20 came",
  },
  {
    id: "tasks.block.from-done",
    question: "What does block-task do with a task that is done?",
    clause: "States and transitions",
    answer: null,
    evidence: "fixture tasks.done is missing",
  },
];

const COVERAGE: Report["coverage"] = {
  operations: [
    { id: "create-task", requests: 412, successes: 96 },
    { id: "list-tasks", requests: 388, successes: 301 },
    { id: "verify-connection", requests: 0, successes: 0 },
  ],
  constraints: [
    { address: "create-task.body.title.maxLength", requirement: "tasks.create.title-length", tried: 24 },
    { address: "Task.status.enum", requirement: "document.Task.status.enum", tried: 0 },
  ],
  responseFields: [
    { address: "Task.title", seen: 301, nonNull: 301 },
    { address: "Task.dueAt", seen: 301, nonNull: 0 },
  ],
  statuses: [
    { operation: "create-task", status: 200, count: 96 },
    { operation: "create-task", status: 400, count: 316 },
    { operation: "list-tasks", status: 200, count: 301 },
  ],
  interactions: [
    {
      operation: "list-tasks",
      rows: 174,
      accepted: 170,
      pairs: { possible: 1196, covered: 1150, rejected: 6, withoutFixture: 40, left: 0 },
      triples: { possible: 14_474, covered: 7744, rejected: 90, withoutFixture: 320, left: 6320 },
      missing: [{ factor: "channel", level: "a second channel of the caller", fixture: "secondMemberChannel" }],
    },
  ],
};

/** Everything proven. */
export function conformant(): Report {
  return report({
    headline: "conformant: 2 of 2 MUST proven",
    requirements: [
      requirement(),
      requirement({
        id: "envelope.success",
        statement: "A success carries success: true.",
        operations: ["list-tasks"],
      }),
      requirement({ id: "files.upload.expiry", level: "SHOULD", statement: "An upload URL expires." }),
    ],
    observations: OBSERVATIONS,
    coverage: COVERAGE,
  });
}

/** Failures of each level, a known one, skips, inconclusive ones, an unobservable and an unchecked requirement. */
export function nonconformant(): Report {
  return report({
    verdict: "nonconformant",
    gate: {
      result: "failed",
      exitCode: 1,
      reasons: ["1 MUST failed", "the known failure of envelope.success passes now: take its entry out"],
    },
    exitCode: 1,
    headline: "nonconformant: 1 of 5 MUST proven, 2 failed, 1 skipped, 1 inconclusive, 1 SHOULD failed",
    requirements: FAULTY,
    observations: OBSERVATIONS,
    knownFailures: [
      {
        requirement: "messages.page.exclusive",
        operation: "get-messages",
        reason: "paging is rewritten in the next release",
        owner: "team-messages",
        expires: "2026-12-31",
        state: "failing",
      },
      {
        requirement: "envelope.success",
        operation: null,
        reason: "old gateway",
        owner: "team-edge",
        expires: "2026-01-31",
        state: "passing",
      },
    ],
    coverage: COVERAGE,
  });
}

const FAULTY: readonly ReportRequirement[] = [
  requirement({ id: "envelope.success", statement: "A success carries success: true." }),
  requirement({
    verdict: "fail",
    checks: [check(), check({ name: "rejects an empty title", verdict: "fail", failure: failure({ echoes: 3 }) })],
  }),
  requirement({
    id: "messages.page.exclusive",
    verdict: "fail",
    known: true,
    statement: "The message that a cursor names is not part of the page.",
    clause: "Endpoints / GET /v1/agent/get-messages",
    operations: ["get-messages"],
  }),
  requirement({
    id: "tasks.plan.limit",
    verdict: "skip",
    reason: "the target file has no fixture exhaustedPlan",
    missingFixtures: ["exhaustedPlan"],
    accepted: { by: "acceptSkips", entries: ["exhaustedPlan"] },
    statement: "A call past the monthly allowance fails with plan_limit_reached.",
  }),
  requirement({
    id: "tasks.list.order",
    verdict: "inconclusive",
    reason: "blocked by envelope.success",
    statement: "A listing is stable.",
  }),
  requirement({
    id: "recall.order",
    level: "SHOULD",
    verdict: "fail",
    statement: "Hits come in descending total.",
    clause: "Endpoints / POST /v1/sdk/recall",
    operations: ["recall"],
    checks: [
      check({
        name: "hits come in descending total",
        verdict: "fail",
        failure: failure({
          message: "recall gave the hit with total 0.41 before the one with 0.77",
          pointer: "/data/scores/0/total",
          counterexample: null,
          curl: null,
          path: null,
          exchanges: [exchange({ response: null, error: "socket hang up" }), exchange({ operation: "recall" })],
        }),
      }),
    ],
  }),
  requirement({ id: "auth.rotation", verdict: "skip", unobservable: true, checks: [], reason: "no operation rotates" }),
  requirement({
    id: "envelope.pagination",
    verdict: "skip",
    notApplicable: true,
    checks: [],
    reason: "the target sends no pagination in meta",
  }),
  requirement({ id: "events.card", verdict: "skip", unchecked: true, checks: [], reason: "no check yet" }),
];

/** None failed, and something stayed open. */
export function incomplete(): Report {
  return report({
    verdict: "incomplete",
    gate: { result: "incomplete", exitCode: 3, reasons: ["1 MUST not proven: 1 skipped"] },
    exitCode: 3,
    headline: "incomplete: 1 of 2 MUST proven, 1 skipped (interrupted)",
    problem: "The run was interrupted after 12 s: what had been judged by then is reported.",
    requirements: [
      requirement(),
      requirement({
        id: "memories.scope",
        verdict: "skip",
        reason: "fixture scope is missing",
        missingFixtures: ["scope"],
      }),
    ],
  });
}

/** Nothing could be judged. */
export function unusable(): Report {
  return report({
    verdict: "unusable",
    gate: {
      result: "unusable",
      exitCode: 2,
      reasons: ["https://staging.example.com/api rejected the connection"],
    },
    exitCode: 2,
    headline: "unusable: nothing could be judged: https://staging.example.com/api rejected the connection",
    problem: "TARGET-UNREACHABLE: https://staging.example.com/api rejected the connection",
    requirements: [],
  });
}
