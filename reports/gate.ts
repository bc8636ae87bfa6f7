import type { ReportAcceptance, ReportGate } from "../spec/report.ts";

/** Returns the second line of every output: `gate passed: 1 known failure, 3 skips accepted`. */
export function gateLine({ result, reasons }: ReportGate): string {
  return `gate ${result}: ${reasons.join(", ")}`;
}

/** Returns the label of a gap that the gate does not count: `accepted by acceptSkips: exhaustedPlan`. */
export function acceptedLabel({ by, entries, reason, expires }: ReportAcceptance): string {
  const names = entries.join(", ");
  if (by === "knownFailures") return `accepted because of the known failure ${names}`;
  const until = expires === undefined ? "" : ` until ${expires}`;
  return `accepted by acceptSkips: ${names}${until}${reason === undefined ? "" : `, ${reason}`}`;
}
