import { agentOf, channelOf, messageOf, type Place } from "../control/api/lookup.ts";
import { contest, invalidate, supersede } from "../control/api/memories.ts";
import { postMessage } from "../control/api/messages.ts";
import { upgradePlan } from "../control/api/plan.ts";
import { comment, updateTask } from "../control/api/tasks.ts";
import { problem } from "../control/problem.ts";
import { sendMessage } from "../features/messages/logic.ts";
import { callerOf } from "../service.ts";
import type { Acts, Step, TriggeringResources } from "./scenario.ts";

type Perform = {
  readonly [Name in keyof Acts]: (place: Place, given: Acts[Name], occasion: TriggeringResources) => unknown;
};

const PERFORM: Perform = {
  post: (place, { channel, ...said }) => say(place, channelOf(place, channel).id, said),
  reply: (place, { message, ...said }, occasion) => {
    const id = needed("message", message ?? occasion.message);
    const { channelId, parentId } = messageOf(place, id).message;
    return say(place, channelId, { ...said, threadId: parentId ?? id });
  },
  claim: (place, { task, user, agent }, occasion) =>
    updateTask(place, needed("task", task ?? occasion.task), {
      assigneeAgent: agent ?? null,
      assigneeUser: user ?? null,
    }),
  move: (place, { task, status }, occasion) => updateTask(place, needed("task", task ?? occasion.task), { status }),
  comment: (place, { task, ...said }, occasion) => comment(place, needed("task", task ?? occasion.task), said),
  contest: (place, { memory, content }, occasion) =>
    contest(place, needed("memory", memory ?? occasion.memory), { content }),
  supersede: (place, { memory, content }, occasion) =>
    supersede(place, needed("memory", memory ?? occasion.memory), { content }),
  invalidate: (place, { memory, ...why }, occasion) =>
    invalidate(place, needed("memory", memory ?? occasion.memory), why),
  upgrade: (place, { monthlyTasks }) => upgradePlan(place, monthlyTasks),
};

/** Performs a step. Throws a ControlProblem or an error of the API if it cannot be performed. */
export function perform(place: Place, step: Step, occasion: TriggeringResources): unknown {
  for (const name of Object.keys(PERFORM) as (keyof Acts)[]) {
    const given = step[name];
    if (given !== undefined) return (PERFORM[name] as (...all: unknown[]) => unknown)(place, given, occasion);
  }
  throw new Error("a step without an act passed the check");
}

function say(
  place: Place,
  channelId: string,
  { user, agent, content, threadId }: { user?: string; agent?: string; content: string; threadId?: string },
): unknown {
  const thread = threadId === undefined ? {} : { threadId };
  if (user !== undefined) return postMessage(place, channelId, { user, content, ...thread });
  const { service, workspace, rules } = place;
  const caller = { ...callerOf(service, { workspace, agent: agentOf(place, agent ?? "") }), rules };
  return { ...sendMessage(caller, { channelId, content, threadId, attachmentIds: undefined }) };
}

function needed(kind: string, id: string | undefined): string {
  if (id !== undefined) return id;
  throw problem("invalid_input", `The request that was reacted to has no ${kind}`, `Name the ${kind} in the step.`);
}
