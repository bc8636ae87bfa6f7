import { valueOperator } from "./value-operator.ts";

export const nullValue = valueOperator({
  name: "null",
  title: "gives null for a value",
  claim: "absent",
  inRequests: false,
  fits: () => true,
  edit: () => () => null,
});
