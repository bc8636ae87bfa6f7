import { groupBy } from "../../spec/group-by.ts";
import { asObject } from "../../spec/json.ts";
import { type Exchange, precedes } from "../client/exchange.ts";
import { CHANGES, type Change } from "../effects/changes.ts";
import { itemsAt, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { acceptedHere, creationsById } from "../knowledge/resources.ts";
import { isSettled } from "../knowledge/settled.ts";
import { expectThat } from "../verifiers/expect.ts";
import { valueAt } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/**
 * The version of a resource never falls, in responses to its creation and changes and in lists. That of a task rises
 * with each change.
 */
export const versionRules: readonly Rule[] = [
  ...[...groupBy(CHANGES, ({ versions }) => versions)].map(
    ([requirement, changes]): Rule => ({
      requirement,
      name: "the version does not decrease between responses",
      operations: [
        ...new Set(changes.flatMap(({ creation, operation, shown }) => [creation, operation, shown.operation])),
      ],
      judge: (knowledge) => judge(knowledge, changes),
    }),
  ),
  {
    requirement: "tasks.fields.version-rises",
    name: "the version rises with every change, from response to response",
    operations: ["create-task", "block-task", "release-task"],
    judge: judgeRising,
  },
];

/** A second block adds a comment and need not change the task itself. */
const STATE = ["status", "assigneeAgentId"];

/** Judges each change of a task by the last response before it that shows another state. */
function judgeRising(knowledge: Knowledge): number {
  const changes = CHANGES.filter(({ creation }) => creation === "create-task");
  const created = creationsById(knowledge, "create-task");
  const changed = changes.flatMap(({ operation }) => acceptedHere(knowledge, operation));
  const byTask = groupBy([...created.values(), ...changed], ({ exchange }) => String(valueAt(exchange, "/data/id")));
  let judged = 0;
  for (const [id, entries] of byTask) {
    const inOrder = entries.map(({ exchange }) => exchange).toSorted((one, other) => one.sequence - other.sequence);
    for (const [index, after] of inOrder.entries()) {
      const before = inOrder[index - 1];
      if (before === undefined || !created.has(id) || !precedes(before, after) || hasSameState(before, after)) continue;
      const [earlier, later] = [before, after].map((exchange) => valueAt(exchange, "/data/version"));
      if (typeof earlier !== "number" || typeof later !== "number") continue;
      // Numbers beyond this are rounded when parsed, so adjacent ones look equal.
      const isRounded = !Number.isSafeInteger(later);
      judged += 1;
      withEvidence([before, after], () =>
        expectThat(isRounded ? later >= earlier : later > earlier, {
          message: "the version of a task should rise with every change",
          expected: isRounded ? `at least ${earlier}` : `more than ${earlier}`,
          actual: String(later),
          pointer: "/data/version",
          keyword: "order",
        }),
      );
    }
  }
  return judged;
}

function hasSameState(before: Exchange, after: Exchange): boolean {
  const shown = (exchange: Exchange, field: string) => valueAt(exchange, `/data/${field}`) ?? null;
  return STATE.every((field) => shown(before, field) === shown(after, field));
}

/** A version that a response shows of a resource, and its location. */
interface ShownVersion {
  readonly id: string;
  readonly version: number;
  readonly exchange: Exchange;
  readonly pointer: string;
  /** True in a list, which may lag behind the responses to changes. */
  readonly isListed: boolean;
}

function judge(knowledge: Knowledge, changes: readonly Change[]): number {
  let judged = 0;
  for (const [, ofOne] of groupBy(versionsShown(knowledge, changes), ({ id }) => id)) {
    /** The sightings that each showed a new highest version, oldest first. */
    const highest: ShownVersion[] = [];
    for (const shown of ofOne.toSorted((one, other) => one.exchange.sequence - other.exchange.sequence)) {
      const before = highest.findLast((version) => isBefore(knowledge, version, shown));
      if (before !== undefined) {
        judged += 1;
        expectNotBelow(before, shown);
      }
      if (shown.version > (highest.at(-1)?.version ?? Number.NEGATIVE_INFINITY)) highest.push(shown);
    }
  }
  return judged;
}

function isBefore(knowledge: Knowledge, one: ShownVersion, other: ShownVersion): boolean {
  return other.isListed ? isSettled(knowledge, one.exchange, other.exchange) : precedes(one.exchange, other.exchange);
}

function expectNotBelow(before: ShownVersion, { version, exchange, pointer }: ShownVersion): void {
  withEvidence([before.exchange, exchange], () =>
    expectThat(version >= before.version, {
      message: "the version of a resource must never decrease",
      expected: `at least ${before.version}`,
      actual: String(version),
      pointer: `${pointer}/version`,
      keyword: "order",
    }),
  );
}

/** Returns every version that a response of this workspace shows of a resource that its agents created. */
function versionsShown(knowledge: Knowledge, changes: readonly Change[]): readonly ShownVersion[] {
  const creations = new Map(
    changes.flatMap(({ creation }) =>
      [...creationsById(knowledge, creation)].map(([id, entry]) => [id, entry] as const),
    ),
  );
  const changed = changes.flatMap(({ operation, naming }) =>
    acceptedHere(knowledge, operation).map((entry): [string, HistoryEntry] => [
      String(requested(entry, naming)),
      entry,
    ]),
  );
  const alone = [...creations, ...changed].map(([id, { exchange }]) => {
    return { id, exchange, pointer: "/data", isListed: false, version: valueAt(exchange, "/data/version") };
  });
  const lists = new Map(changes.map(({ shown }) => [shown.operation, shown.pointer]));
  const listed = [...lists].flatMap(([operation, list]) =>
    acceptedHere(knowledge, operation).flatMap((page) =>
      itemsAt(page, list).flatMap(({ value: { id, version, ...shown }, pointer }) => {
        const created = asObject(valueAt(creations.get(String(id))?.exchange ?? page.exchange, "/data"));
        // Two channels may each have a message with this id.
        if (shown.content !== created.content || shown.title !== created.title) return [];
        return [{ id: String(id), exchange: page.exchange, pointer, isListed: true, version }];
      }),
    ),
  );
  return [...alone, ...listed].flatMap(({ version, ...shown }) =>
    typeof version === "number" && creations.has(shown.id) ? [{ ...shown, version }] : [],
  );
}
