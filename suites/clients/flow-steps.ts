/**
 * The steps of every flow, in this order. A program prints the name of each step that succeeded; a missing one is a
 * failure, so that no program can leave a step out.
 */
export const FLOW_STEPS = [
  "create-task",
  "list-tasks",
  "send-message",
  "get-messages",
  "block-task",
  "release-task",
  "remember",
  "recall",
  "search-memories by tag",
  "request-file-upload",
  "put the bytes",
  "send-message with attachment",
  "request-file-download",
  "get the bytes",
  "verify-connection",
  "typed error",
  "AUTH error code",
] as const;

/** Returns the steps that a program did not print. */
export function missingSteps(printed: string): readonly string[] {
  const lines = new Set(printed.split(/\r?\n/).map((line) => line.trim()));
  return FLOW_STEPS.filter((step) => !lines.has(`ok ${step}`));
}
