import type { Json, JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import type { CheckContext, Observer } from "../../engine/check/check.ts";
import { fieldSchema, numberAt } from "../../models/document-facts.ts";
import { isUnset, valueAt } from "../../verifiers/read.ts";
import { defineObserver, outcomeOf } from "../observe.ts";
import { requestTask } from "./requests.ts";
import { createTaskWithSurrogatePairs } from "./surrogate-pair-title.ts";
import { creationForTwoAssignees, creationsWithUnknownReferences } from "./unknown-references.ts";

const CREATE = ["create-task"];

/** Observers of the open points of creating tasks. */
export function creationObservers(): Observer[] {
  const both = defineObserver(
    { name: "an agent and a user for one task", operations: CREATE, fixtures: ["user"] },
    observeTwoAssignees,
  );
  const channelOfOthers = defineObserver(
    {
      name: "a task in a channel that the caller does not belong to",
      operations: CREATE,
      fixtures: ["foreignChannel"],
    },
    observeForeignChannel,
  );
  return [
    defineObserver({ name: "defaults of a plain task", operations: CREATE }, observeDefaults),
    defineObserver({ name: "references to unknown resources", operations: CREATE }, observeUnknownReferences),
    both,
    channelOfOthers,
    defineObserver({ name: "long titles", operations: CREATE }, observeTitleMeasure),
  ];
}

function valueOrNotShown(value: Json | undefined): string {
  return isUnset(value) ? "not shown" : String(value);
}

async function observeDefaults(check: CheckContext): Promise<void> {
  const { input, exchange } = await check.baseline("create-task");
  const body = (input.body ?? {}) as JsonObject;
  const evidence = "the plainest task that the target accepts";
  if (body.status === undefined)
    check.observe("create-task.default-status", valueOrNotShown(valueAt(exchange, "/data/status")), evidence);
  if (body.priority === undefined) {
    check.observe("create-task.default-priority", valueOrNotShown(valueAt(exchange, "/data/priority")), evidence);
  }
  if (body.assigneeAgentId === undefined && body.assigneeUserId === undefined) {
    check.observe("create-task.default-assignee", await shownAssignee(check, exchange), evidence);
  }
  check.observe("create-task.first-version", valueOrNotShown(valueAt(exchange, "/data/version")), evidence);
}

async function shownAssignee(check: CheckContext, exchange: Exchange): Promise<string> {
  const agent = valueAt(exchange, "/data/assigneeAgentId");
  if (!isUnset(agent)) return agent === (await check.reference("agent")) ? "to its creator" : "to an agent";
  return isUnset(valueAt(exchange, "/data/assigneeUserId")) ? "to nobody, as far as is shown" : "to a user";
}

async function observeTwoAssignees(check: CheckContext): Promise<void> {
  const { assignees, response: exchange } = await creationForTwoAssignees(check.context)(check);
  const kept = Object.keys(assignees).filter((field) => !isUnset(valueAt(exchange, `/data/${field}`)));
  const answer = outcomeOf(exchange, () => `accepted, and shown with ${kept.join(" and ")}`);
  check.observe("create-task.both-assignees", answer, "create-task with an assigned agent and an assigned user");
}

async function observeUnknownReferences(check: CheckContext): Promise<void> {
  const answers = await creationsWithUnknownReferences(check.context)(check);
  const outcomes = answers.map(({ field, response }) => `${field}: ${outcomeOf(response)}`);
  if (outcomes.length > 0)
    check.observe("create-task.unknown-references", outcomes.join("; "), "create-task with made-up ids");
}

async function observeForeignChannel(check: CheckContext): Promise<void> {
  const channelId = check.context.target.fixtures.foreignChannel ?? "";
  const exchange = await requestTask(check, { title: `${check.context.mark} elsewhere`, channelId });
  check.observe("create-task.foreign-channel", outcomeOf(exchange), "create-task with a channel of others");
}

/**
 * Compares two titles of the maximum number of characters: mostly emoji, which are nearly twice as many UTF-16 units;
 * and letters with a combining mark, which are two code points each.
 */
async function observeTitleMeasure(check: CheckContext): Promise<void> {
  const maxLength = numberAt(fieldSchema(check.context.document, "create-task", "title"), "maxLength");
  const emoji = await createTaskWithSurrogatePairs(check.context)(check);
  if (maxLength === undefined || emoji === null) return;
  const evidence = `titles of ${maxLength} characters, most of them emoji, and of ${maxLength} letters with a combining mark`;
  if (statusOf(emoji.response) !== 200)
    return check.observe("create-task.title-measure", "UTF-16 units, or bytes", evidence);
  const marked = await requestTask(check, { title: "q\u0307".repeat(maxLength) });
  const unit = statusOf(marked) === 200 ? "graphemes" : "code points";
  check.observe("create-task.title-measure", unit, evidence);
}
