import { onSuccess } from "../../changes/hooks.ts";
import { operationOperator } from "./operation-operator.ts";

/** Rejects valid requests, after they were carried out. */
const rejecting = (name: string, status: number, agent: string, sdk: string) =>
  operationOperator(
    name,
    `rejects a valid request with ${status}`,
    ({ claims }) => claims.succeeds,
    ({ operation }, { confined }) =>
      confined(
        onSuccess(operation, (reply, { family }) => {
          const code = family === "agent" ? agent : sdk;
          reply.status = status;
          reply.body = { success: false, error: { code, message: "The request cannot be served" } };
        }),
      ),
  );

export const reject = rejecting("reject", 400, "invalid_input", "VALIDATION_ERROR");

export const forbid = rejecting("forbid", 403, "permission_denied", "FORBIDDEN");
