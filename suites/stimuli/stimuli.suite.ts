import { oncePerRun } from "../engine/cases/once-per-run.ts";
import type { Check, CheckContext, RunContext, Suite } from "../engine/check/check.ts";
import { BUDGETS } from "../engine/check/options.ts";
import { NotApplicable } from "../outcome/skipped.ts";
import { uploadAttachments } from "./attachments.ts";
import { tasksOf } from "./known-resources.ts";
import { readAfter, readBefore } from "./read-lists.ts";
import { sendInTurns } from "./schedule.ts";
import { createSender, type Sender } from "./sender.ts";
import type { Table } from "./table.ts";
import { creationTable, tablesOf } from "./tables.ts";

/** Requests in every combination of their inputs. The rules over all traffic judge the responses. */
export const stimuliSuite: Suite = {
  checks: (context) => [tasksCheck(context), rowsCheck(context)],
};

/** Creates tasks in every combination of their fields, before the rows that change and list them. */
function tasksCheck(context: RunContext): Check {
  return {
    ...sendingCheck(context, "tasks in every combination of their fields"),
    writes: true,
    runsEarly: true,
    async run(check) {
      const { operations } = operationsAndShare(context, tablesOf(check, createdIdsOf(context)));
      if (!operations.has("create-task")) throw new NotApplicable("no task needs to be created");
      const { tasks } = BUDGETS[context.budget].stimuli;
      const creations = {
        ...creationTable(check),
        resources: () => tasksOf(check).filter(({ id }) => createdIdsOf(context).has(id)),
      };
      await send(check, [createSender(check, creations, tasks, createdIdsOf(context))], tasks);
      throw new NotApplicable(JUDGED_LATER);
    },
  };
}

/** Sends all other rows, once there are resources for them. */
function rowsCheck(context: RunContext): Check {
  return {
    ...sendingCheck(context, "requests in every combination of their inputs"),
    writes: false,
    runsLate: true,
    async run(check) {
      const all = tablesOf(check, createdIdsOf(context));
      const { operations, share } = operationsAndShare(context, all);
      const tables = all.filter(({ operation }) => operations.has(operation));
      const requests = Math.ceil(BUDGETS[context.budget].stimuli.requests * share);
      await readBefore(check, operations);
      if (operations.has("send-message") && !context.readOnly) await uploadAttachments(check);
      const senders = tables
        .map(restrictedToKnown(createdIdsOf(context)))
        .map((table) => createSender(check, table, requests, createdIdsOf(context)));
      await send(check, senders, requests);
      await readAfter(check, operations);
      throw new NotApplicable(JUDGED_LATER);
    },
  };
}

/**
 * Restricts tables to the current resources and those that stimuli create later. Other checks create resources at
 * different times in each run, but the same seed must send the same requests.
 */
function restrictedToKnown(createdIds: ReadonlySet<string>): (table: Table) => Table {
  return (table) => {
    const ids = new Set(table.resources().map(({ id }) => id));
    return { ...table, resources: () => table.resources().filter(({ id }) => ids.has(id) || createdIds.has(id)) };
  };
}

/**
 * Returns the operations of the run with those that create their resources, and their share of all tables: a run of
 * some requirements sends as many rows of their operations as a full run, and leaves the rest to the checks.
 */
function operationsAndShare({ operations }: RunContext, tables: readonly Table[]) {
  const all = new Set(operations.map(({ id }) => id));
  // Each of these may depend on others; iterating over a growing set visits all.
  for (const id of all)
    for (const other of tables.find(({ operation }) => operation === id)?.resourceOperations ?? []) all.add(other);
  const share = tables.filter(({ operation }) => all.has(operation)).length / tables.length;
  return { operations: all, share: Math.max(share, MIN_SHARE) };
}

/** The minimum share of rows, for a single operation: some rows are needed before each filter is sent on its own. */
const MIN_SHARE = 1 / 3;

function sendingCheck(context: RunContext, name: string): Omit<Check, "run" | "writes"> {
  return {
    requirement: "consistency.task-views",
    name: `${name}; judged by the rules`,
    operations: context.operations.map(({ id }) => id),
    fixtures: [],
    isStimulus: true,
  };
}

const JUDGED_LATER = "the rules over all traffic judge the responses";

/** Ids of the resources that stimuli have created. */
const createdIdsOf = oncePerRun(() => new Set<string>());

/** The number of writes before the first read, so that there is something to read. */
const WRITES_BEFORE_READS = 12;

async function send(check: CheckContext, senders: readonly Sender[], requests: number): Promise<void> {
  const isWithinBudget = () => senders.reduce((sum, sender) => sum + sender.planned(), 0) < requests;
  await sendInTurns(senders, isWithinBudget, WRITES_BEFORE_READS);
  for (const { interactions } of senders) {
    const reached = interactions();
    if (reached !== null) check.stimulated(reached);
  }
}
