import type { Bench } from "./call.ts";
import { addMessage } from "./message-store.ts";
import type { People } from "./stock-people.ts";

const TOPICS = ["lunch", "the roof", "invoices", "the new coffee machine", "train times"] as const;

/** Other people at work: each call of the result may write a message, a task or a memory of theirs. */
export function noise(bench: Bench, { human, channels, scopes }: People): () => void {
  const { prng, world, ids, clock, choices, place } = bench;
  let calls = 0;
  const talk = () => {
    const sender = {
      senderType: "human",
      sender: human.id,
      senderIdentity: human.identity,
      workspace: human.workspace,
    };
    const channel = prng.pick([channels.member.id, channels.second.id, channels.foreign.id]);
    addMessage(bench, { ...sender, channel, content: `A word about ${prng.pick(TOPICS)}.` });
  };
  const plan = () => {
    const now = clock.now();
    const base = { workspace: human.workspace, creator: human.id, creatorIsAgent: false, comments: [], mentions: [] };
    const state = {
      status: "backlog",
      priority: "medium",
      version: 1,
      created: now,
      updated: now,
    };
    const id = ids.next("task");
    const position = place();
    const identifier = `${choices.tasks.prefix}-${position}`;
    const title = `See to ${prng.pick(TOPICS)}`;
    world.tasks.add({ ...base, ...state, id, place: position, identifier, title, channel: channels.member.id });
  };
  const note = () => {
    const scope = prng.pick([scopes.first.id, scopes.second.id]);
    const base = { workspace: human.workspace, scope, kind: "fact", status: "current", confidence: 0.4, version: 1 };
    const content = `Someone mentioned ${prng.pick(TOPICS)}`;
    const made = { created: clock.now(), origin: {}, rawTtl: false, metadata: { tags: ["chatter"] } };
    world.memories.add({ ...base, ...made, id: ids.next("memory"), place: place(), content });
  };
  return () => {
    calls += 1;
    if (calls % choices.world.noiseEvery === 0) prng.pick([talk, talk, plan, note])();
  };
}
