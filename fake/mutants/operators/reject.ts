import { onSuccess } from "../../changes/hooks.ts";
import { operationOperator } from "./operation-operator.ts";

export const reject = operationOperator(
  "reject",
  "rejects a valid request",
  ({ claims }) => claims.succeeds,
  ({ operation }, { confined }) =>
    confined(
      onSuccess(operation, (reply, { family }) => {
        const code = family === "agent" ? "invalid_input" : "VALIDATION_ERROR";
        reply.status = 400;
        reply.body = { success: false, error: { code, message: "The request is not valid" } };
      }),
    ),
);
