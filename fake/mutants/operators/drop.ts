import { GONE } from "../../overrides/paths.ts";
import { valueOperator } from "./value-operator.ts";

export const drop = valueOperator({
  name: "drop",
  title: "leaves a value out",
  claim: "absent",
  inRequests: true,
  fits: () => true,
  edit: () => () => GONE,
});
