import type { Json } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/unanswered.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { isSameInstant } from "../../models/instant.ts";
import { expectEqual, expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { isUnset, valueAt } from "../../verifiers/read.ts";
import { sameJson } from "../../verifiers/same-json.ts";
import { sentMember } from "../answers.ts";
import { comesByItself } from "./comes-by-itself.ts";
import type { TaskSighting } from "./listing.ts";
import type { CreatedTask } from "./requests.ts";
import type { Scenario, Step } from "./scenarios.ts";

/** Fields that neither a block nor a release touches. */
const KEPT = [
  "identifier",
  "workspaceId",
  "title",
  "description",
  "priority",
  "parentTaskId",
  "channelId",
  "createdByUserId",
  "createdByAgentId",
] as const;
/** What other moves set, and what a task comes from: where there was none, neither a block nor a release brings one. */
const UNSET = [
  "archivedAt",
  "deletedAt",
  "completedAt",
  "cancelledAt",
  "dueAt",
  "originMessageId",
  "originExtractionId",
] as const;
/** Views of different kinds may come by one instant in different ways. */
const OTHER_VIEW_MS = 1000;

/**
 * Fails when a step changed what it has to leave alone. Answers may leave fields out, so it is compared where the response
 * to the creation or to the step gives them; the listing has to show everything that the creation asked for.
 */
export function expectKept(step: Step, scenario: Scenario, done: string, also: readonly string[] = []): void {
  const { task, self } = scenario;
  const why = (field: string) => mustLeave(done, field);
  const released = wasReleased(step, scenario);
  for (const field of [...KEPT, ...also]) {
    if (wasLost(step, scenario, field)) continue;
    if (released && field === "assigneeAgentId") {
      expectNotAgain(step, self);
      continue;
    }
    expectFieldKept(step, scenario, field, why(field));
    if (!also.includes(field)) expectStillListed(step, scenario, field, why(field));
  }
  const made = valueAt(task.response, "/data/createdAt");
  expectSameInstant(made, step.response, "/data/createdAt", why("createdAt"), OTHER_VIEW_MS);
  if (!step.seen) throw step.unseen ?? new Inconclusive("the task is not listed", "tasks.create.listed");
  const listed = scenario.before?.task.createdAt;
  expectSameInstant(listed, step.seen.exchange, `${step.seen.pointer}/createdAt`, why("createdAt"));
}

/** Fails when a step brought what only other moves bring; a rule of the workspace may, and does so to other tasks then. */
export async function expectNothingBrought(
  check: CheckContext,
  step: Step,
  scenario: Scenario,
  done: string,
): Promise<void> {
  const { task } = scenario;
  const places = [{ exchange: step.response, pointer: "/data" }, ...(step.seen ? [step.seen] : [])];
  if (step.done === "block") expectReasonApart(step.response, task, places, done);
  for (const field of UNSET) {
    if (wasLost(step, scenario, field) || !isUnset(valueAt(task.response, `/data/${field}`))) continue;
    const brought = places.find(({ exchange, pointer }) => !isUnset(valueAt(exchange, `${pointer}/${field}`)));
    if (brought === undefined || (await comesByItself(check, field))) continue;
    judging([task.response, brought.exchange], () =>
      expectEqual(brought.exchange, `${brought.pointer}/${field}`, null, mustLeave(done, field)),
    );
  }
}

/** The reason belongs into a comment: a task that has no description has none of it there afterwards. */
function expectReasonApart(
  block: Exchange,
  task: CreatedTask,
  places: readonly Pick<TaskSighting, "exchange" | "pointer">[],
  done: string,
): void {
  const reason = sentMember(block, "reason");
  if (task.asked.description !== undefined || typeof reason !== "string") return;
  for (const { exchange, pointer } of places) {
    const description = valueAt(exchange, `${pointer}/description`);
    if (typeof description !== "string" || !description.includes(reason)) continue;
    judging([task.response, exchange], () =>
      expectEqual(exchange, `${pointer}/description`, null, mustLeave(done, "description")),
    );
  }
}

function mustLeave(done: string, field: string): string {
  return `${done} must leave the ${field} of the task as it was`;
}

/** A block by itself, with how the task was listed before, where that was looked at, and after. */
interface LoneBlock extends Pick<Step, "response" | "seen">, Pick<Scenario, "task" | "before"> {}

/** The same of a block that is not part of a story. */
export async function expectKeptByBlock(
  check: CheckContext,
  { task, before, response, seen }: LoneBlock,
  also: readonly string[],
): Promise<void> {
  const step: Step = { done: "block", response, seen };
  const self = await check.reference("agent");
  const scenario: Scenario = { task, self, before, steps: [step], rejectedRelease: null, blocks: [] };
  const looks = [before, seen].flatMap((look) => (look ? [look.exchange] : []));
  judging([task.response, response, ...looks], () => expectKept(step, scenario, "a block", also));
  await expectNothingBrought(check, step, scenario, "a block");
}

/** Whether a field was lost before a step already, in a response or in the listing: then it does not concern that step. */
function wasLost(step: Step, { task, self, before, steps }: Scenario, field: string): boolean {
  const earlier = steps.slice(0, steps.indexOf(step));
  const release = earlier.findLastIndex(({ done }) => done === "release");
  const released = field === "assigneeAgentId" && release >= 0;
  const wanted = task.asked[field] ?? valueAt(task.response, `/data/${field}`);
  const responses = (released ? earlier.slice(release) : earlier).map(({ response, seen }) => [
    { exchange: response, pointer: "/data" },
    ...(seen ? [seen] : []),
  ]);
  const views = [...(before && !released ? [before] : []), ...responses.flat()];
  return views.some(({ exchange, pointer }) => {
    const shown = valueAt(exchange, `${pointer}/${field}`);
    return released ? shown === self : shown !== undefined && !sameJson(shown, wanted ?? null);
  });
}

function wasReleased(step: Step, { steps }: Scenario): boolean {
  return steps.slice(0, steps.indexOf(step)).some(({ done }) => done === "release");
}

function expectFieldKept({ response, seen }: Step, { task, before }: Scenario, field: string, why: string): void {
  const wanted = task.asked[field];
  const value = wanted ?? valueAt(task.response, `/data/${field}`);
  if (value === undefined || isUnset(value)) return;
  const shown = valueAt(response, `/data/${field}`);
  // A response may leave a field out; null where the creation set it says that it is gone.
  if (wanted !== undefined ? shown !== undefined : !isUnset(shown)) expectEqual(response, `/data/${field}`, value, why);
  // What nobody asked for a listing may have shown otherwise from the beginning: that is another finding.
  if (!seen || (wanted === undefined && before === null)) return;
  const pointer = `${seen.pointer}/${field}`;
  if (wanted !== undefined || !isUnset(valueAt(seen.exchange, pointer)))
    expectEqual(seen.exchange, pointer, value, why);
}

/**
 * A listing may leave a field out; one that has shown it of this task goes on to show it. A search may come by it later than
 * the listing of everything.
 */
function expectStillListed({ seen }: Step, { before }: Pick<Scenario, "before">, field: string, why: string): void {
  const listed = before?.task[field];
  if (!seen || before?.byWord !== seen.byWord || listed === undefined || isUnset(listed) || !isUnset(seen.task[field]))
    return;
  expectEqual(seen.exchange, `${seen.pointer}/${field}`, listed, why);
}

/** Fails where a place of a response shows a task that is assigned to this agent. */
export function expectNotAssigned(exchange: Exchange, pointer: string, self: string, message: string): void {
  const actual = valueAt(exchange, `${pointer}/assigneeAgentId`);
  expectThat(actual !== self, {
    message,
    expected: "another assignee, or none",
    actual: JSON.stringify(actual),
    pointer: `${pointer}/assigneeAgentId`,
    keyword: "assigned",
  });
}

/** A release has cleared the assignment; nothing that follows brings it back. */
function expectNotAgain({ response, seen }: Step, self: string): void {
  const why = "a released task must not be assigned to the caller again by what follows";
  const places = [{ exchange: response, pointer: "/data" }, ...(seen ? [seen] : [])];
  for (const { exchange, pointer } of places) expectNotAssigned(exchange, pointer, self, why);
}

function expectSameInstant(
  before: Json | undefined,
  later: Exchange,
  pointer: string,
  message: string,
  slack?: number,
): void {
  const after = valueAt(later, pointer);
  if (typeof before !== "string" || typeof after !== "string") return;
  expectThat(isSameInstant(before, after, slack), {
    message,
    expected: before,
    actual: after,
    pointer,
    keyword: "value",
  });
}
