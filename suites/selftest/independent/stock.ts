import type { Fixtures } from "../../../spec/target-file.ts";
import type { Bench } from "./call.ts";
import type { Prng } from "./prng.ts";
import { STOCK_WORDS, stockContent } from "./stock-content.ts";
import { type People, stockPeople } from "./stock-people.ts";

const TOKENS = 24;

/** The content of a freshly stocked server, for tests. */
export interface Stock {
  readonly people: People;
  readonly fixtures: Fixtures;
}

/** Fills the world of a server and returns its content as fixtures. */
export function stock(bench: Bench, prng: Prng): Stock {
  const people = stockPeople(bench, prng);
  const content = stockContent(bench, people);
  const challengeTokens = Array.from({ length: TOKENS }, () => addToken(bench, prng, people.caller.id));
  return { people, fixtures: { ...places(bench, people), ...records(content), challengeTokens } };
}

function addToken({ world }: Bench, prng: Prng, agent: string): string {
  const id = `tok/${prng.below(2 ** 31).toString(36)}+${prng.below(2 ** 31).toString(36)}=`;
  return world.challenges.add({ id, agent, used: false }).id;
}

function places({ choices }: Bench, people: People): Fixtures {
  const { caller, other, stranger, broke, thrifty, owned, human, channels, scopes } = people;
  return {
    memberChannel: channels.member.id,
    secondMemberChannel: channels.second.id,
    foreignChannel: channels.foreign.id,
    agent: { id: caller.id, identityId: caller.identity },
    scope: scopes.first.id,
    secondScope: scopes.second.id,
    unreadableScope: scopes.hidden.id,
    user: human.id,
    otherAgent: { apiKey: other.key, id: other.id, channel: channels.others.id },
    otherWorkspace: { apiKey: stranger.key, channel: channels.abroad.id, scope: scopes.abroad.id },
    exhaustedPlan: { apiKey: broke.key, channel: channels.broke.id },
    smallPlan: { apiKey: thrifty.key, remaining: choices.world.smallPlan },
    ownedAgent: owned.id,
  };
}

function records({ messages, tasks, memories, foreignFile }: ReturnType<typeof stockContent>): Fixtures {
  const { superseded, invalidated, expired, contested, proposed, hidden, seed, twins } = memories;
  return {
    seedMemory: seed.id,
    tasks,
    messages: { byHuman: messages.byHuman.id, foreign: { id: messages.foreign.id, word: STOCK_WORDS.foreign } },
    memories: {
      superseded: superseded.id,
      invalidated: invalidated.id,
      expired: expired.id,
      contested: contested.id,
      proposed: proposed.id,
      unreadable: { id: hidden.id, text: STOCK_WORDS.hidden },
      equalInstants: { tag: STOCK_WORDS.instant, ids: twins.map(({ id }) => id) },
    },
    attachments: { foreign: foreignFile },
  };
}
