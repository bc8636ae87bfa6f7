import type { Json } from "../../spec/json.ts";
import { gone, onCall, onFailure, onReply, put, refusing, rules } from "../changes/hooks.ts";
import { editAt } from "../changes/paths.ts";
import type { Call, Reply } from "../http/call.ts";
import type { RefusalReason } from "../refusal.ts";
import type { Fault } from "./fault.ts";
import { AGENT, ALL, SDK, WITH_BODY } from "./operations.ts";

/** A fault that gives a reason of refusal another status or code in one family or both. */
function recoded(
  facts: Pick<Fault, "id" | "breaks" | "title" | "operations">,
  reason: RefusalReason,
  agent: { status?: number; code?: string },
  sdk: { status?: number; code?: string },
): Fault {
  return { ...facts, plant: () => rules({ refusals: { agent: { [reason]: agent }, sdk: { [reason]: sdk } } }) };
}

const refusingWith = (status: number, path: string, value: Json) =>
  onFailure("*", (reply) => {
    if (reply.status === status) editAt(reply.body, path, put(value));
  });

/** Faults of the error object, its codes and the statuses. */
export const errorFaults: readonly Fault[] = [
  {
    id: "code-missing",
    breaks: "errors.code",
    title: "errors lack a code",
    operations: ALL,
    plant: () => refusing("*", "error.code", gone),
  },
  {
    id: "code-is-a-number",
    breaks: "errors.code",
    title: "the code of wrong input is the status",
    operations: ALL,
    plant: () => refusingWith(400, "error.code", 400),
  },
  {
    id: "message-missing",
    breaks: "errors.message",
    title: "errors lack a message",
    operations: ALL,
    plant: () => refusing("*", "error.message", gone),
  },
  {
    id: "message-is-a-list",
    breaks: "errors.message",
    title: "the message of wrong input is a list",
    operations: ALL,
    plant: () => refusingWith(400, "error.message", ["invalid"]),
  },
  {
    id: "message-null-for-401",
    breaks: "errors.message",
    title: "the message of a 401 is null",
    operations: ALL,
    plant: () => refusingWith(401, "error.message", null),
  },
  {
    id: "details-are-a-list",
    breaks: "errors.details",
    title: "details are a list of problems",
    operations: ALL,
    plant: () => refusingWith(400, "error.details", [{ field: "title" }]),
  },
  {
    id: "details-are-text",
    breaks: "errors.details",
    title: "details of a 404 are a text",
    operations: AGENT,
    plant: () => refusingWith(404, "error.details", "no such thing"),
  },
  {
    id: "retryable-is-text",
    breaks: "errors.retryable",
    title: 'retryable is "no"',
    operations: AGENT,
    plant: () => refusing(AGENT, "error.retryable", put("no")),
  },
  {
    id: "retryable-is-a-number",
    breaks: "errors.retryable",
    title: "retryable is 0 in refusals of credentials",
    operations: AGENT,
    plant: () =>
      onFailure(AGENT, (reply) => {
        if (reply.status === 401) editAt(reply.body, "error.retryable", put(0));
      }),
  },
  {
    id: "retryable-on-sdk",
    breaks: "errors.retryable-only-agent",
    title: "sdk errors carry retryable",
    operations: SDK,
    plant: () => refusing(SDK, "error.retryable", put(false)),
  },
  {
    id: "suggestion-is-a-list",
    breaks: "errors.suggestion",
    title: "the suggestion is a list",
    operations: SDK,
    plant: () => refusing(SDK, "error.suggestion", put(["try again"])),
  },
  {
    id: "suggestion-on-agent",
    breaks: "errors.suggestion-only-sdk",
    title: "agent errors carry a suggestion",
    operations: AGENT,
    plant: () => refusing(AGENT, "error.suggestion", put("try again")),
  },
  {
    id: "docs-are-an-object",
    breaks: "errors.docs",
    title: "docs are an object",
    operations: SDK,
    plant: () => refusing(SDK, "error.docs", put({ href: "https://docs.example.com/errors" })),
  },
  {
    id: "docs-are-prose",
    breaks: "errors.docs-url",
    title: "docs are a sentence",
    operations: SDK,
    plant: () => refusing(SDK, "error.docs", put("see the chapter on errors")),
  },
  {
    id: "docs-on-agent",
    breaks: "errors.docs-only-sdk",
    title: "agent errors carry docs",
    operations: AGENT,
    plant: () => refusing(AGENT, "error.docs", put("https://docs.example.com/errors")),
  },
  recoded(
    {
      id: "agent-code-uppercase",
      breaks: "errors.agent-codes",
      title: "wrong input has the sdk family's code",
      operations: AGENT,
    },
    "invalid-input",
    { code: "VALIDATION_ERROR" },
    {},
  ),
  recoded(
    {
      id: "agent-code-unknown",
      breaks: "errors.agent-codes",
      title: "missing credentials have the code unauthorized",
      operations: AGENT,
    },
    "no-credentials",
    { code: "unauthorized" },
    {},
  ),
  recoded(
    {
      id: "agent-code-for-unknown-key",
      breaks: "errors.agent-codes",
      title: "an unknown key has an AUTH_ code on the agent family",
      operations: AGENT,
    },
    "unknown-key",
    { code: "AUTH_INVALID_KEY" },
    {},
  ),
  recoded(
    {
      id: "agent-code-of-missing-things",
      breaks: "errors.agent-codes",
      title: "unknown things have the code task_not_found",
      operations: ["block-task", "release-task"],
    },
    "not-found",
    { code: "task_not_found" },
    {},
  ),
  recoded(
    {
      id: "sdk-code-lowercase",
      breaks: "errors.sdk-codes",
      title: "wrong input has the agent family's code",
      operations: SDK,
    },
    "invalid-input",
    {},
    { code: "invalid_input" },
  ),
  recoded(
    {
      id: "sdk-code-unknown",
      breaks: "errors.sdk-codes",
      title: "exclusive input has the code BAD_REQUEST",
      operations: SDK,
    },
    "exclusive-input",
    {},
    { code: "BAD_REQUEST" },
  ),
  recoded(
    {
      id: "sdk-code-for-missing-credentials",
      breaks: "errors.sdk-codes",
      title: "missing credentials have the code UNAUTHENTICATED",
      operations: SDK,
    },
    "no-credentials",
    {},
    { code: "UNAUTHENTICATED" },
  ),
  {
    id: "plan-limit-from-other-operations",
    breaks: "errors.plan-limit-only-create-task",
    title: "a channel that is not the caller's is refused as a plan limit",
    operations: ["send-message", "request-file-upload", "get-messages"],
    plant: () => rules({ refusals: { agent: { "not-a-member": { code: "plan_limit_reached" } } } }),
  },
  {
    id: "plan-limit-for-wrong-release",
    breaks: "errors.plan-limit-only-create-task",
    title: "a conflict is refused as a plan limit",
    operations: ["release-task", "block-task"],
    plant: () => rules({ refusals: { agent: { conflict: { code: "plan_limit_reached" } } } }),
  },
  {
    id: "malformed-json-500",
    breaks: "errors.malformed-json",
    title: "a body that is no JSON is an internal error",
    operations: WITH_BODY,
    plant: () =>
      onMalformed((reply, call) => Object.assign(reply, failureOf(call, 500, "internal_error", "INTERNAL_ERROR"))),
  },
  {
    id: "malformed-json-outside-the-envelope",
    breaks: "errors.malformed-json",
    title: "a body that is no JSON gets the parser's own answer",
    operations: WITH_BODY,
    plant: () => onMalformed((reply) => Object.assign(reply, { body: { message: "Unexpected token in JSON" } })),
  },
  {
    id: "malformed-json-taken-as-empty",
    breaks: "errors.malformed-json",
    title: "create-task takes a body that is no JSON for a task",
    operations: ["create-task"],
    plant: () =>
      onCall("create-task", (call) => {
        if (call.body.kind === "unreadable") call.body = { kind: "json", value: { title: "Untitled" } };
      }),
  },
  {
    id: "odd-bodies-crash",
    breaks: "errors.no-server-error",
    title: "a body with another content type is an internal error",
    operations: WITH_BODY,
    plant: () =>
      onReply(WITH_BODY, (reply, call) => {
        if (
          call.body.kind === "unreadable" &&
          /Content|charset|more than/.test(call.body.problem) &&
          call.caller !== null
        )
          Object.assign(reply, failureOf(call, 500, "internal_error", "INTERNAL_ERROR"));
      }),
  },
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

function onMalformed(edit: (reply: object, call: Call) => void) {
  return onReply(WITH_BODY, (reply, call) => {
    const { body } = call;
    if (call.caller !== null && body.kind === "unreadable" && body.problem.includes("not valid JSON"))
      edit(reply, call);
  });
}

function failureOf(call: Call, status: number, agentCode: string, sdkCode: string) {
  const code = call.family === "agent" ? agentCode : sdkCode;
  return { status, body: { success: false, error: { code, message: "Something went wrong" } } };
}

function statusOf(operations: readonly string[], status: number) {
  return onReply(operations, (reply) => {
    if (reply.status === 200) reply.status = status;
  });
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
