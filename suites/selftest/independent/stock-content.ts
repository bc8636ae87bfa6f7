import type { Bench } from "./call.ts";
import { DAY } from "./clock.ts";
import { link } from "./links.ts";
import { addMessage } from "./message-store.ts";
import type { People } from "./stock-people.ts";
import type { Agent, Memory, Message, Task, User } from "./world.ts";

const FOREIGN_WORD = "quetzalcoatl";
const HIDDEN_TEXT = "obsidian covenant of the hidden scope";
const INSTANT_TAG = "same-moment";

/** Fills a world with tasks, messages, files and memories, and returns them by name. */
export function stockContent(bench: Bench, people: People) {
  const messages = stockMessages(bench, people);
  return {
    messages,
    tasks: stockTasks(bench, people),
    memories: stockMemories(bench, people, messages),
    foreignFile: stockFile(bench, people, people.channels.foreign.id, messages.foreign),
  };
}

function say(bench: Bench, by: User | Agent, channel: string, content: string): Message {
  const human = !("key" in by);
  return addMessage(bench, {
    workspace: by.workspace,
    channel,
    senderType: human ? "human" : bench.choices.messages.agentType,
    sender: by.id,
    senderIdentity: by.identity,
    content,
    metadata: { mood: "calm" },
  });
}

function stockMessages(bench: Bench, { human, stranger, channels }: People) {
  say(bench, human, channels.member.id, "Good morning. The release is on Thursday.");
  say(bench, stranger, channels.abroad.id, "Nobody outside this workspace reads this.");
  return {
    byHuman: say(bench, human, channels.member.id, "Could someone look at the invoices?"),
    foreign: say(bench, human, channels.foreign.id, `The board has spoken of ${FOREIGN_WORD}.`),
  };
}

function stockTasks(bench: Bench, people: People) {
  const { caller, other, owned, channels } = people;
  const note = (by: Agent) => [{ by: by.id, text: "I have looked at this." }];
  const make = (title: string, rest: Partial<Task> = {}) => addTask(bench, other, title, rest).id;
  return {
    done: make("Water the plants", { status: "done", agent: caller.id }),
    cancelled: make("Sell the plants", { status: "cancelled", agent: caller.id }),
    mentioning: make("Ask around", { mentions: [caller.id] }),
    commented: make("Think twice", { comments: note(caller) }),
    inChannel: make("Tidy up", { channel: channels.member.id }),
    private: make("Keep quiet"),
    ofOwnedAgent: {
      assigned: make("Carry boxes", { agent: owned.id }),
      created: addTask(bench, owned, "Count boxes", {}).id,
      commented: make("Paint boxes", { comments: note(owned) }),
      mentioning: make("Ship boxes", { mentions: [owned.id] }),
    },
  };
}

function addTask({ world, ids, clock, choices, place }: Bench, by: Agent, title: string, rest: Partial<Task>): Task {
  const now = clock.now();
  const position = place();
  const status = rest.status ?? "todo";
  return world.tasks.add({
    id: ids.next("task"),
    workspace: by.workspace,
    place: position,
    identifier: `${choices.tasks.prefix}-${position}`,
    title,
    status,
    priority: "low",
    version: choices.tasks.firstVersion,
    creator: by.id,
    creatorIsAgent: true,
    comments: [],
    mentions: [],
    created: now,
    updated: now,
    ended: now,
    ...rest,
  });
}

function stockMemories(bench: Bench, { scopes }: People, messages: { byHuman: Message; foreign: Message }) {
  const { clock } = bench;
  const now = clock.now();
  const make = (content: string, rest: Partial<Memory> = {}) => addMemory(bench, scopes.first, content, rest);
  const seed = make("The release train leaves on Thursdays");
  const neighbour = make("Releases need two approvals", { kind: "fact" });
  const distant = make("Approvals come from the release council", { kind: "preference" });
  const hidden = addMemory(bench, scopes.hidden, HIDDEN_TEXT, {});
  const buried = addMemory(bench, scopes.hidden, "what lies below the covenant", {});
  const past = now - 3 * DAY;
  const odd = {
    superseded: make("The release train leaves on Mondays", { status: "superseded" }),
    invalidated: make("The release train has no brakes", { status: "invalidated", invalidated: now }),
    expired: make("The release train is late today", { status: "expired", created: past, expires: past + DAY }),
    contested: make("The release train should leave on Fridays", { status: "contested" }),
    proposed: make("The release train could leave twice a week", { status: "proposed" }),
  };
  const twins = [1, 2, 3, 4, 5].map((number) =>
    make(`Bell ${number} rang`, { created: past, metadata: { tags: [INSTANT_TAG] }, kind: "fact" }),
  );
  addMemory(bench, scopes.abroad, "The release train of another workspace", {});
  for (const memory of [neighbour, hidden, ...Object.values(odd)]) link(bench, memory, seed.id, "SUPPORTS");
  for (const source of [messages.byHuman, messages.foreign]) link(bench, seed, source.id);
  link(bench, distant, neighbour.id, "SUPPORTS");
  link(bench, hidden, buried.id, "SUPPORTS");
  return { seed, hidden, ...odd, twins };
}

function addMemory(
  { world, ids, clock, choices, place }: Bench,
  scope: { id: string; workspace: string },
  content: string,
  rest: Partial<Memory>,
): Memory {
  return world.memories.add({
    id: ids.next("memory"),
    workspace: scope.workspace,
    place: place(),
    scope: scope.id,
    kind: "decision",
    status: "current",
    content,
    confidence: 0.9,
    version: choices.memories.firstVersion,
    rawTtl: false,
    created: clock.now(),
    origin: {},
    ...rest,
  });
}

function stockFile({ world, ids, clock }: Bench, { human }: People, channel: string, message: Message): string {
  const id = ids.next("attachment");
  const bytes = Buffer.from("minutes of the board");
  const base = { id, workspace: human.workspace, channel, uploader: human.id, message: message.id };
  world.uploads.add({ ...base, name: "minutes.txt", mime: "text/plain", largest: 1000, bytes, created: clock.now() });
  world.messages.change(message.id, { attachments: [id] });
  return id;
}

/** The texts and tags of the stock that fixtures name. */
export const STOCK_WORDS = { foreign: FOREIGN_WORD, hidden: HIDDEN_TEXT, instant: INSTANT_TAG } as const;
