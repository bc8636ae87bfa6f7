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

/** A granted URL has not expired when its response arrives, whatever the file and whichever agent asked. */
export const urlExpiryRules: readonly Rule[] = GRANTS.map(({ operation, requirement }) => ({
  requirement,
  name: "each grant outlives its response",
  operations: [operation],
  judge: (knowledge) => {
    const made = CREATIONS.flatMap((one) => accepted(knowledge, one).map(({ exchange }) => exchange));
    const told = accepted(knowledge, operation).filter(({ exchange }) =>
      withEvidence([exchange], () => expectNotExpired(exchange, made)),
    );
    return told.length;
  },
}));
