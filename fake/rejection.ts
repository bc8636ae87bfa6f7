/** Why a request is rejected, in the fake's own terms; the family's table turns it into status and code. */
export type RejectionReason =
  | "invalid-input"
  | "exclusive-input"
  | "no-credentials"
  | "unknown-key"
  | "permission-denied"
  | "not-a-member"
  | "plan-limit"
  | "not-found"
  | "unknown-route"
  | "wrong-method"
  | "conflict"
  | "version-conflict"
  | "rate-limited"
  | "internal"
  | "unavailable";

/** What a rejection tells in addition to its reason. */
export interface RejectionTexts {
  /** What happened, for the client. */
  readonly message: string;
  /** What would have worked, for the client's developer: shown as `suggestion` on the sdk family and in the journal. */
  readonly suggestion?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Headers of the response, such as Retry-After. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that is rejected: the one error that logic throws on purpose. */
export class Rejection extends Error {
  override readonly name = "Rejection";
  readonly reason: RejectionReason;
  readonly texts: RejectionTexts;

  constructor(reason: RejectionReason, texts: RejectionTexts) {
    super(texts.message);
    this.reason = reason;
    this.texts = texts;
  }
}

/** A rejection to throw. */
export function rejection(
  reason: RejectionReason,
  message: string,
  more: Omit<RejectionTexts, "message"> = {},
): Rejection {
  return new Rejection(reason, { message, ...more });
}
