import type { Call } from "../../http/call.ts";
import type { Change } from "../../overrides/changes.ts";
import { onReply, rules } from "../../overrides/hooks.ts";
import { choice } from "../variant.ts";

/** Gives rejections another status and code. */
const recoding = (
  concerned: (call: Call, status: number) => boolean,
  status: number,
  agent: string,
  sdk: string,
): Change =>
  onReply("*", (reply, call) => {
    if (!concerned(call, reply.status)) return;
    reply.status = status;
    const { error } = reply.body;
    if (typeof error === "object" && error !== null && !Array.isArray(error)) {
      error.code = call.family === "agent" ? agent : sdk;
    }
  });

/** Choices about status and code of rejections that the contract leaves open. */
export const rejectionChoices = [
  choice({
    name: "hidden-resources",
    title: "the status for a resource that the caller cannot see",
    values: ["403", "404"],
    varies: ["404"],
    change: () =>
      recoding(
        (call, status) =>
          status === 403 && call.operation !== "search-memories" && call.rejection?.reason !== "plan-limit",
        404,
        "not_found",
        "NOT_FOUND",
      ),
  }),
  choice({
    name: "unknown-resources",
    title: "the status for a resource that does not exist",
    values: ["404", "403", "400"],
    varies: ["403", "400"],
    change: (value) =>
      value === "403"
        ? recoding((_call, status) => status === 404, 403, "permission_denied", "FORBIDDEN")
        : recoding(
            // The contract requires 403 for a scope that the caller cannot read, so a foreign scope cannot be rejected
            // with 400. What another choice hides with 404 is not unknown.
            (call, status) =>
              status === 404 && call.rejection?.reason === "not-found" && call.operation !== "search-memories",
            400,
            "invalid_input",
            "INVALID_PARAMS",
          ),
  }),
  choice({
    name: "unauthenticated-code",
    title: "the code of a 401",
    values: ["reference", "other"],
    varies: ["other"],
    change: () =>
      rules({
        refusals: {
          agent: { "no-credentials": { code: "invalid_input" }, "unknown-key": { code: "permission_denied" } },
          sdk: { "no-credentials": { code: "AUTH_MISSING_TOKEN" }, "unknown-key": { code: "FORBIDDEN" } },
        },
      }),
  }),
  choice({
    name: "plan-limit-status",
    title: "the status when the plan limit is reached",
    values: ["403", "429", "409", "400"],
    varies: ["429", "409", "400"],
    change: (value) => rules({ refusals: { agent: { "plan-limit": { status: Number(value) } } } }),
  }),
  choice({
    name: "foreign-release-status",
    title: "the status for the release of a task of another agent",
    values: ["409", "403", "400"],
    varies: ["403", "400"],
    change: (value) =>
      recoding(
        (call, status) => call.operation === "release-task" && status === 409,
        Number(value),
        value === "403" ? "permission_denied" : "invalid_input",
        "FORBIDDEN",
      ),
  }),
  choice({
    name: "input-codes",
    title: "the codes of invalid and of mutually exclusive input in the sdk family",
    values: ["reference", "swapped"],
    varies: ["swapped"],
    change: () =>
      rules({
        refusals: {
          sdk: { "invalid-input": { code: "INVALID_PARAMS" }, "exclusive-input": { code: "VALIDATION_ERROR" } },
        },
      }),
  }),
  choice({
    name: "unverified-token-response",
    title: "the response to a token that does not verify",
    values: ["ok-false", "400", "403"],
    varies: ["400", "403"],
    change: (value) =>
      onReply("verify-connection", (reply, call) => {
        const { data } = reply.body;
        if (typeof data !== "object" || data === null || Array.isArray(data) || data.ok !== false) return;
        const code = value === "403" ? "permission_denied" : "invalid_input";
        const meta = { requestId: call.requestId, timestamp: new Date(call.at).toISOString() };
        const body = { success: false, error: { code, message: "The token does not verify" }, meta };
        Object.assign(reply, { status: Number(value), body });
      }),
  }),
  choice({
    name: "rate-limit",
    title: "requests per second",
    values: ["unlimited", "50", "20"],
    varies: ["50", "20"],
    change: (value) => ({
      rules: (before) => ({
        auth: {
          throttle: (caller) =>
            before.auth.throttle({
              ...caller,
              service: { ...caller.service, settings: { ...caller.service.settings, rateLimit: Number(value) } },
            }),
        },
      }),
    }),
  }),
];
