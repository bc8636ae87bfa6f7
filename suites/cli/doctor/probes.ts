import { excerpt } from "../../../spec/excerpt.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { listIn } from "./ask.ts";
import { type Finding, hidden, ok, readable, unchecked, unclear, wrong } from "./finding.ts";
import { LISTING_PROBES } from "./listing-probes.ts";
import type { Probe } from "./probe.ts";

const KEY_REMEDY = "Give a key that is valid now.";

function channelOfCaller(name: "memberChannel" | "secondMemberChannel"): Probe {
  return {
    fixture: name,
    look: async ({ ask }, fixtures) => {
      const answer = await ask("get-messages", { parameters: { channel: fixtures[name] ?? "" } });
      return readable(answer, "Name a channel that exists and that the caller is a member of.");
    },
  };
}

function scopeOfCaller(name: "scope" | "secondScope"): Probe {
  return {
    fixture: name,
    look: async ({ ask }, fixtures) => {
      const answer = await ask("search-memories", { parameters: { scope: fixtures[name] ?? "" } });
      const found = readable(answer, "Name a scope that the caller may read and write.");
      return found.state === "ok" ? ok("readable; that it may be written, a run will show") : found;
    },
  };
}

/** A key is good when it reads its own tasks. */
function keyOf(holder: "otherAgent" | "otherWorkspace" | "exhaustedPlan" | "smallPlan"): Probe {
  return {
    fixture: `${holder}.apiKey`,
    look: async ({ ask }, fixtures) => {
      const apiKey = fixtures[holder]?.apiKey ?? "";
      const found = readable(await ask("list-tasks", { apiKey }), KEY_REMEDY);
      return found.state === "ok" ? ok("accepted") : found;
    },
  };
}

/** A channel that one key reads and the caller's does not. */
function channelOf(holder: "otherAgent" | "otherWorkspace" | "exhaustedPlan"): Probe {
  return {
    fixture: `${holder}.channel`,
    look: async ({ ask }, fixtures) => {
      const parameters = { channel: fixtures[holder]?.channel ?? "" };
      const apiKey = fixtures[holder]?.apiKey;
      if (apiKey === undefined) return unchecked(`needs ${holder}.apiKey`);
      const theirs = readable(
        await ask("get-messages", { parameters, apiKey }),
        "Name a channel that its key can read.",
      );
      if (theirs.state !== "ok") return theirs;
      const ours = await ask("get-messages", { parameters });
      return hidden(ours, "Name a channel that the caller is no member of.", listIn(ours, "messages").length > 0);
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
      return hidden(answer, "Name a channel that the caller is no member of.", listIn(answer, "messages").length > 0);
    },
  },
  scopeOfCaller("scope"),
  scopeOfCaller("secondScope"),
  {
    fixture: "unreadableScope",
    look: async ({ ask }, { unreadableScope = "" }) => {
      const answer = await ask("search-memories", { parameters: { scope: unreadableScope } });
      return hidden(answer, "Name a scope on which the caller lacks CAN_READ.");
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
      const found = readable(theirs, "Name a scope that its key can read.");
      if (found.state !== "ok") return found;
      return hidden(await ask("search-memories", { parameters }), "Name a scope of another workspace.");
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
      return readable(answer, "Give the identity id of the agent that the key belongs to.");
    },
  },
  {
    fixture: "seedMemory",
    look: async ({ ask }, { seedMemory = "" }) => {
      const answer = await ask("recall", { body: { seed_id: seedMemory, depth: 1 } });
      const found = readable(answer, "Name a memory that the caller may read.");
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
      return hidden(await ask("request-file-download", { parameters }), "Name an attachment in a channel of others.");
    },
  },
  {
    fixture: "messages.foreign.word",
    look: async ({ ask }, { messages }) => {
      const answer = await ask("search-messages", { parameters: { query: messages?.foreign?.word ?? "" } });
      if (answer?.status !== 200) return unclear("the search was refused");
      const shown = listIn(answer, "messages").length;
      if (shown === 0) return ok("the caller does not find it");
      return wrong(`the caller finds ${shown} messages with it`, "Name a word that only the foreign message has.");
    },
  },
  {
    fixture: "messages.byHuman",
    look: async ({ ask }, { memberChannel, secondMemberChannel, messages }) => {
      for (const channel of [memberChannel, secondMemberChannel]) {
        if (channel === undefined) continue;
        const answer = await ask("get-messages", { parameters: { channel, limit: 100 } });
        const message = listIn(answer, "messages").find(({ id }) => id === messages?.byHuman);
        if (message !== undefined) return senderIs(message);
      }
      return unclear("not among the newest messages of the caller's channels");
    },
  },
];

function senderIs(message: JsonObject): Finding {
  if (message.senderType === "human") return ok("sent by a human");
  return wrong(
    `its senderType is ${excerpt(JSON.stringify(message.senderType ?? null), 100)}`,
    "Name a message that a person sent.",
  );
}

/** Every probe, in the order in which they are asked. */
export const PROBES: readonly Probe[] = [...PLACES, ...OTHERS, ...SINGLE, ...LISTING_PROBES];
