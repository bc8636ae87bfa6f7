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

/** Fields that neither a block nor a release changes. */
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
/** Fields of other moves, and of the origin of a task: if unset, neither a block nor a release sets them. */
const UNSET = [
  "archivedAt",
  "deletedAt",
  "completedAt",
  "cancelledAt",
  "dueAt",
  "originMessageId",
  "originExtractionId",
] as const;
/** The tolerance in milliseconds between different views, which may derive one timestamp differently. */
const OTHER_VIEW_MS = 1000;

/**
 * Fails if a step changed a field that it must leave alone. Responses may omit fields, so only those present in the
 * response to the creation or step are compared. The listing must show everything that the creation asked for.
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

/** Fails if a step set a field that only other moves set, unless a rule of the workspace sets it on other tasks too. */
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

/** The reason belongs in a comment: a task without a description must not have the reason there afterwards. */
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

/** A single block, with the listing of the task before, if requested, and after it. */
interface LoneBlock extends Pick<Step, "response" | "seen">, Pick<Scenario, "task" | "before"> {}

/** Fails if a block outside a scenario changed a field that it must not change. */
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

/** Returns true if a field was already lost in a response or listing before a step, so the step is not the cause. */
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
  // A response may omit a field; null for a field that the creation set means that it was cleared.
  if (wanted !== undefined ? shown !== undefined : !isUnset(shown)) expectEqual(response, `/data/${field}`, value, why);
  // A listing may have shown a field differently from the beginning if the creation did not set it; that is judged
  // elsewhere.
  if (!seen || (wanted === undefined && before === null)) return;
  const pointer = `${seen.pointer}/${field}`;
  if (wanted !== undefined || !isUnset(valueAt(seen.exchange, pointer)))
    expectEqual(seen.exchange, pointer, value, why);
}

/**
 * A listing may omit a field, but not after it has shown it for this task. A search may show it later than the full
 * listing.
 */
function expectStillListed({ seen }: Step, { before }: Pick<Scenario, "before">, field: string, why: string): void {
  const listed = before?.task[field];
  if (!seen || before?.byWord !== seen.byWord || listed === undefined || isUnset(listed) || !isUnset(seen.task[field]))
    return;
  expectEqual(seen.exchange, `${seen.pointer}/${field}`, listed, why);
}

/** Fails if a task in a response is assigned to this agent. */
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

/** A release has cleared the assignment; later steps must not restore it. */
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
