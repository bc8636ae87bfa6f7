/** The two route families; they differ in the style of their error codes. */
export type Family = "agent" | "sdk";

/** The kinds of thing an identifier can name (`x-reference` in the document). */
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
