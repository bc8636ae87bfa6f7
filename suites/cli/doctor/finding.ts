import type { Answer } from "./ask.ts";

/**
 * What a read-only request showed about a fixture.
 *
 * - `ok`: it is what it claims to be.
 * - `wrong`: it is not.
 * - `unclear`: the response leaves it open.
 * - `unchecked`: no read-only request can show it.
 */
export type State = "ok" | "wrong" | "unclear" | "unchecked";

/** A fixture with what was found out about it. */
export interface Finding {
  readonly state: State;
  /** What was seen, in words. */
  readonly text: string;
  /** What to do about it; null when there is nothing to do. */
  readonly remedy: string | null;
}

export function ok(text: string): Finding {
  return { state: "ok", text, remedy: null };
}

export function wrong(text: string, remedy: string): Finding {
  return { state: "wrong", text, remedy };
}

export function unclear(text: string): Finding {
  return { state: "unclear", text, remedy: null };
}

export function unchecked(text: string): Finding {
  return { state: "unchecked", text, remedy: null };
}

/** Status and code of a response, as people read them. */
export function told(answer: Answer): string {
  if (answer.problem !== null) return `no response: ${answer.problem}`;
  return answer.code === null ? String(answer.status) : `${answer.status} ${answer.code}`;
}

/** For what the caller must be able to read. */
export function readable(answer: Answer | null, remedy: string): Finding {
  if (answer === null) return unchecked("the document lacks the operation that would show it");
  if (answer.status === 200) return ok("readable");
  if ([400, 401, 403, 404].includes(answer.status)) return wrong(`rejected: ${told(answer)}`, remedy);
  return unclear(told(answer));
}

/** For what the caller must not be able to read; `found` says whether a 200 shows anything of it. */
export function hidden(answer: Answer | null, remedy: string, found = true): Finding {
  if (answer === null) return unchecked("the document lacks the operation that would show it");
  if (answer.status === 403) return ok("rejected: 403");
  if (answer.status === 404) return ok("rejected: 404, as would be one that does not exist");
  if (answer.status === 200 && found) return wrong("the caller can read it", remedy);
  if (answer.status === 200) return ok("nothing of it is shown");
  return unclear(told(answer));
}
