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
  const creations = creationsById(knowledge, creation);
  const agents = agentIds(knowledge.context);
  const showsField = viewShowsField(change, seen);
  let judged = 0;
  for (const entry of lastingChanges(knowledge, change)) {
    const agent = agentOf(knowledge, entry);
    const id = requested(entry, change.naming);
    if (agent === null || !creations.has(String(id)) || !showsField) continue;
    for (const { exchange, value } of seen.get(id) ?? []) {
      if (!isSettled(knowledge, entry.exchange, exchange)) continue;
      // Two channels may use the same id for different messages.
      const own = creations.get(String(id));
      if (what === "message" && value.content !== (own && valueAt(own.exchange, "/data/content"))) continue;
      const isShown = holds(value[field], agents[agent]);
      if (isShown === null) continue;
      judged += 1;
      withEvidence([entry.exchange, exchange], () =>
        expectThat(isShown, {
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
  const undoing = new Set(
    undoneBy.flatMap((other) => knowledge.history(other).map((entry) => requested(entry, naming))),
  );
  return accepted(knowledge, operation).filter((entry) => !undoing.has(requested(entry, naming)));
}

/**
 * Returns true if the view shows the field. The contract leaves open whether it shows metadata: it does if it shows the
 * metadata of any item.
 */
function viewShowsField({ field }: Change, seen: ReturnType<typeof sightingsOn>): boolean {
  return (
    field !== "metadata" ||
    [...seen.values()].some((all) => all.some(({ value }) => value.metadata !== undefined && value.metadata !== null))
  );
}
