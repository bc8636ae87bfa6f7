import type { JsonObject } from "./shape.ts";

/** The reason of a rejection in this server's own terms; `answer.ts` maps it to status and code. */
export type Ground =
  | "invalid"
  | "exclusive"
  | "too-large"
  | "overwhelmed"
  | "unauthenticated"
  | "denied"
  | "not-member"
  | "missing"
  | "conflict"
  | "rate"
  | "plan"
  | "internal";

/** A rejected call. */
export interface Refusal extends Error {
  readonly ground: Ground;
  readonly details: JsonObject;
}

/** Ends the call with a rejection. */
export function refuse(ground: Ground, message: string, details: JsonObject = {}): never {
  throw Object.assign(new Error(message), { name: "Refusal", ground, details });
}

/** Returns true for an error that {@link refuse} throws. */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && error.name === "Refusal";
}
