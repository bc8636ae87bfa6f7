import type { RejectionReason } from "../../rejection.ts";
import type { RuleSite } from "../model.ts";

/** The requirements that another status or code of a rejection breaks, in either family. */
const STATUSES: Readonly<Partial<Record<RejectionReason, RuleSite["claims"]>>> = {
  "invalid-input": { "status-403": "statuses.invalid-input", "status-422": "statuses.invalid-input" },
  "exclusive-input": { "status-409": "statuses.invalid-input", "status-422": "statuses.invalid-input" },
  "no-credentials": { "status-400": "auth.no-header", "status-403": "auth.no-header" },
  "unknown-key": { "status-400": "auth.unknown-key", "status-403": "auth.unknown-key" },
  "not-a-member": { "status-410": "statuses.known" },
  "not-found": { "status-400": "statuses.not-found", "status-410": "statuses.known" },
  conflict: { "status-400": "statuses.conflict", "status-410": "statuses.known" },
};

/** Rejections that only the agent family distinguishes from others by code. */
const AGENT: Readonly<Partial<Record<RejectionReason, RuleSite["claims"]>>> = {
  "not-a-member": { "code-of-plan": "errors.plan-limit-only-create-task" },
  conflict: { "code-of-plan": "errors.plan-limit-only-create-task" },
  "plan-limit": { "code-of-permission": "tasks.plan.limit-code" },
};

const SHOWN: readonly RejectionReason[] = [
  "invalid-input",
  "exclusive-input",
  "no-credentials",
  "unknown-key",
  "not-found",
];

/** By path into `Rules`. */
export const REJECTION_CLAIMS: Readonly<Record<string, RuleSite["claims"]>> = Object.fromEntries(
  (["agent", "sdk"] as const).flatMap((family) => {
    const codes = `errors.${family}-codes`;
    const own: typeof STATUSES = family === "agent" ? AGENT : {};
    return [...new Set([...Object.keys(STATUSES), ...Object.keys(own)] as RejectionReason[])].map((reason) => [
      `refusals.${family}.${reason}`,
      {
        ...STATUSES[reason],
        ...own[reason],
        ...(SHOWN.includes(reason) ? { "other-code": codes, "code-of-other-family": codes } : {}),
      },
    ]);
  }),
);
