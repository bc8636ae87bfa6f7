import { asObject, type Json } from "../../../spec/json.ts";
import { PROBE_VALUES } from "../doctor/parameter-names.ts";
import type { Session } from "./session.ts";
import {
  agentOf,
  type Candidate,
  type Candidates,
  channelsOf,
  type DiscoveredSoFar,
  inStatus,
  type Sources,
} from "./source.ts";
import type { ShownRecord } from "./survey.ts";

/** Fixtures that the caller's own key shows. */
export const OWN_SOURCES: Sources = {
  memberChannel: (known) => memberChannels(known, []),
  secondMemberChannel: (known) => memberChannels(known, [known.fixtures.memberChannel]),
  "agent.identityId": ({ own }) => ({
    candidates:
      own.identity === null
        ? []
        : [{ value: own.identity, evidence: "bootstrap-context accepts it, and rejects a made-up one" }],
    gap: "bootstrap-context accepts no identity that responses show, or any",
  }),
  "agent.id": ({ own, verified: { agent, problem } }) => {
    const token = { value: agent, evidence: "agentId of verify-connection, for the token that was used up" };
    const shown = agentOf(own);
    return {
      candidates: agent === null ? (shown === null ? [] : [shown]) : [token],
      gap: [
        ...(problem === null ? [] : [`verify-connection did not accept the token: ${problem}`]),
        `no response shows for certain which agent the key belongs to${agentsSeen(own.tasks)}`,
      ].join("; "),
    };
  },
  scope: (known) => scopes(known, []),
  secondScope: (known) => scopes(known, [known.fixtures.scope]),
  seedMemory: ({ own }) => ({
    candidates: [...own.neighbours]
      .filter(([, count]) => count > 0)
      .sort(([, one], [, other]) => other - one)
      .map(([id, count]) => ({ value: id, evidence: `a walk of depth 1 shows ${count} neighbours` })),
    gap: "no memory that is shown has neighbours",
  }),
  user: users,
  ownedAgent: ({ own, fixtures }) => {
    const owners = [fixtures.agent?.id, fixtures.agent?.identityId];
    const owned = own.edges.filter(
      ({ edge_type, from_id, to_type }) =>
        edge_type === "OWNS" && owners.includes(String(from_id)) && to_type === "agent",
    );
    const candidates = owned.map(({ to_id }) => ({ value: to_id ?? null, evidence: "an edge OWNS of recall" }));
    return { candidates, gap: "no edge OWNS from the caller is shown" };
  },
  "tasks.done": ({ own }) => inStatus(own.tasks, "done"),
  "tasks.cancelled": ({ own }) => inStatus(own.tasks, "cancelled"),
  "tasks.inChannel": ofOthersInChannel,
  "tasks.mentioning": onlySeen,
  "tasks.commented": onlySeen,
  "messages.byHuman": ({ own, fixtures }) => {
    const channels = [fixtures.memberChannel, fixtures.secondMemberChannel];
    const byHuman = own.messages.filter(
      ({ senderType, channelId }) => senderType === "human" && channels.includes(String(channelId)),
    );
    return {
      candidates: byHuman.map(({ id }) => ({ value: id, evidence: "senderType human in search-messages" })),
      gap: "no search showed a message by a person in a channel of the caller",
    };
  },
  "memories.superseded": ({ own }) => inStatus(own.memories, "superseded"),
  "memories.invalidated": ({ own }) => inStatus(own.memories, "invalidated"),
  "memories.expired": ({ own }) => inStatus(own.memories, "expired"),
  "memories.contested": ({ own }) => inStatus(own.memories, "contested"),
  "memories.proposed": ({ own }) => inStatus(own.memories, "proposed"),
  "memories.equalInstants.ids": equalInstants,
};

async function memberChannels(
  { session, own }: DiscoveredSoFar,
  taken: readonly (string | undefined)[],
): Promise<Candidates> {
  const free = channelsOf(own).filter(({ id }) => !taken.includes(id));
  const readOnly = await readOnlyOf(
    session,
    free.map(({ id }) => id),
  );
  const candidates = free.filter(({ id }) => !readOnly.has(id)).map(({ id, evidence }) => ({ value: id, evidence }));
  return { candidates, gap: "no search, task or recall shows a further channel that the caller may read" };
}

/**
 * Returns channels that forbid downloads while others allow them: downloads are for members only, even if anybody may
 * read. If all forbid them, the rejection is about the made-up attachment.
 */
async function readOnlyOf(session: Session, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const forbidden = new Set<string>();
  for (const channel of ids) {
    const parameters = { channel, attachment: PROBE_VALUES.attachment ?? "" };
    if ((await session.ask("request-file-download", { parameters }))?.status === 403) forbidden.add(channel);
  }
  return forbidden.size === ids.length ? new Set() : forbidden;
}

function scopes({ own }: DiscoveredSoFar, taken: readonly (string | undefined)[]): Candidates {
  const free = own.scopes.filter(({ id }) => !taken.includes(id));
  return {
    candidates: free.map(({ id, evidence }) => ({ value: id, evidence })),
    gap: "bootstrap-context, edges and memories name no further scope that the caller may read",
  };
}

/**
 * Returns candidates for a person: from tasks, or the sender of a message whose author has another id in a recall, so
 * that the sender is not an identity.
 */
function users({ own }: DiscoveredSoFar): Candidates {
  const ofTasks = own.tasks.flatMap(({ assigneeUserId, createdByUserId }) => [assigneeUserId, createdByUserId]);
  const ids = ofTasks.filter((id): id is string => typeof id === "string" && id !== "");
  const identities = new Map(own.sources.map(({ id, author_identity_id }) => [id, author_identity_id]));
  const senders = own.messages.filter(({ id, senderType, senderId }) => {
    const identity = identities.get(id);
    return senderType === "human" && typeof identity === "string" && identity !== senderId;
  });
  return {
    candidates: [
      ...ids.map((value) => ({ value, evidence: "named as a user by a task" })),
      ...senders.map(({ senderId }) => ({
        value: senderId ?? null,
        evidence: "sender of a message with senderType human; recall names its author by another id, the identity",
      })),
    ],
    gap: "no task names a user, and no message by a person comes with its author's identity, to tell the two ids apart",
  };
}

function ofOthersInChannel({ own, fixtures }: DiscoveredSoFar): Candidates {
  const { memberChannel, agent } = fixtures;
  const bound = own.tasks.filter(({ channelId }) => channelId === memberChannel && memberChannel !== undefined);
  const ofOthers = bound.filter((task) => isOfOthers(task, agent?.id));
  return {
    candidates: ofOthers.map(({ id }) => ({
      value: id,
      evidence: "bound to memberChannel, by another than the caller",
    })),
    gap: bound.length === 0 ? "no task of memberChannel is listed" : "without agent.id it is open whose its tasks are",
  };
}

/** Returns true if a task is certainly neither created by the caller nor assigned to it. */
function isOfOthers(task: ShownRecord, agent: string | undefined): boolean {
  const { assigneeAgentId = null, createdByAgentId = null, createdByUserId = null } = task;
  const isSettled = agent !== undefined || (createdByUserId !== null && assigneeAgentId === null);
  return isSettled && (agent === undefined || ![assigneeAgentId, createdByAgentId].includes(agent));
}

/** Returns the gap for tasks that the caller sees for a reason that no response shows. */
function onlySeen({ own, fixtures: { agent } }: DiscoveredSoFar): Candidates {
  const others = own.tasks.filter((task) => (task.channelId ?? null) === null && isOfOthers(task, agent?.id));
  const ids = others.slice(0, 6).map(({ id }) => id);
  const some = agent?.id === undefined || ids.length === 0 ? "" : `; it may be one of ${ids.join(", ")}`;
  return { candidates: [], gap: `no response tells why the caller sees a task${some}` };
}

function agentsSeen(tasks: readonly ShownRecord[]): string {
  const ids = new Set(tasks.flatMap((task) => [task.assigneeAgentId, task.createdByAgentId]));
  const seen = [...ids].filter((id) => typeof id === "string").slice(0, 6);
  return seen.length === 0 ? "" : `; agents that tasks name: ${seen.join(", ")}`;
}

/**
 * Returns memories with the same status, tag and instant. If only whole seconds are shown, they may differ within one.
 */
function equalInstants({ own }: DiscoveredSoFar): Candidates {
  const groups = new Map<string, ShownRecord[]>();
  for (const memory of own.memories) {
    for (const tag of tagsOf(memory)) {
      const key = JSON.stringify([tag, memory.status, memory.created_at]);
      groups.set(key, [...(groups.get(key) ?? []), memory]);
    }
  }
  const equal = [...groups].flatMap(([key, group]): Candidate[] => {
    const [tag = ""] = JSON.parse(key) as string[];
    const isAlone = own.memories.filter((memory) => tagsOf(memory).includes(tag)).length === group.length;
    if (group.length < 3 || !isAlone || !/\.\d/.test(String(group[0]?.created_at))) return [];
    const evidence = `${group.length} memories of one status, tag and created_at, and no other has the tag`;
    return [{ value: group.map(({ id }) => id), more: { "memories.equalInstants.tag": tag }, evidence }];
  });
  return {
    candidates: equal,
    gap: "no three memories with a tag of their own show one created_at that is finer than a second",
  };
}

function tagsOf(memory: ShownRecord): string[] {
  const tags: Json | undefined = asObject(memory.metadata).tags;
  return Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === "string") : [];
}
