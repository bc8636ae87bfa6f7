/** Statuses that reject what was asked, and who asked: what any other response has left behind is not known. */
export const OF_INPUT: readonly number[] = [400, 403, 404];
export const OF_CREDENTIALS: readonly number[] = [401];

/** Why all requests about a thing were rejected, which decides whose finding it is where it is changed all the same. */
export type Cause = "not requested" | "input" | "credentials" | "unknown";

/** The cause of rejections with these statuses: those for the input come first. `ofInput` has further statuses that reject it. */
export function causeOf(statuses: readonly number[], ofInput: readonly number[] = OF_INPUT): Cause {
  if (statuses.length === 0) return "not requested";
  if (!statuses.every((status) => ofInput.includes(status) || OF_CREDENTIALS.includes(status))) return "unknown";
  return statuses.some((status) => ofInput.includes(status)) ? "input" : "credentials";
}
