import { asObject, type JsonObject } from "../../../spec/json.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { onceARun } from "../../engine/cases/once-a-run.ts";
import type { CheckContext, RunContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { Skipped } from "../../outcome/skipped.ts";
import { valueAt } from "../../verifiers/read.ts";
import { type MadeTask, makeTask } from "./requests.ts";
import { BLOCKED } from "./scenarios.ts";

/** Tasks of another agent, made to be seen or not to be seen by the caller. */
export interface OthersTasks {
  readonly apiKey: string;
  /** Assigned to the caller; the first was made last. */
  readonly assigned: readonly [MadeTask, ...MadeTask[]];
  /** Assigned to the caller and under way, below a task that is not: what is done to it is looked at by one check alone. */
  readonly below: MadeTask | null;
  /** Concerns nobody but their maker. */
  readonly private: readonly MadeTask[];
  /** The one of them that is bound to the other agent's channel; null where the target file names none. */
  readonly inChannel: MadeTask | null;
  /** Makes further ones that concern nobody but their maker, one of them in the channel where there is one. */
  furtherPrivate(key: string): Promise<readonly MadeTask[]>;
}

/** A word of the description of one of them that the caller sees; none in the smallest run. */
export function othersWordOf(world: RunContext): string {
  return wordOf(world, "described by another");
}

/** Makes them, the visible one last. */
async function makeOthersTasks(check: CheckContext): Promise<OthersTasks> {
  const makers = await makersOf(check);
  const hidden = await makeHidden(makers);
  // Made last: once it is listed, so would be those before it.
  const assigned = await makeAssigned(makers);
  const furtherPrivate = (key: string) => makeFurther(makers, assigned[0], key);
  return { apiKey: makers.apiKey, ...hidden, assigned, furtherPrivate };
}

/** Who makes tasks, and with what. */
interface Makers {
  readonly check: CheckContext;
  readonly isSmall: boolean;
  readonly statuses: readonly string[];
  /** Key of the other agent, its id and its channel where the target file names them, and the id of the caller. */
  readonly apiKey: string;
  readonly other: string | undefined;
  readonly channel: string | undefined;
  readonly self: string;
  /** A task of the other agent; work that is under way is the most likely to let itself be blocked. */
  readonly make: (key: string, members: JsonObject) => Promise<MadeTask>;
}

async function makersOf(check: CheckContext): Promise<Makers> {
  const { otherAgent = {}, ownedAgent } = check.world.target.fixtures;
  const { apiKey = "", id: other, channel } = otherAgent;
  if (other !== undefined && other === ownedAgent) throw new Skipped("the other agent is one that the caller owns");
  const self = await check.reference("agent");
  const statuses = wordsOf(fieldSchema(check.world.document, "create-task", "status"), "the initial status");
  const underWay = statuses.includes("in_progress") ? { status: "in_progress" } : {};
  const make = (key: string, members: JsonObject) => makeTask(check, key, { ...underWay, ...members }, { apiKey });
  return { check, isSmall: check.world.budget === "smoke", statuses, apiKey, other, channel, self, make };
}

/** Those that concern nobody but their maker. The smallest run makes do with one, in the channel where there is one. */
async function makeHidden(makers: Makers): Promise<Pick<OthersTasks, "private" | "inChannel" | "below">> {
  const { check, isSmall, other, channel, make } = makers;
  const hide = hiding(makers);
  // The only one of the smallest run is described, and assigned to its maker as well.
  const whole = {
    description: "For its maker alone, whole",
    ...(other === undefined ? {} : { assigneeAgentId: other }),
  };
  const own = isSmall ? whole : {};
  const inChannel = channel === undefined ? null : await hide("private, in a channel", { channelId: channel, ...own });
  if (inChannel !== null && isSmall) return { private: [inChannel], inChannel, below: null };
  const hidden = inChannel === null ? [] : [inChannel];
  const alone = await hide("private", { description: "For its maker alone" });
  hidden.push(alone);
  let below: MadeTask | null = null;
  // What is blocked, or stands below another task, concerns no more agents for that.
  if (!isSmall) {
    hidden.push(await hide("private, below and blocked", { parentTaskId: alone.id, status: BLOCKED }));
    await tryOrNull(async () => {
      const above = await make("private, above a visible one", {});
      below = await make("assigned by another, below", { parentTaskId: above.id, assigneeAgentId: makers.self });
      const around = [above, await make("private, below a visible one", { parentTaskId: below.id })];
      hidden.push(...around.filter((task) => isApart(makers, task)));
    });
    if (other !== undefined) hidden.push(...((await tryOrNull(() => belowOneOfTheCaller(makers, other))) ?? []));
    const { user } = check.world.target.fixtures;
    if (user !== undefined) {
      const ofUser = await tryOrNull(() => hide("private, of a user", { assigneeUserId: user }));
      if (ofUser !== null) hidden.push(ofUser);
    }
  }
  if (other !== undefined) hidden.push(await hide("private, assigned", { assigneeAgentId: other }));
  return { private: hidden, inChannel, below };
}

/**
 * Makes tasks to be hidden: what hides them may look at what they are, so each has another priority, the most urgent first,
 * and some another status.
 */
function hiding({ check, statuses, make }: Makers): Makers["make"] {
  const priorities = wordsOf(fieldSchema(check.world.document, "create-task", "priority"), "priority");
  let place = 0;
  return async (key, members) => {
    const priority = priorities[priorities.length - 1 - (place % priorities.length)] ?? "";
    const status = place % 2 === 0 ? {} : { status: statuses[place % statuses.length] ?? "" };
    const task = await make(key, { priority, ...status, ...members });
    place += 1;
    return task;
  };
}

/** Whoever made a task takes no part in what others put below it. */
async function belowOneOfTheCaller(makers: Makers, assigneeAgentId: string): Promise<readonly MadeTask[]> {
  const above = await makeTask(makers.check, "for another, to go on below", { assigneeAgentId });
  const below = await makers.make("private, below one of the caller", { parentTaskId: above.id });
  return isApart(makers, below) ? [below] : [];
}

/** What stands below another may take over its assignee: then it is no secret. */
function isApart({ self, channel }: Makers, { answer }: MadeTask): boolean {
  const { assigneeAgentId, channelId } = asObject(valueAt(answer, "/data"));
  return assigneeAgentId !== self && (channelId === null || channelId === undefined || channelId === channel);
}

/** Those that are the caller's to do. */
async function makeAssigned({
  check,
  isSmall,
  statuses,
  channel,
  self,
  make,
}: Makers): Promise<OthersTasks["assigned"]> {
  const assign = (key: string, members: JsonObject) => make(key, { assigneeAgentId: self, ...members });
  const place = channel === undefined ? {} : { channelId: channel };
  if (isSmall) {
    // The only one of the smallest run is all of that at once, where it may be.
    const first = statuses[0] === undefined ? {} : { status: statuses[0] };
    const whole = await tryOrNull(() => assign("assigned by another", { ...first, ...place }));
    return [whole ?? (await assign("assigned by another", {}))];
  }
  const inOtherStatuses = await Promise.all(
    [statuses[0] ?? "", BLOCKED]
      .filter((status) => statuses.includes(status))
      .map((status) => assign(`assigned by another in ${status}`, { status })),
  );
  // Whether a task may go to who does not belong to its channel is open; who has it sees it.
  const elsewhere =
    channel === undefined ? null : await tryOrNull(() => assign("assigned by another in its channel", place));
  const description = `Described for others, ${othersWordOf(check.world)} among them`;
  const plain = await assign("assigned by another", { description });
  return [plain, ...inOtherStatuses, ...(elsewhere === null ? [] : [elsewhere])];
}

/** Further ones that concern nobody but their maker; below one that the caller sees and for a user in the smallest run, where it may be. */
async function makeFurther(makers: Makers, visible: MadeTask, key: string): Promise<readonly MadeTask[]> {
  const { check, isSmall, channel, make } = makers;
  if (isSmall) {
    const { user } = check.world.target.fixtures;
    const around = { parentTaskId: visible.id, ...(user === undefined ? {} : { assigneeUserId: user }) };
    const rich = await tryOrNull(() => make(key, around));
    if (rich !== null && isApart(makers, rich)) return [rich];
  }
  const places = channel === undefined || isSmall ? [{}] : [{}, { channelId: channel }];
  return Promise.all(places.map((members, index) => make(`${key} ${index}`, members)));
}

/** Gives the other agent's tasks, made once a run. */
export type Others = (check: CheckContext) => Promise<OthersTasks>;

/** Those of a run: other areas look at what they tell of them. */
export const othersTasksOf = onceARun((): Others => once(makeOthersTasks));
