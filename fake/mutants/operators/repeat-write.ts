import { operationOperator } from "./operation-operator.ts";

export const repeatWrite = operationOperator(
  "repeat-write",
  "does one write twice",
  ({ claims }) => claims.once,
  ({ operation }, { confined }) =>
    confined({
      around: (call, next) => {
        const reply = next();
        if (call.operation === operation && reply.status === 200) next();
        return reply;
      },
    }),
);
