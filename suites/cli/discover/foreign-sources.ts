import { type Answer, listIn } from "../doctor/asker.ts";
import {
  agentOf,
  type Candidate,
  type Candidates,
  channelsOf,
  type DiscoveredSoFar,
  type OtherKeys,
  type Sources,
} from "./source.ts";
import { memoryPages, type ShownRecord, type Survey, shownIn } from "./survey.ts";

/** A shorter task list is complete. */
const DEFAULT_PAGE = 50;
/** Words of a foreign message, and memories of a hidden scope, that are tried. */
const MAX_WORDS = 6;
const MAX_MEMORIES = 5;
/** Characters of a text that is searched for. */
const TEXT = 60;

/** Fixtures that other keys show: resources that they see and the caller does not. */
export const FOREIGN_SOURCES: Sources = {
  "otherAgent.apiKey": key("otherAgent", "--other-api-key"),
  "otherWorkspace.apiKey": key("otherWorkspace", "--other-workspace-api-key"),
  "exhaustedPlan.apiKey": key("exhaustedPlan", "--exhausted-plan-api-key", "that its plan is used up, a run will show"),
  "smallPlan.apiKey": key("smallPlan", "--small-plan-api-key", "how much is left of its plan, no response shows"),
  foreignChannel: (known) => channelsBeyond(known, "otherAgent", []),
  "otherAgent.id": ({ others }) => {
    const agent = others.otherAgent === undefined ? null : agentOf(others.otherAgent);
    return {
      candidates: agent === null ? [] : [agent],
      gap: "no response shows for certain which agent the key belongs to",
    };
  },
  // A channel other than the one that is already foreignChannel.
  "otherAgent.channel": (known) => channelsBeyond(known, "otherAgent", [known.fixtures.foreignChannel]),
  "otherWorkspace.channel": (known) => channelsBeyond(known, "otherWorkspace", []),
  "otherWorkspace.scope": ({ others }) => scopesBeyond(others.otherWorkspace, undefined),
  "exhaustedPlan.channel": (known) => channelsBeyond(known, "exhaustedPlan", []),
  "messages.foreign.word": foreignWord,
  "tasks.private": privateTasks,
  unreadableScope: ({ own, others }) => scopesBeyond(others.otherAgent, own),
  "memories.unreadable.text": unreadableMemory,
};

const NO_KEY = "no further key was given";

function key(holder: keyof OtherKeys, option: string, open?: string): Sources[string] {
  return ({ keys }) => {
    const value = keys[holder];
    const evidence = [`given as ${option}`, ...(open === undefined ? [] : [open])].join("; ");
    return { candidates: value === undefined ? [] : [{ value, evidence }], gap: NO_KEY };
  };
}

function channelsBeyond(
  { others, own }: DiscoveredSoFar,
  holder: keyof OtherKeys,
  last: readonly (string | undefined)[],
): Candidates {
  const survey = others[holder];
  if (survey === undefined) return { candidates: [], gap: NO_KEY };
  const ours = new Set(channelsOf(own).map(({ id }) => id));
  const theirs = channelsOf(survey).filter(({ id }) => !ours.has(id));
  const sorted = [...theirs].sort((one, other) => Number(last.includes(one.id)) - Number(last.includes(other.id)));
  return {
    candidates: sorted.map(({ id, evidence }) => ({ value: id, evidence: `to the key of ${holder}: ${evidence}` })),
    gap: `the key of ${holder} shows no channel that the caller may not read`,
  };
}

function scopesBeyond(survey: Survey | undefined, own: Survey | undefined): Candidates {
  if (survey === undefined) return { candidates: [], gap: NO_KEY };
  const ours = new Set(own?.scopes.map(({ id }) => id));
  const theirs = survey.scopes.filter(({ id }) => !ours.has(id));
  return {
    candidates: theirs.map(({ id, evidence }) => ({ value: id, evidence: `to the other key: ${evidence}` })),
    gap: "the other key shows no scope that the caller may not read",
  };
}

async function foreignWord({ session, others, fixtures }: DiscoveredSoFar): Promise<Candidates> {
  const survey = others.otherAgent;
  const none = { candidates: [], gap: survey === undefined ? NO_KEY : "no word is found by the other key alone" };
  const inForeign = survey?.messages.filter(({ channelId }) => channelId === fixtures.foreignChannel) ?? [];
  for (const message of inForeign) {
    for (const query of longestWords(message)) {
      const found = listIn(await session.ask("search-messages", asOther({ query }, survey)), "messages");
      if (found.length !== 1 || found[0]?.id !== message.id) continue;
      const evidence = "the other key finds one message by it, in foreignChannel";
      return { ...none, candidates: [{ value: query, more: { "messages.foreign.id": message.id }, evidence }] };
    }
  }
  return none;
}

function longestWords({ content }: ShownRecord): readonly string[] {
  const words = String(content).match(/[\p{L}\p{N}]{4,}/gu) ?? [];
  return [...new Set(words)].sort((one, other) => other.length - one.length).slice(0, MAX_WORDS);
}

function asOther(parameters: Record<string, string>, survey: Survey | undefined) {
  return { parameters, apiKey: survey?.apiKey };
}

function privateTasks({ own, others, session }: DiscoveredSoFar): Candidates {
  const theirs = others.otherAgent?.tasks ?? [];
  const ours = new Set(own.tasks.map(({ id }) => id));
  const isComplete = own.tasks.length < DEFAULT_PAGE || session.names["list-tasks"]?.limit !== undefined;
  const hidden = isComplete ? theirs.filter(({ id }) => !ours.has(id)) : [];
  return {
    candidates: hidden.map(({ id }) => ({ value: id, evidence: "listed for the other key" })),
    gap: others.otherAgent === undefined ? NO_KEY : "the other key lists no task that the caller does not see",
  };
}

async function unreadableMemory({ session, others, fixtures }: DiscoveredSoFar): Promise<Candidates> {
  const survey = others.otherAgent;
  const { unreadableScope } = fixtures;
  const none = {
    candidates: [],
    gap: survey === undefined ? NO_KEY : "no memory of unreadableScope has a text of its own",
  };
  if (survey === undefined || unreadableScope === undefined) return none;
  const known = session.names["search-memories"] ?? {};
  if (known.scope === undefined || known.text === undefined) return none;
  const hidden = await memoryPages(session, { scope: unreadableScope }, survey.apiKey);
  // Current decisions come first, since they are shown most often.
  const sorted = [...hidden].sort((one, other) => Number(other.kind === "decision") - Number(one.kind === "decision"));
  const candidates: Candidate[] = [];
  for (const { id, content } of sorted.slice(0, MAX_MEMORIES)) {
    const text = String(content).slice(0, TEXT).trim();
    const answer = await session.ask("search-memories", asOther({ text }, survey));
    if (!isAlone(answer, id)) continue;
    const evidence = "the other key finds one memory by it, in unreadableScope";
    candidates.push({ value: text, more: { "memories.unreadable.id": id }, evidence });
  }
  return { ...none, candidates };
}

function isAlone(answer: Answer | null, id: string): boolean {
  const hits = shownIn(listIn(answer, "hits"));
  return hits.length === 1 && hits[0]?.id === id;
}
