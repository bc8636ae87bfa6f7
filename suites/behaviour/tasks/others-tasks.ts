import { asObject, type JsonObject } from "../../../spec/json.ts";
import { ifPossible } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { onceARun } from "../../engine/cases/once-a-run.ts";
import type { CheckContext, World } from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";
import { Skipped } from "../../outcome/skipped.ts";
import { valueAt } from "../../verifiers/read.ts";
import { fieldSchema, wordsOf } from "../document-facts.ts";
import { type MadeTask, makeTask } from "./requests.ts";
import { BLOCKED } from "./stories.ts";

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
export function othersWordOf(world: World): string {
  return wordOf(world, "described by another");
}

/** Makes them, the visible one last. */
async function makeOthersTasks(check: CheckContext): Promise<OthersTasks> {
  const { otherAgent = {}, ownedAgent } = check.world.target.fixtures;
  const { apiKey = "", id, channel } = otherAgent;
  if (id !== undefined && id === ownedAgent) throw new Skipped("the other agent is one that the caller owns");
  const self = await check.reference("agent");
  const statuses = wordsOf(fieldSchema(check.world.document, "create-task", "status"), "the initial status");
  // Work that is under way is the most likely to let itself be blocked.
  const underWay = statuses.includes("in_progress") ? { status: "in_progress" } : {};
  const make = (key: string, members: JsonObject) => makeTask(check, key, { ...underWay, ...members }, { apiKey });
  const small = check.world.budget === "smoke";
  const priorities = wordsOf(fieldSchema(check.world.document, "create-task", "priority"), "priority");
  const secrets: MadeTask[] = [];
  /** What hides tasks may look at what they are: each has another priority, the most urgent first, and some another status. */
  const hide = async (key: string, members: JsonObject) => {
    const place = secrets.length;
    const priority = priorities[priorities.length - 1 - (place % priorities.length)] ?? "";
    const status = place % 2 === 0 ? {} : { status: statuses[place % statuses.length] ?? "" };
    const secret = await make(key, { priority, ...status, ...members });
    secrets.push(secret);
    return secret;
  };
  // The only one of the smallest run is assigned to its maker as well.
  const own = small && id !== undefined ? { assigneeAgentId: id } : {};
  const inChannel = channel === undefined ? null : await hide("private, in a channel", { channelId: channel, ...own });
  let below: MadeTask | null = null;
  // The smallest run makes do with one of them.
  if (!inChannel || !small) {
    const alone = await hide("private", { description: "For its maker alone" });
    // What is blocked, or stands below another task, concerns no more agents for that.
    if (!small) {
      await hide("private, below and blocked", { parentTaskId: alone.id, status: BLOCKED });
      secrets.push(...((await ifPossible(() => aroundAVisibleOne())) ?? []));
      if (id !== undefined) secrets.push(...((await ifPossible(() => belowOneOfTheCaller(id))) ?? []));
      const user = check.world.target.fixtures.user;
      if (user !== undefined) await ifPossible(() => hide("private, of a user", { assigneeUserId: user }));
    }
    if (id !== undefined) await hide("private, assigned", { assigneeAgentId: id });
  }
  /** A task above one of the caller's, and one below it: who sees a task does not see those around it. */
  async function aroundAVisibleOne(): Promise<readonly MadeTask[]> {
    const above = await make("private, above a visible one", {});
    below = await make("assigned by another, below", { parentTaskId: above.id, assigneeAgentId: self });
    return [above, await make("private, below a visible one", { parentTaskId: below.id })].filter(isApart);
  }

  /** Whoever made a task takes no part in what others put below it. */
  async function belowOneOfTheCaller(assigneeAgentId: string): Promise<readonly MadeTask[]> {
    const above = await makeTask(check, "for another, to go on below", { assigneeAgentId });
    return [await make("private, below one of the caller", { parentTaskId: above.id })].filter(isApart);
  }

  /** What stands below another may take over its assignee: then it is no secret. */
  function isApart({ answer }: MadeTask): boolean {
    const { assigneeAgentId, channelId } = asObject(valueAt(answer, "/data"));
    return assigneeAgentId !== self && (channelId === null || channelId === undefined || channelId === channel);
  }

  // Made last: once it is listed, so would be those before it.
  const others = small ? [] : [statuses[0] ?? "", BLOCKED].filter((status) => statuses.includes(status));
  const inOtherStatuses = await Promise.all(
    others.map((status) => make(`assigned by another in ${status}`, { assigneeAgentId: self, status })),
  );
  // Whether a task may go to who does not belong to its channel is open; who has it sees it.
  const elsewhere =
    channel === undefined || small
      ? null
      : await ifPossible(() =>
          make("assigned by another in its channel", { assigneeAgentId: self, channelId: channel }),
        );
  const description = `Described for others, ${othersWordOf(check.world)} among them`;
  const plainly = () => make("assigned by another", { assigneeAgentId: self, ...(small ? {} : { description }) });
  // The only one of the smallest run is all of that at once, where it may be.
  const first = statuses[0] === undefined ? {} : { status: statuses[0] };
  const place = channel === undefined ? {} : { channelId: channel };
  const assigned = small
    ? ((await ifPossible(() => make("assigned by another", { assigneeAgentId: self, ...first, ...place }))) ??
      (await plainly()))
    : await plainly();
  const places = channel === undefined || small ? [{}] : [{}, { channelId: channel }];
  const furtherPrivate = async (key: string) => {
    const rich = small ? await ifPossible(() => make(key, richlyPrivate())) : null;
    if (rich !== null && isApart(rich)) return [rich];
    return Promise.all(places.map((members, index) => make(`${key} ${index}`, members)));
  };
  /** Below a task that the caller sees, and for a user: who sees the one, or looks for the other, does not see it for that. */
  function richlyPrivate(): JsonObject {
    const user = check.world.target.fixtures.user;
    return { parentTaskId: assigned.id, ...(user === undefined ? {} : { assigneeUserId: user }) };
  }
  const further = [...inOtherStatuses, ...(elsewhere === null ? [] : [elsewhere])];
  return { apiKey, assigned: [assigned, ...further], below, private: secrets, inChannel, furtherPrivate };
}

/** Gives the other agent's tasks, made once a run. */
export type Others = (check: CheckContext) => Promise<OthersTasks>;

/** Those of a run: other areas look at what they tell of them. */
export const othersTasksOf = onceARun((): Others => once(makeOthersTasks));
