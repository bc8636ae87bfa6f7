import { onFailure, onSuccess } from "../../overrides/hooks.ts";
import { operationOperator } from "./operation-operator.ts";

export const createdStatus = operationOperator(
  "created-status",
  "answers a success with 201",
  () => "statuses.success",
  ({ operation }, { confined }) =>
    confined(
      onSuccess(operation, (reply) => {
        reply.status = 201;
      }),
    ),
);

export const unlistedStatus = operationOperator(
  "unlisted-status",
  "answers invalid input with 422",
  () => "statuses.known",
  ({ operation }, { confined }) =>
    confined(
      onFailure(operation, (reply) => {
        if (reply.status === 400) reply.status = 422;
      }),
    ),
);
