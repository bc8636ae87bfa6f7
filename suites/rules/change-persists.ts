import { agentIds, CHANGES, type Change } from "../effects/changes.ts";
import { accepted, hasTargetDetails, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { agentOf, pagesFor, sightingsOn } from "../knowledge/listings.ts";
import { creationsById } from "../knowledge/resources.ts";
import { isSettled } from "../knowledge/settled.ts";
import { expectThat } from "../verifiers/expect.ts";
import { valueAt } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/** An accepted change is visible wherever the resource is shown later. */
export const changePersistsRules: readonly Rule[] = CHANGES.map((change) => ({
  requirement: change.persists,
  name: `each ${change.what} of an accepted ${change.operation} is shown with its change long after`,
  operations: [change.operation, change.shown.operation],
  judge: (knowledge) => judge(knowledge, change),
}));

function judge(knowledge: Knowledge, change: Change): number {
  if (!hasTargetDetails(knowledge)) return 0;
  const { shown, creation, field, holds, expected, what } = change;
  const pages = (["caller", "other"] as const).flatMap((agent) => pagesFor(knowledge, shown, agent));
  const seen = sightingsOn(pages, shown.pointer);
  const made = creationsById(knowledge, creation);
  const agents = agentIds(knowledge.context);
  const tellsMetadata = isToldInThatView(change, seen);
  let judged = 0;
  for (const past of lastingChanges(knowledge, change)) {
    const agent = agentOf(knowledge, past);
    const id = requested(past, change.naming);
    if (agent === null || !made.has(String(id)) || !tellsMetadata) continue;
    for (const { exchange, value } of seen.get(id) ?? []) {
      if (!isSettled(knowledge, past.exchange, exchange)) continue;
      // Two channels may use the same id for different messages.
      const own = made.get(String(id));
      if (what === "message" && value.content !== (own && valueAt(own.exchange, "/data/content"))) continue;
      const isKept = holds(value[field], agents[agent]);
      if (isKept === null) continue;
      judged += 1;
      withEvidence([past.exchange, exchange], () =>
        expectThat(isKept, {
          message: `after an accepted ${change.operation} a ${what} must be shown with its change`,
          expected: `${field}: ${expected}`,
          actual: JSON.stringify(value[field] ?? null),
          pointer: shown.pointer,
          keyword: field,
        }),
      );
    }
  }
  return judged;
}

/** Returns the accepted changes that no later request can have undone. */
function lastingChanges(knowledge: Knowledge, { operation, naming, undoneBy }: Change): readonly HistoryEntry[] {
  const undoing = new Set(undoneBy.flatMap((other) => knowledge.history(other).map((past) => requested(past, naming))));
  return accepted(knowledge, operation).filter((past) => !undoing.has(requested(past, naming)));
}

/**
 * Returns true if the view shows the field. The contract leaves open whether it shows metadata: it does if it shows the
 * metadata of any item.
 */
function isToldInThatView({ field }: Change, seen: ReturnType<typeof sightingsOn>): boolean {
  return (
    field !== "metadata" ||
    [...seen.values()].some((all) => all.some(({ value }) => value.metadata !== undefined && value.metadata !== null))
  );
}
