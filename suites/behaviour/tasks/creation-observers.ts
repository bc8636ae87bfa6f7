import type { Json, JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import type { CheckContext, Observer } from "../../engine/check/check.ts";
import { fieldSchema, numberAt } from "../../models/document-facts.ts";
import { isUnset, valueAt } from "../../verifiers/read.ts";
import { defineObserver, outcomeOf } from "../observe.ts";
import { creationForBoth, creationsWithNothing } from "./doubtful-creations.ts";
import { wideTitle } from "./long-titles.ts";
import { askForTask } from "./requests.ts";

const CREATE = ["create-task"];

/** Observers of the open points of creating tasks. */
export function creationObservers(): Observer[] {
  const both = defineObserver(
    { name: "an agent and a user for one task", operations: CREATE, fixtures: ["user"] },
    bothAssignees,
  );
  const foreign = defineObserver(
    { name: "a task in a channel of others", operations: CREATE, fixtures: ["foreignChannel"] },
    foreignChannel,
  );
  return [
    defineObserver({ name: "what a plain task starts with", operations: CREATE }, defaults),
    defineObserver({ name: "references to nothing", operations: CREATE }, unknownReferences),
    both,
    foreign,
    defineObserver({ name: "long titles", operations: CREATE }, titleMeasure),
  ];
}

function told(value: Json | undefined): string {
  return isUnset(value) ? "not told" : String(value);
}

async function defaults(check: CheckContext): Promise<void> {
  const { input, exchange } = await check.baseline("create-task");
  const asked = (input.body ?? {}) as JsonObject;
  const evidence = "the plainest task that the target accepts";
  if (asked.status === undefined)
    check.observe("create-task.default-status", told(valueAt(exchange, "/data/status")), evidence);
  if (asked.priority === undefined) {
    check.observe("create-task.default-priority", told(valueAt(exchange, "/data/priority")), evidence);
  }
  if (asked.assigneeAgentId === undefined && asked.assigneeUserId === undefined) {
    check.observe("create-task.default-assignee", await assigneeTold(check, exchange), evidence);
  }
  check.observe("create-task.first-version", told(valueAt(exchange, "/data/version")), evidence);
}

async function assigneeTold(check: CheckContext, exchange: Exchange): Promise<string> {
  const agent = valueAt(exchange, "/data/assigneeAgentId");
  if (!isUnset(agent)) return agent === (await check.reference("agent")) ? "to its creator" : "to an agent";
  return isUnset(valueAt(exchange, "/data/assigneeUserId")) ? "to nobody, as far as is told" : "to a user";
}

async function bothAssignees(check: CheckContext): Promise<void> {
  const { assignees, response: exchange } = await creationForBoth(check.context)(check);
  const kept = Object.keys(assignees).filter((field) => !isUnset(valueAt(exchange, `/data/${field}`)));
  const answer = outcomeOf(exchange, () => `accepted, and shown with ${kept.join(" and ")}`);
  check.observe("create-task.both-assignees", answer, "create-task with an assigned agent and an assigned user");
}

async function unknownReferences(check: CheckContext): Promise<void> {
  const answers = await creationsWithNothing(check.context)(check);
  const told = answers.map(({ field, response }) => `${field}: ${outcomeOf(response)}`);
  if (told.length > 0) check.observe("create-task.unknown-references", told.join("; "), "create-task with made-up ids");
}

async function foreignChannel(check: CheckContext): Promise<void> {
  const channelId = check.context.target.fixtures.foreignChannel ?? "";
  const exchange = await askForTask(check, { title: `${check.context.mark} elsewhere`, channelId });
  check.observe("create-task.foreign-channel", outcomeOf(exchange), "create-task with a channel of others");
}

/**
 * Compares two titles of the maximum number of characters: mostly emoji, which are nearly twice as many UTF-16 units;
 * and letters with a combining mark, which are two code points each.
 */
async function titleMeasure(check: CheckContext): Promise<void> {
  const most = numberAt(fieldSchema(check.context.document, "create-task", "title"), "maxLength");
  const emoji = await wideTitle(check.context)(check);
  if (most === undefined || emoji === null) return;
  const evidence = `titles of ${most} signs, most of them emoji, and of ${most} letters with a combining mark`;
  if (statusOf(emoji.response) !== 200)
    return check.observe("create-task.title-measure", "UTF-16 units, or bytes", evidence);
  const marked = await askForTask(check, { title: "q\u0307".repeat(most) });
  const unit = statusOf(marked) === 200 ? "graphemes" : "code points";
  check.observe("create-task.title-measure", unit, evidence);
}
