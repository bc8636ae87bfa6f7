import type {
  Report,
  ReportCheck,
  ReportCounts,
  ReportExchange,
  ReportFailure,
  ReportRequirement,
} from "../../spec/report.ts";
import type { Level } from "../../spec/requirement.ts";

/** Returns a typical exchange with the given overrides. */
export function exchange(over: Partial<ReportExchange> = {}): ReportExchange {
  return {
    operation: "create-task",
    request: {
      method: "POST",
      url: "https://staging.example.com/api/v1/agent/create-task",
      headers: { authorization: "Bearer [redacted]", "content-type": "application/json" },
      body: '{"title":"a","channelId":"c_01"}',
    },
    response: {
      status: 200,
      headers: { "content-type": "application/json", "x-request-id": "r_01" },
      body: '{"success":true,"data":{"id":"t_01","title":"a"},"meta":{"requestId":"r_01"}}',
    },
    error: null,
    durationMs: 12.5,
    ...over,
  };
}

/** Returns a typical failure with the given overrides. */
export function failure(over: Partial<ReportFailure> = {}): ReportFailure {
  return {
    message: "create-task took a title of 501 characters, although the contract allows at most 500",
    expected: "status 400 with error code invalid_input",
    actual: "status 200",
    cause: "tasks.create.title-length|expectRefusal||maxLength",
    pointer: "",
    counterexample: { title: "a".repeat(501) },
    shrinks: 7,
    exchanges: [exchange()],
    curl: 'curl -X POST https://staging.example.com/api/v1/agent/create-task -H "Authorization: Bearer $WAC_API_KEY"',
    replay: "wac replay wac-report/report.json tasks.create.title-length",
    path: "3:1:0",
    echoes: 0,
    ...over,
  };
}

/** Returns a typical check with the given overrides; `fail` comes with a failure. */
export function check(over: Partial<ReportCheck> = {}): ReportCheck {
  const verdict = over.verdict ?? "pass";
  return {
    name: "rejects a title past its maximum",
    verdict,
    reason: verdict === "skip" || verdict === "inconclusive" ? "no reason given" : null,
    blockedBy: null,
    cases: verdict === "skip" ? 0 : 24,
    requests: verdict === "skip" ? 0 : 30,
    durationMs: verdict === "skip" ? 0 : 812.4,
    seed: 42,
    failure: verdict === "fail" ? failure() : null,
    ...over,
  };
}

/** Returns a typical requirement with the given overrides; by default it has one check with its own verdict. */
export function requirement(over: Partial<ReportRequirement> = {}): ReportRequirement {
  const verdict = over.verdict ?? "pass";
  const reason = over.reason ?? null;
  return {
    id: "tasks.create.title-length",
    level: "MUST",
    statement: "A title has 1 to 500 characters; other lengths are rejected.",
    clause: "Endpoints / POST /v1/agent/create-task",
    operations: ["create-task"],
    verdict,
    reason,
    known: false,
    unobservable: false,
    unchecked: false,
    notApplicable: false,
    missingFixtures: [],
    checks: [check({ verdict, reason })],
    ...over,
  };
}

/** Returns a report around the requirements, with counts that agree with them. */
export function report(over: Partial<Report> = {}): Report {
  const requirements = over.requirements ?? [requirement()];
  const observations = over.observations ?? [];
  return {
    schemaVersion: 1,
    verdict: "conformant",
    gate: { result: "passed", exitCode: 0, reasons: ["every MUST is proven"] },
    exitCode: 0,
    headline: "conformant: 1 of 1 MUST proven",
    problem: null,
    tool: { name: "workspace-agent-conformance", version: "0.1.0", node: "v20.20.2" },
    contract: { title: "Workspace Agent API", version: "1.0.0", sha256: "9f".repeat(32), overlay: null },
    target: { baseUrl: "https://staging.example.com/api" },
    run: run(),
    requirements,
    observations,
    coverage: { operations: [], constraints: [], responseFields: [], statuses: [] },
    ...over,
    summary: {
      MUST: tally(requirements, "MUST"),
      SHOULD: tally(requirements, "SHOULD"),
      observations: observations.filter((each) => each.answer !== null).length,
      unchecked: requirements.filter((each) => each.unchecked).length,
      unobservable: requirements.filter((each) => each.unobservable).length,
    },
  };
}

function isApart({ unchecked, unobservable, notApplicable }: ReportRequirement): boolean {
  return unchecked || unobservable || notApplicable;
}

function run(): Report["run"] {
  return {
    id: "run-7f3k",
    seed: 42,
    budget: "standard",
    startedAt: "2026-03-04T05:06:07.890Z",
    durationMs: 73_400,
    requests: 8123,
    cases: 6410,
    created: { tasks: 96, messages: 240, memories: 71, uploads: 14, bytes: 1_843_200 },
    fixtures: { present: ["memberChannel", "scope"], missing: [], accepted: [] },
  };
}

function tally(requirements: readonly ReportRequirement[], level: Level): ReportCounts {
  const mine = requirements.filter((each) => each.level === level && !isApart(each));
  const number = (verdict: ReportRequirement["verdict"]) =>
    mine.filter((each) => each.verdict === verdict && !each.known).length;
  return {
    pass: number("pass"),
    fail: number("fail"),
    skip: number("skip"),
    inconclusive: number("inconclusive"),
    known: mine.filter((each) => each.known).length,
  };
}
