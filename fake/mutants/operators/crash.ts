import { onReply } from "../../changes/hooks.ts";
import { operationOperator } from "./operation-operator.ts";

export const crash = operationOperator(
  "crash",
  "answers any request with 500, a valid one or not",
  () => "errors.no-server-error",
  ({ operation }, { confined }) =>
    confined(
      onReply(operation, (reply, { caller, family }) => {
        if (caller === null) return;
        const code = family === "agent" ? "internal_error" : "INTERNAL_ERROR";
        reply.status = 500;
        reply.body = { success: false, error: { code, message: "Something went wrong" } };
      }),
    ),
);
