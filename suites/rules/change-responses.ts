import { groupBy } from "../../spec/group-by.ts";
import type { Json, JsonObject } from "../../spec/json.ts";
import { precedes } from "../client/exchange.ts";
import { CHANGES, type Change } from "../effects/changes.ts";
import { accepted, acceptedOrUnknown, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { TASK_LIST } from "../knowledge/item-lists.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { acceptedHere, createdHere, viewsOfListing } from "../knowledge/resources.ts";
import { isSameInstant } from "../models/instant.ts";
import { expectEqual, expectThat } from "../verifiers/expect.ts";
import { expectFlagSet } from "../verifiers/needs-human.ts";
import { isUnset, valueAt } from "../verifiers/read.ts";
import { expectSameAttachments } from "../verifiers/same-attachments.ts";
import { sameJson } from "../verifiers/same-json.ts";
import { asCreated, type ShownResource } from "../verifiers/same-resource.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/** The response to a change shows the named resource with the requested change and otherwise as it was created. */
export const changeResponseRules: readonly Rule[] = [
  ...CHANGES.map(
    (change): Rule => ({
      requirement: change.keeps.requirement,
      name: "a change leaves all other members as they were",
      operations: [change.operation, change.creation],
      judge: (knowledge) => judgeKeptFields(knowledge, change),
    }),
  ),
  ...[...groupBy(CHANGES, ({ complete }) => complete.requirement)].map(
    ([requirement, changes]): Rule => ({
      requirement,
      name: "the response to a change has every field of the response to the creation",
      operations: changes.flatMap(({ operation, creation }) => [operation, creation]),
      judge: (knowledge) => changes.reduce((sum, change) => sum + judgeComplete(knowledge, change), 0),
    }),
  ),
  {
    requirement: "tasks.block.status",
    name: "a block shows the named task as blocked",
    operations: ["block-task"],
    judge: (knowledge) =>
      judgeResponses(knowledge, "block-task", "taskId", ({ exchange }) => {
        expectEqual(
          exchange,
          "/data/status",
          "blocked",
          "the response to an accepted block must show the task as blocked",
        );
      }),
  },
  {
    requirement: "tasks.release.clears-assignment",
    name: "a release shows the named task without an assignee",
    operations: ["release-task", "create-task"],
    judge: judgeReleases,
  },
  {
    requirement: "messages.flag.same-message",
    name: "a flag shows the named message",
    operations: ["flag-needs-human"],
    judge: (knowledge) => judgeResponses(knowledge, "flag-needs-human", "messageId", () => {}),
  },
  {
    requirement: "messages.flag.sets-needs-human",
    name: "a flag shows the needsHuman entry",
    operations: ["flag-needs-human"],
    judge: (knowledge) =>
      judgeResponses(knowledge, "flag-needs-human", null, ({ exchange }) =>
        expectFlagSet(valueAt(exchange, "/data/metadata"), "/data/metadata"),
      ),
  },
];

/** Judges the response to each change. If `naming` is given, the response must have the id from that member. */
function judgeResponses(
  knowledge: Knowledge,
  operation: string,
  naming: string | null,
  judge: (entry: HistoryEntry) => void,
): number {
  const changes = acceptedHere(knowledge, operation);
  for (const entry of changes) {
    withEvidence([entry.exchange], () => {
      const why = `the response of ${operation} must show the named resource`;
      if (naming !== null) expectEqual(entry.exchange, "/data/id", requested(entry, naming) ?? null, why);
      judge(entry);
    });
  }
  return changes.length;
}

/**
 * Judges the responses to releases. The contract leaves open what happens to a user who is assigned together with the
 * agent; without one, the released task has no assignee.
 */
function judgeReleases(knowledge: Knowledge): number {
  const created = createdHere(knowledge, "create-task");
  const assigned = listedWithUser(knowledge);
  const changes = acceptedHere(knowledge, "release-task");
  for (const entry of changes) {
    const id = String(requested(entry, "taskId"));
    const before = created.get(id)?.value ?? {};
    const hadUser = !isUnset(before.assigneeUserId) || assigned.has(id);
    const shown = (field: string) => valueAt(entry.exchange, `/data/${field}`) ?? null;
    const agent = shown("assigneeAgentId");
    withEvidence([entry.exchange], () => {
      const why = "the response to a release must show the task that was released";
      expectEqual(entry.exchange, "/data/id", requested(entry, "taskId") ?? null, why);
      if (isUnset(before.assigneeAgentId)) return;
      expectUnassigned("assigneeAgentId", agent, hadUser ? agent !== before.assigneeAgentId : isUnset(agent));
      expectUnassigned("assigneeUserId", shown("assigneeUserId"), hadUser || isUnset(shown("assigneeUserId")));
    });
  }
  return changes.length;
}

/** Returns the tasks that a list showed with a user, since people may assign any task. */
function listedWithUser(knowledge: Knowledge): ReadonlySet<string> {
  const tasks = viewsOfListing(knowledge, TASK_LIST);
  return new Set(tasks.flatMap(({ value: { id, assigneeUserId } }) => (isUnset(assigneeUserId) ? [] : [String(id)])));
}

function expectUnassigned(field: string, actual: Json, isUnassigned: boolean): void {
  expectThat(isUnassigned, {
    message: "the response to a release must show no assignee",
    expected: "no assignee",
    actual: JSON.stringify(actual),
    pointer: `/data/${field}`,
    keyword: "assigned",
  });
}

function judgeKeptFields(knowledge: Knowledge, change: Change): number {
  const { operation, creation, naming, keeps } = change;
  const created = createdHere(knowledge, creation);
  const requests = new Map(accepted(knowledge, creation).map((entry) => [entry.exchange, entry]));
  let judged = 0;
  for (const entry of acceptedHere(knowledge, operation)) {
    const before = created.get(String(requested(entry, naming))) ?? null;
    if (before === null) continue;
    const after = asCreated(entry.exchange);
    const earlier = changesBefore(knowledge, entry, creation, naming);
    const cleared = mayBeCleared(knowledge, entry, change);
    judged += 1;
    withEvidence([before.exchange, entry.exchange], () => {
      expectNoNewValues(knowledge, change, [before, ...earlier], after);
      for (const field of keeps.fields.filter((field) => cleared.has(field)))
        expectNotRestored(field, before, earlier, after);
      if (creation === "send-message") expectSameAttachments(before.exchange, entry.exchange);
    });
    for (const field of keeps.fields.filter((field) => !cleared.has(field))) {
      const was = before.value[field] ?? "";
      // A value that an earlier change lost is a finding about that change.
      if (was === "" || earlier.some(({ value }) => value[field] !== undefined && !isSame(field, value[field], was)))
        continue;
      const creator = requests.get(before.exchange);
      const wasRequested = creator !== undefined && requested(creator, field) !== undefined;
      if (isOmitted(after, field, keeps.isNullChanged === true || wasRequested)) continue;
      const why = `${operation} must leave the ${field} as it was`;
      if (isSame(field, after.value[field], was)) continue;
      withEvidence([before.exchange, entry.exchange], () => expectEqual(entry.exchange, `/data/${field}`, was, why));
    }
  }
  return judged;
}

function judgeComplete(knowledge: Knowledge, { operation, creation, naming, what, complete }: Change): number {
  const created = createdHere(knowledge, creation);
  let judged = 0;
  for (const entry of acceptedHere(knowledge, operation)) {
    const before = created.get(String(requested(entry, naming)));
    if (before === undefined) continue;
    const shown = complete.fields.filter((field) => (before.value[field] ?? null) !== null);
    const missing = shown.find((field) => valueAt(entry.exchange, `/data/${field}`) === undefined);
    judged += shown.length;
    withEvidence([before.exchange, entry.exchange], () =>
      expectThat(missing === undefined, {
        message: `the response of ${operation} should show the ${missing} of the ${what}, as the response to its creation did`,
        expected: `a ${missing}`,
        actual: "no such field",
        pointer: "/data",
        keyword: missing ?? "",
      }),
    );
  }
  return judged;
}

/** Fails if the response to a change shows a value in a field that all responses before it left unset. */
function expectNoNewValues(
  knowledge: Knowledge,
  change: Change,
  [before, ...earlier]: readonly [ShownResource, ...ShownResource[]],
  after: ShownResource,
): void {
  for (const field of change.keeps.unset) {
    if (![before, ...earlier].every(({ value }) => isUnset(value[field])) || isUnset(after.value[field])) continue;
    // A rule of the workspace may set the field of every task a while after its creation.
    const untouched = untouchedAfter(knowledge, change, before, after).filter(({ was }) => isUnset(was[field]));
    if (untouched.length === 0 || untouched.some(({ is }) => !isUnset(is[field]))) continue;
    const why = `${change.operation} must leave the ${field} unset, as it was`;
    expectEqual(after.exchange, `/data/${field}`, null, why);
  }
}

/**
 * Returns the older resources that no change has named, as they were created and as lists show them after this change:
 * a change that the service makes by itself also shows on them.
 */
function untouchedAfter(
  knowledge: Knowledge,
  { creation, naming, shown }: Change,
  before: ShownResource,
  after: ShownResource,
): readonly { readonly was: JsonObject; readonly is: JsonObject }[] {
  const changes = CHANGES.filter((change) => change.creation === creation);
  const named = new Set(
    changes.flatMap(({ operation }) => knowledge.history(operation)).map((entry) => requested(entry, naming)),
  );
  const created = createdHere(knowledge, creation);
  return viewsOfListing(knowledge, { operation: shown.operation, pointers: [shown.pointer] }).flatMap(
    ({ value: is, exchange }) => {
      const older = created.get(String(is.id));
      if (older === undefined || named.has(is.id ?? null) || !precedes(older.exchange, before.exchange)) return [];
      return precedes(after.exchange, exchange) ? [{ was: older.value, is }] : [];
    },
  );
}

/** Fails if the response to a change shows again what a response to an earlier change showed as cleared. */
function expectNotRestored(
  field: string,
  before: ShownResource,
  earlier: readonly EarlierChange[],
  after: ShownResource,
): void {
  const was = before.value[field];
  const isCleared = earlier.some(({ clears, value }) => clears.includes(field) && value[field] === null);
  if (isUnset(was) || !isCleared) return;
  expectThat(after.value[field] !== was, {
    message: `a change must not restore the ${field} that an earlier change cleared`,
    expected: "another value, or none",
    actual: JSON.stringify(was),
    pointer: `/data/${field}`,
    keyword: "restored",
  });
}

/** Different views may round the same instant differently. */
const OTHER_VIEW_MS = 1_000;

function isSame(field: string, shown: Json | undefined, was: Json): boolean {
  if (field === "createdAt" && typeof shown === "string" && typeof was === "string")
    return isSameInstant(was, shown, OTHER_VIEW_MS);
  return sameJson(shown ?? null, was);
}

/**
 * Returns the fields that another change of the same resource may have emptied before: one that was, or may have been,
 * accepted and was not sent later.
 */
function mayBeCleared(knowledge: Knowledge, entry: HistoryEntry, { creation, naming }: Change): ReadonlySet<string> {
  const isBefore = (other: HistoryEntry) =>
    other !== entry &&
    requested(other, naming) === requested(entry, naming) &&
    !precedes(entry.exchange, other.exchange);
  const clearing = CHANGES.filter(
    ({ operation, clears, ...change }) =>
      change.creation === creation && clears.length > 0 && acceptedOrUnknown(knowledge, operation).some(isBefore),
  );
  return new Set(clearing.flatMap(({ clears }) => clears));
}

/** Returns true if a response omits a field. Null and empty count as omitted if the field must not have a value. */
function isOmitted({ value }: ShownResource, field: string, hasValue: boolean): boolean {
  return value[field] === undefined || ((value[field] === null || value[field] === "") && !hasValue);
}

/** The response to an earlier change, and the fields that the change clears. */
interface EarlierChange extends ShownResource {
  readonly clears: readonly string[];
}

function changesBefore(knowledge: Knowledge, entry: HistoryEntry, creation: string, naming: string): EarlierChange[] {
  const id = requested(entry, naming);
  return CHANGES.filter((change) => change.creation === creation).flatMap(({ operation, clears }) =>
    accepted(knowledge, operation)
      .filter((other) => requested(other, naming) === id && precedes(other.exchange, entry.exchange))
      .map((other) => ({ ...asCreated(other.exchange), clears })),
  );
}
