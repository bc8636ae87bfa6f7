import { accepted } from "../knowledge/exchanges.ts";
import { expectNotExpired } from "../verifiers/url-expiry.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

const GRANTS = [
  { operation: "request-file-upload", requirement: "files.upload.short-lived" },
  { operation: "request-file-download", requirement: "files.download.short-lived" },
] as const;

/** Operations whose responses show a creation time by the target's own clock. */
const CREATIONS = ["send-message", "create-task", "remember"];

/** A presigned URL expires after the response that grants it, for every file and agent. */
export const urlExpiryRules: readonly Rule[] = GRANTS.map(({ operation, requirement }) => ({
  requirement,
  name: "each presigned URL expires after its response",
  operations: [operation],
  judge: (knowledge) => {
    const created = CREATIONS.flatMap((creation) => accepted(knowledge, creation).map(({ exchange }) => exchange));
    const timed = accepted(knowledge, operation).filter(({ exchange }) =>
      withEvidence([exchange], () => expectNotExpired(exchange, created)),
    );
    return timed.length;
  },
}));
