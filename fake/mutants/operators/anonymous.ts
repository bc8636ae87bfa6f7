import { ownKey, withKey } from "../../overrides/identities.ts";
import { operationOperator } from "./operation-operator.ts";

export const anonymous = operationOperator(
  "anonymous",
  "takes a call without valid credentials for one with the first key",
  ({ claims }) => claims.authenticated,
  ({ operation }, { confined }) =>
    confined({
      around: (call, next) => {
        const [first] = call.service.keys.values();
        if (call.operation !== operation || ownKey(call) !== undefined || first === undefined) return next();
        return withKey(call, first, next);
      },
    }),
);
