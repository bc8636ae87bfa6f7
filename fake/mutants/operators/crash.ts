import { onReply } from "../../overrides/hooks.ts";
import { failWith } from "../fail.ts";
import { operationOperator } from "./operation-operator.ts";

export const crash = operationOperator(
  "crash",
  "answers any request with 500, a valid one or not",
  () => "errors.no-server-error",
  ({ operation }, { confined }) =>
    confined(
      onReply(operation, (reply, call) => {
        if (call.caller !== null) failWith(reply, call);
      }),
    ),
);
