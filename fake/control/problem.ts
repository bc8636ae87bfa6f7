import type { Rejection, RejectionReason } from "../rejection.ts";

/** Kinds of rejection of the control interface, with the status of each. */
export const PROBLEMS = {
  invalid_input: 400,
  malformed_json: 400,
  not_local: 403,
  not_found: 404,
  unknown_route: 404,
  wrong_method: 405,
  timeout: 408,
  conflict: 409,
  too_large: 413,
  internal_error: 500,
} as const;

/** One of {@link PROBLEMS}. */
export type ProblemCode = keyof typeof PROBLEMS;

/** A rejection by the control interface: the problem with the given value, and the remedy. */
export class ControlProblem extends Error {
  override readonly name = "ControlProblem";
  readonly code: ProblemCode;
  readonly status: number;
  readonly hint: string;
  readonly details: object;

  constructor(code: ProblemCode, message: string, hint: string, details: object) {
    super(message);
    this.code = code;
    this.status = PROBLEMS[code];
    this.hint = hint;
    this.details = details;
  }
}

/** The codes of the control interface for reasons of the API; other reasons become a conflict. */
const CODES: Partial<Record<RejectionReason, ProblemCode>> = {
  "invalid-input": "invalid_input",
  "exclusive-input": "invalid_input",
  "not-found": "not_found",
};

/** Returns a rejection of the API as one of the control interface; `place` is the prefix of the message. */
export function problemFrom({ reason, texts }: Rejection, place = ""): ControlProblem {
  const { message, suggestion = "GET /_fake/ lists what each route takes.", details } = texts;
  return problem(CODES[reason] ?? "conflict", place + message, suggestion, details);
}

/** Returns a rejection to throw; `details` are added to code, message and hint in the response. */
export function problem(code: ProblemCode, message: string, hint: string, details: object = {}): ControlProblem {
  return new ControlProblem(code, message, hint, details);
}
