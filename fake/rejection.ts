/** The reason of a rejection in the fake's own terms; the family's table maps it to status and code. */
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

/** The texts of a rejection. */
export interface RejectionTexts {
  /** What happened, for the client. */
  readonly message: string;
  /** The remedy for the client's developer: shown as `suggestion` on the sdk family and in the journal. */
  readonly suggestion?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Headers of the response, such as Retry-After. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A rejected request: the only error that logic throws on purpose. */
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

/** Returns a rejection to throw. */
export function rejection(
  reason: RejectionReason,
  message: string,
  more: Omit<RejectionTexts, "message"> = {},
): Rejection {
  return new Rejection(reason, { message, ...more });
}
