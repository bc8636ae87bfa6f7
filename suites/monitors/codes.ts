import type { Operation } from "../../spec/document/model.ts";
import { isObject } from "../../spec/json.ts";
import type { Received, ResponseViolation } from "../client/exchange.ts";
import { PLAN_LIMIT } from "../client/load-rejection.ts";
import type { Aspect, Judgement } from "./aspect.ts";

/** Codes that imply a status, in both styles (contract: Errors). A status implies no code. */
const STATUSES_OF_CODES: readonly {
  readonly requirement: string;
  readonly codes: readonly string[];
  readonly status: number;
}[] = [
  { requirement: "statuses.not-found", codes: ["not_found", "NOT_FOUND"], status: 404 },
  { requirement: "statuses.conflict", codes: ["conflict", "CONFLICT"], status: 409 },
  { requirement: "statuses.rate-limited", codes: ["rate_limited", "RATE_LIMITED"], status: 429 },
  { requirement: "statuses.internal", codes: ["internal_error", "INTERNAL_ERROR"], status: 500 },
  { requirement: "statuses.unavailable", codes: ["upstream_unavailable", "SERVICE_UNAVAILABLE"], status: 503 },
];
const PLAN_LIMIT_REQUIREMENT = "errors.plan-limit-only-create-task";

/** A code comes with the status that it implies, and the code for a used-up plan only from creating a task. */
export const codeAspect: Aspect = {
  requirements: [...STATUSES_OF_CODES.map((rule) => rule.requirement), PLAN_LIMIT_REQUIREMENT],
  judge(operation, response) {
    const body = response.json.ok ? response.json.value : null;
    const error = isObject(body) ? body.error : null;
    const code = isObject(error) ? error.code : undefined;
    if (typeof code !== "string") return { violations: [], asserted: [] };
    return join(judgeStatusOf(code, operation, response), judgePlanLimit(code, operation));
  },
};

function judgeStatusOf(code: string, operation: Operation, { status }: Received): Judgement {
  const rule = STATUSES_OF_CODES.find((candidate) => candidate.codes.includes(code));
  if (!rule) return { violations: [], asserted: [] };
  if (rule.status === status) return { violations: [], asserted: [rule.requirement] };
  const message = `${operation.id} responded with ${status} with the code ${code}, which comes with ${rule.status} only`;
  const violation = codeViolation(rule.requirement, message, `status ${rule.status}`, `status ${status}`);
  return { violations: [violation], asserted: [rule.requirement] };
}

function judgePlanLimit(code: string, operation: Operation): Judgement {
  const creating = operation.creates === "task";
  if (code !== PLAN_LIMIT || creating) return { violations: [], asserted: [PLAN_LIMIT_REQUIREMENT] };
  const message = `${operation.id} responded with the code ${code}, which only the creation of a task may give`;
  return {
    violations: [codeViolation(PLAN_LIMIT_REQUIREMENT, message, "another code", code)],
    asserted: [PLAN_LIMIT_REQUIREMENT],
  };
}

function codeViolation(requirement: string, message: string, expected: string, actual: string): ResponseViolation {
  return { requirement, verifier: "codes", pointer: "/error/code", keyword: "code", message, expected, actual };
}

function join(left: Judgement, right: Judgement): Judgement {
  return {
    violations: [...left.violations, ...right.violations],
    asserted: [...left.asserted, ...right.asserted],
  };
}
