import type { Guard } from "../model.ts";
import { isProse } from "../operators/value-operator.ts";

/** A text of some length, or with characters beyond ASCII: `text=long`, `text=non-ascii`. */
export const text: Guard = {
  name: "text",
  levels: (site) =>
    (site.kind === "value" || site.kind === "input") && isProse(site) ? ["text=long", "text=non-ascii"] : [],
  values: (level) => (value) =>
    typeof value === "string" && (level === "text=long" ? value.length >= 200 : /[^ -~\s]/.test(value)),
};
