import type { Answer } from "./asker.ts";

/**
 * The result of a read-only request on a fixture.
 *
 * - `ok`: it is what it claims to be.
 * - `wrong`: it is not.
 * - `unclear`: the response leaves it open.
 * - `unchecked`: no read-only request can show it.
 */
export type State = "ok" | "wrong" | "unclear" | "unchecked";

/** A fixture with its result. */
export interface Finding {
  readonly state: State;
  /** The observation, in words. */
  readonly text: string;
  /** The remedy; null if there is nothing to do. */
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
export function responseWords(answer: Answer): string {
  if (answer.problem !== null) return `no response: ${answer.problem}`;
  return answer.code === null ? String(answer.status) : `${answer.status} ${answer.code}`;
}

/** Returns the finding on a resource that the caller must be able to read. */
export function readableFinding(answer: Answer | null, remedy: string): Finding {
  if (answer === null) return unchecked("the document lacks the operation that would show it");
  if (answer.status === 200) return ok("readable");
  if ([400, 401, 403, 404].includes(answer.status)) return wrong(`rejected: ${responseWords(answer)}`, remedy);
  return unclear(responseWords(answer));
}

/**
 * Returns the finding on a resource that the caller must not be able to read; `found` is true if a 200 shows some of
 * it.
 */
export function hiddenFinding(answer: Answer | null, remedy: string, found = true): Finding {
  if (answer === null) return unchecked("the document lacks the operation that would show it");
  if (answer.status === 403) return ok("rejected: 403");
  if (answer.status === 404) return ok("rejected: 404, as would be one that does not exist");
  if (answer.status === 200 && found) return wrong("the caller can read it", remedy);
  if (answer.status === 200) return ok("nothing of it is shown");
  return unclear(responseWords(answer));
}
