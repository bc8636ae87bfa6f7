/** The two route families; they differ in the style of their error codes. */
export type Family = "agent" | "sdk";

/** The kinds of thing that an identifier in a request can name (`x-reference` in the document). */
export const REFERENCE_KINDS = [
  "channel",
  "task",
  "message",
  "memory",
  "scope",
  "attachment",
  "user",
  "agent",
  "identity",
  "token",
] as const;

/** One of {@link REFERENCE_KINDS}. */
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

/** Kinds that identifiers in responses name besides; no request carries them. */
export const ANSWER_KINDS = ["workspace", "organization", "extraction", "edge", "node", "sender", "request"] as const;
