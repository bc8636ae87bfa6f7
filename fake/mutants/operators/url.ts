import type { Operator } from "../model.ts";
import { valueOperator } from "./value-operator.ts";

export const deadUrl: Operator = valueOperator({
  name: "dead-url",
  title: "returns a URL with an invalid signature",
  claim: "changed",
  inRequests: false,
  fits: (site) => site.kind === "value" && /Url$/.test(site.path.at(-1) ?? ""),
  edit: () => (value) => (typeof value === "string" ? value.replace(/signature=[^&]*/, "signature=none") : value),
});
