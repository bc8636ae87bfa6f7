import type { JsonObject } from "./shape.ts";

/** Why a call is rejected, in this server's own terms; `answer.ts` gives each its status and code. */
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

/** A call that is rejected. */
export interface Refusal extends Error {
  readonly ground: Ground;
  readonly details: JsonObject;
}

/** Ends the call with a rejection. */
export function refuse(ground: Ground, message: string, details: JsonObject = {}): never {
  throw Object.assign(new Error(message), { name: "Refusal", ground, details });
}

/** True for what {@link reject} throws. */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && error.name === "Refusal";
}
