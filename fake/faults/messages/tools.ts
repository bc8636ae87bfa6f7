import type { Call } from "../../http/call.ts";

/** Asks for so many more than the limit that is given, or than the usual one. */
export function shiftLimit(call: Call, by: number, usual = Number.NaN): void {
  const limit = Number(call.query.get("limit") ?? usual);
  if (Number.isInteger(limit) && limit + by > 0) call.query.set("limit", String(limit + by));
}
