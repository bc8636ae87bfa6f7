import { onSuccess } from "../../overrides/hooks.ts";
import { failWith } from "../fail.ts";
import { operationOperator } from "./operation-operator.ts";

export const serverError = operationOperator(
  "server-error",
  "answers a valid request with 500",
  ({ claims }) => claims.succeeds,
  ({ operation }, { confined }) => confined(onSuccess(operation, (reply, call) => failWith(reply, call))),
);
