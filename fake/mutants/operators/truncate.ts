import { isText, valueOperator } from "./value-operator.ts";

/** Characters that are left: fewer than any text that says something has. */
const KEPT = 16;

export const truncate = valueOperator({
  name: "truncate",
  title: `cuts a text to ${KEPT} characters`,
  claim: "changed",
  inRequests: true,
  fits: isText,
  edit: () => (value) => (typeof value === "string" ? value.slice(0, KEPT) : value),
});
