import { type Exchange, precedes, statusOf } from "../client/exchange.ts";
import { accepted, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { TASK_LIST } from "../knowledge/item-lists.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { creationsById, isOfTheWorkspace, viewsOfListing } from "../knowledge/resources.ts";
import { isSettled } from "../knowledge/settled.ts";
import { expectThat } from "../verifiers/expect.ts";
import { isUnset, valueAt } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/** Only its creation assigns a task, so that it can be released once: also of simultaneous releases, one is accepted. */
export const singleReleaseRules: readonly Rule[] = [
  {
    requirement: "tasks.release.unassigned",
    name: "a task that is assigned to no agent cannot be released",
    operations: ["release-task", "create-task"],
    judge,
  },
];

function judge(knowledge: Knowledge): number {
  const created = creationsById(knowledge, "create-task");
  if (isAssignedLater(knowledge, created)) return 0;
  const releases = accepted(knowledge, "release-task");
  let judged = 0;
  for (const entry of knowledge.history("release-task")) {
    const creation = created.get(idOf(entry));
    if (creation === undefined || !isOfTheWorkspace(knowledge, entry) || !hasOutcome(entry)) continue;
    const earlier = releases.filter(
      (release) => idOf(release) === idOf(entry) && release.exchange.sequence < entry.exchange.sequence,
    );
    // A rejection shows nothing if the release that was accepted may have come after it.
    const isReleasedOrUnassigned =
      isUnassigned(creation) || earlier.some(({ exchange }) => isAccepted(entry) || precedes(exchange, entry.exchange));
    if (!isReleasedOrUnassigned) continue;
    judged += 1;
    withEvidence([creation.exchange, ...earlier.map(({ exchange }) => exchange), entry.exchange], () =>
      expectThat(!isAccepted(entry), {
        message: "the release of a task that is assigned to no agent must be rejected",
        expected: "a rejection",
        actual: "200",
        keyword: "accepted",
      }),
    );
  }
  return judged;
}

/** Returns true if a list shows that tasks are assigned by others: to an agent, after their release or unassigned creation. */
function isAssignedLater(knowledge: Knowledge, created: ReadonlyMap<string, HistoryEntry>): boolean {
  const released = new Map<string, Exchange>();
  for (const entry of accepted(knowledge, "release-task"))
    if (!released.has(idOf(entry))) released.set(idOf(entry), entry.exchange);
  return viewsOfListing(knowledge, TASK_LIST).some(({ value, exchange }) => {
    const id = String(value.id);
    if (typeof value.assigneeAgentId !== "string") return false;
    const creation = created.get(id);
    if (creation !== undefined && isUnassigned(creation)) return true;
    const release = released.get(id);
    return release !== undefined && isSettled(knowledge, release, exchange);
  });
}

/** Returns true if a task was created for no agent. The contract leaves open whether such a task goes to its creator. */
function isUnassigned(creation: HistoryEntry): boolean {
  return (
    isUnset(requested(creation, "assigneeAgentId")) && valueAt(creation.exchange, "/data/assigneeAgentId") === null
  );
}

function idOf(entry: HistoryEntry): string {
  return String(requested(entry, "taskId"));
}

function isAccepted({ exchange }: HistoryEntry): boolean {
  return statusOf(exchange) === 200;
}

/** Returns true unless a release may have been performed without showing it. */
function hasOutcome(entry: HistoryEntry): boolean {
  const status = statusOf(entry.exchange);
  return isAccepted(entry) || (status >= 400 && status < 500);
}
