import { excerpt } from "../../../spec/excerpt.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { type Asker, listIn } from "./asker.ts";
import { type Finding, hiddenFinding, ok, readableFinding, unchecked, unclear, wrong } from "./finding.ts";
import { LISTING_PROBES } from "./listing-probes.ts";
import type { Probe } from "./probe.ts";

const KEY_REMEDY = "Give a key that is valid now.";

function channelOfCaller(name: "memberChannel" | "secondMemberChannel"): Probe {
  return {
    fixture: name,
    look: async ({ ask }, fixtures) => {
      const answer = await ask("get-messages", { parameters: { channel: fixtures[name] ?? "" } });
      return readableFinding(answer, "Name a channel that exists and that the caller is a member of.");
    },
  };
}

function scopeOfCaller(name: "scope" | "secondScope"): Probe {
  return {
    fixture: name,
    look: async ({ ask }, fixtures) => {
      const answer = await ask("search-memories", { parameters: { scope: fixtures[name] ?? "" } });
      const found = readableFinding(answer, "Name a scope that the caller may read and write.");
      return found.state === "ok" ? ok("readable; that it may be written, a run will show") : found;
    },
  };
}

/** Returns a probe for a key: it is valid if it reads its own tasks. */
function keyOf(holder: "otherAgent" | "otherWorkspace" | "exhaustedPlan" | "smallPlan"): Probe {
  return {
    fixture: `${holder}.apiKey`,
    look: async ({ ask }, fixtures) => {
      const apiKey = fixtures[holder]?.apiKey ?? "";
      const found = readableFinding(await ask("list-tasks", { apiKey }), KEY_REMEDY);
      return found.state === "ok" ? ok("accepted") : found;
    },
  };
}

/** Returns a probe for a channel that one key reads and the caller's does not. */
function channelOf(holder: "otherAgent" | "otherWorkspace" | "exhaustedPlan"): Probe {
  return {
    fixture: `${holder}.channel`,
    look: async ({ ask }, fixtures) => {
      const parameters = { channel: fixtures[holder]?.channel ?? "" };
      const apiKey = fixtures[holder]?.apiKey;
      if (apiKey === undefined) return unchecked(`needs ${holder}.apiKey`);
      const theirs = readableFinding(
        await ask("get-messages", { parameters, apiKey }),
        "Name a channel that its key can read.",
      );
      if (theirs.state !== "ok") return theirs;
      const ours = await ask("get-messages", { parameters });
      return hiddenFinding(
        ours,
        "Name a channel that the caller is not a member of.",
        listIn(ours, "messages").length > 0,
      );
    },
  };
}

const PLACES: readonly Probe[] = [
  channelOfCaller("memberChannel"),
  channelOfCaller("secondMemberChannel"),
  {
    fixture: "foreignChannel",
    look: async ({ ask }, { foreignChannel = "" }) => {
      const answer = await ask("get-messages", { parameters: { channel: foreignChannel } });
      return hiddenFinding(
        answer,
        "Name a channel that the caller is not a member of.",
        listIn(answer, "messages").length > 0,
      );
    },
  },
  scopeOfCaller("scope"),
  scopeOfCaller("secondScope"),
  {
    fixture: "unreadableScope",
    look: async ({ ask }, { unreadableScope = "" }) => {
      const answer = await ask("search-memories", { parameters: { scope: unreadableScope } });
      return hiddenFinding(answer, "Name a scope on which the caller lacks CAN_READ.");
    },
  },
];

const OTHERS: readonly Probe[] = [
  keyOf("otherAgent"),
  channelOf("otherAgent"),
  keyOf("otherWorkspace"),
  channelOf("otherWorkspace"),
  {
    fixture: "otherWorkspace.scope",
    look: async ({ ask }, { otherWorkspace }) => {
      const parameters = { scope: otherWorkspace?.scope ?? "" };
      const theirs = await ask("search-memories", { parameters, apiKey: otherWorkspace?.apiKey ?? "" });
      const found = readableFinding(theirs, "Name a scope that its key can read.");
      if (found.state !== "ok") return found;
      return hiddenFinding(await ask("search-memories", { parameters }), "Name a scope of another workspace.");
    },
  },
  keyOf("exhaustedPlan"),
  channelOf("exhaustedPlan"),
  keyOf("smallPlan"),
];

const SINGLE: readonly Probe[] = [
  {
    fixture: "agent.identityId",
    look: async ({ ask }, { agent }) => {
      const answer = await ask("bootstrap-context", { body: { agent_identity_id: agent?.identityId ?? "" } });
      return readableFinding(answer, "Give the identity id of the agent that the key belongs to.");
    },
  },
  {
    fixture: "seedMemory",
    look: async ({ ask }, { seedMemory = "" }) => {
      const answer = await ask("recall", { body: walkFrom(seedMemory) });
      const found = readableFinding(answer, "Name a memory that the caller can read.");
      if (found.state !== "ok") return found;
      const neighbours = listIn(answer, "edges").length;
      if (neighbours > 0) return ok(`readable, with ${neighbours} edges`);
      return wrong("it has no edges to walk along", "Name a memory with neighbours in the graph.");
    },
  },
  {
    fixture: "attachments.foreign",
    look: async ({ ask }, { foreignChannel = "", attachments }) => {
      const parameters = { channel: foreignChannel, attachment: attachments?.foreign ?? "" };
      return hiddenFinding(
        await ask("request-file-download", { parameters }),
        "Name an attachment in a channel of others.",
      );
    },
  },
  {
    fixture: "messages.foreign.word",
    look: async ({ ask }, { messages }) => {
      const { id, word = "" } = messages?.foreign ?? {};
      const answer = await ask("search-messages", { parameters: { query: word } });
      if (answer?.status !== 200) return unclear("the search was rejected");
      // A search may also find similar messages.
      const having = (message: JsonObject) =>
        message.id === id || String(message.content).toLowerCase().includes(word.toLowerCase());
      const shown = listIn(answer, "messages").filter(having).length;
      if (shown === 0) return ok("the caller does not find it");
      return wrong(`the caller finds ${shown} messages with it`, "Name a word that only the foreign message has.");
    },
  },
  {
    fixture: "messages.byHuman",
    look: async (asker, { memberChannel, secondMemberChannel, messages }) => {
      for (const channel of [memberChannel, secondMemberChannel]) {
        if (channel === undefined) continue;
        const message = await findMessage(asker, channel, messages?.byHuman ?? "");
        if (message !== null) return senderIs(message);
      }
      return unclear("not among the newest messages of the caller's channels");
    },
  },
];

/** Returns a walk of one step, with every member that some servers require. */
export function walkFrom(memory: string): JsonObject {
  return { seed_id: memory, depth: 1, expand: ["provenance", "related"], limit: 20 };
}

/** Pages of a channel that are turned before a message counts as not found. */
const PAGES = 5;

/** Returns a message of a channel, searched from the newest page backwards; null if it is not on the first pages. */
async function findMessage({ ask }: Asker, channel: string, id: string): Promise<JsonObject | null> {
  let before: JsonObject = {};
  let limit: JsonObject = { limit: 100 };
  for (let page = 0; page < PAGES; page += 1) {
    let answer = await ask("get-messages", { parameters: { channel, ...limit, ...before } });
    // The contract leaves the largest page open.
    if (answer?.status === 400) {
      limit = {};
      answer = await ask("get-messages", { parameters: { channel, ...before } });
    }
    const messages = listIn(answer, "messages");
    const found = messages.find((message) => message.id === id);
    if (found !== undefined) return found;
    const [oldest] = [...messages].sort((one, other) => instantOf(one) - instantOf(other));
    if (typeof oldest?.id !== "string") return null;
    before = { before: oldest.id };
  }
  return null;
}

function instantOf({ createdAt }: JsonObject): number {
  return Date.parse(String(createdAt));
}

function senderIs(message: JsonObject): Finding {
  if (message.senderType === "human") return ok("sent by a human");
  return wrong(
    `its senderType is ${excerpt(JSON.stringify(message.senderType ?? null), 100)}`,
    "Name a message that a person sent.",
  );
}

/** Every probe, in order. */
export const PROBES: readonly Probe[] = [...PLACES, ...OTHERS, ...SINGLE, ...LISTING_PROBES];
