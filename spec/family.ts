/** The two route families; they differ in the style of their error codes. */
export type Family = "agent" | "sdk";

/** The kinds of resource that an identifier in a request can name (`x-reference` in the document). */
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

/** Further kinds, which only identifiers in responses name. */
export const RESPONSE_KINDS = ["workspace", "organization", "extraction", "edge", "node", "sender", "request"] as const;
