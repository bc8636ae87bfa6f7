import { onFailure, onReply } from "../changes/hooks.ts";
import type { Call, Reply } from "../http/call.ts";
import type { Fault } from "./fault.ts";
import { ALL, SDK } from "./operations.ts";
import { recoded } from "./tools.ts";

/** Faults of statuses. */
export const statusFaults: readonly Fault[] = [
  {
    id: "success-201",
    breaks: "statuses.success",
    title: "a created task is answered with 201",
    operations: ["create-task"],
    plant: () => statusOf(["create-task"], 201),
  },
  {
    id: "success-202",
    breaks: "statuses.success",
    title: "an upload request is answered with 202",
    operations: ["request-file-upload"],
    plant: () => statusOf(["request-file-upload"], 202),
  },
  {
    id: "success-203-at-times",
    breaks: "statuses.success",
    title: "a listing of tasks by status is answered with 203",
    operations: ["list-tasks"],
    plant: () =>
      onReply("list-tasks", (reply, call) => {
        if (reply.status === 200 && call.query.has("status")) reply.status = 203;
      }),
  },
  recoded(
    { id: "input-422", breaks: "statuses.invalid-input", title: "wrong input is refused with 422", operations: ALL },
    "invalid-input",
    { status: 422 },
    { status: 422 },
  ),
  recoded(
    {
      id: "sdk-input-403",
      breaks: "statuses.invalid-input",
      title: "exclusive input is refused with 409",
      operations: SDK,
    },
    "exclusive-input",
    {},
    { status: 409, code: "VALIDATION_ERROR" },
  ),
  {
    id: "input-404",
    breaks: "statuses.invalid-input",
    title: "wrong query parameters of list-tasks are refused with 404",
    operations: ["list-tasks"],
    plant: () =>
      onFailure("list-tasks", (reply) => {
        if (reply.status === 400) Object.assign(reply, { status: 403 });
      }),
  },
  recoded(
    { id: "unknown-410", breaks: "statuses.known", title: "unknown things are refused with 410", operations: ALL },
    "not-found",
    { status: 410, code: "invalid_input" },
    { status: 410, code: "INVALID_PARAMS" },
  ),
  recoded(
    {
      id: "members-only-402",
      breaks: "statuses.known",
      title: "channels of others are refused with 402",
      operations: ["send-message", "request-file-upload"],
    },
    "not-a-member",
    { status: 402 },
    { status: 402 },
  ),
  recoded(
    { id: "not-found-with-400", breaks: "statuses.not-found", title: "not_found comes with 400", operations: ALL },
    "not-found",
    { status: 400 },
    { status: 400 },
  ),
  recoded(
    {
      id: "conflict-with-400",
      breaks: "statuses.conflict",
      title: "conflict comes with 400",
      operations: ["release-task", "block-task"],
    },
    "conflict",
    { status: 400 },
    { status: 400 },
  ),
  {
    id: "rate-limit-with-503",
    breaks: "statuses.rate-limited",
    title: "every ninth call is refused as too fast, with 503",
    operations: ALL,
    plant: () => failingEvery(9, 503, "rate_limited", "RATE_LIMITED"),
  },
  {
    id: "internal-with-400",
    breaks: "statuses.internal",
    title: "every eleventh call fails as an internal error, with 400",
    operations: ALL,
    plant: () => failingEvery(11, 400, "internal_error", "INTERNAL_ERROR"),
  },
  {
    id: "unavailable-with-500",
    breaks: "statuses.unavailable",
    title: "every tenth call fails upstream, with 500",
    operations: ALL,
    plant: () => failingEvery(10, 500, "upstream_unavailable", "SERVICE_UNAVAILABLE"),
  },
];

function statusOf(operations: readonly string[], status: number) {
  return onReply(operations, (reply) => {
    if (reply.status === 200) reply.status = status;
  });
}

function failureOf(call: Call, status: number, agentCode: string, sdkCode: string) {
  const code = call.family === "agent" ? agentCode : sdkCode;
  return { status, body: { success: false, error: { code, message: "Something went wrong" } } };
}

/** Refuses every n-th call of an authenticated caller, without performing it. */
function failingEvery(n: number, status: number, agentCode: string, sdkCode: string) {
  let count = 0;
  return {
    around: (call: Call, next: () => Reply) => {
      count += 1;
      if (count % n !== 0 || call.headers.authorization === undefined) return next();
      return { headers: {}, ...failureOf(call, status, agentCode, sdkCode) };
    },
  };
}
