import type { JsonObject } from "../../spec/json.ts";
import type { CaseContext } from "../engine/check/check.ts";

/**
 * Whether a listing that could do without a limit is asked for without one, as most clients ask: a service may go another
 * way there. Half of all are, by what they ask for; in a smoke run none, which has no request to spare for a second page.
 */
export function goesWithoutLimit({ world }: Pick<CaseContext, "world">, input: JsonObject): boolean {
  if (world.budget === "smoke") return false;
  const sum = [...JSON.stringify(input)].reduce((total, sign) => total + (sign.codePointAt(0) ?? 0), 0);
  return sum % 2 === 0;
}
