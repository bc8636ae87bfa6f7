import type { JsonObject } from "../../spec/json.ts";
import { fail } from "./expect.ts";
import type { ShownResource } from "./same-resource.ts";

/** The times of a resource that cannot be before its creation, by component. */
export const TIMES_AFTER_CREATION = {
  Task: { created: "createdAt", later: ["updatedAt", "completedAt", "cancelledAt", "archivedAt", "deletedAt"] },
  Message: { created: "createdAt", later: ["updatedAt", "deletedAt"] },
  Memory: { created: "created_at", later: ["last_reinforced_at", "invalidated_at", "expires_at"] },
} as const;
export type Component = keyof typeof TIMES_AFTER_CREATION;
/** Fails if a time is before the creation. Returns how many times were compared. */
export function expectOrdered(component: Component, { exchange, pointer, value }: ShownResource): number {
  let compared = 0;
  const { created, later } = TIMES_AFTER_CREATION[component];
  for (const field of later) {
    const [from, to] = [timeAt(value, created), timeAt(value, field)];
    if (from === null || to === null) continue;
    compared += 1;
    if (Date.parse(to) >= Date.parse(from) - timeTolerance(from, to)) continue;
    fail({
      message: `the ${field} of a ${component.toLowerCase()} must not be before its ${created}`,
      expected: `${from} or later`,
      actual: to,
      verifier: "times",
      pointer: `${pointer}/${field}`,
      keyword: field,
      exchanges: [exchange],
    });
  }
  return compared;
}
export function timeAt(value: JsonObject, field: string): string | null {
  const text = value[field];
  return typeof text === "string" && !Number.isNaN(Date.parse(text)) ? text : null;
}
/** One time may come from the clock of a database, and another from that of a server. */
export const CLOCK_DIFFERENCE_MS = 1000;
/**
 * Returns the slack in milliseconds. Times with the same number of decimals were cut alike; otherwise one may have lost
 * up to a second.
 */
export function timeTolerance(one: string, other: string): number {
  const digits = (text: string) => /\.(\d+)/.exec(text)?.[1]?.length ?? 0;
  return CLOCK_DIFFERENCE_MS + (digits(one) === digits(other) ? 0 : 1000);
}
