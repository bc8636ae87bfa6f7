/** Statuses that reject the input or the credentials. After any other response the effect of a request is unknown. */
export const INPUT_REJECTIONS: readonly number[] = [400, 403, 404];
export const CREDENTIAL_REJECTIONS: readonly number[] = [401];

/**
 * The reason why all requests about a resource were rejected. It decides which requirement fails if the resource
 * changed all the same.
 */
export type Cause = "not requested" | "input" | "credentials" | "unknown";

/**
 * Returns the cause of rejections with these statuses. If some reject the input and some the credentials, it is the
 * input. `ofInput` lists the statuses that reject the input.
 */
export function causeOf(statuses: readonly number[], ofInput: readonly number[] = INPUT_REJECTIONS): Cause {
  if (statuses.length === 0) return "not requested";
  if (!statuses.every((status) => ofInput.includes(status) || CREDENTIAL_REJECTIONS.includes(status))) return "unknown";
  return statuses.some((status) => ofInput.includes(status)) ? "input" : "credentials";
}
