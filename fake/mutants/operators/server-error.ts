import { onSuccess } from "../../changes/hooks.ts";
import { operationOperator } from "./operation-operator.ts";

export const serverError = operationOperator(
  "server-error",
  "answers a valid request with 500",
  ({ claims }) => claims.succeeds,
  ({ operation }, { confined }) =>
    confined(
      onSuccess(operation, (reply, { family }) => {
        const code = family === "agent" ? "internal_error" : "INTERNAL_ERROR";
        reply.status = 500;
        reply.body = { success: false, error: { code, message: "Something went wrong" } };
      }),
    ),
);
