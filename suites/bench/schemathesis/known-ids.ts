import type { ReferenceKind } from "../../../spec/family.ts";
import type { Fixtures } from "../../../spec/target-file.ts";

/** Ids that exist on a target and that the caller may use, by kind. */
export type KnownIds = ReadonlyMap<ReferenceKind, readonly string[]>;

/**
 * Returns the ids of a target's fixtures; kinds without an id are absent.
 *
 * @param attachment the id of a file in a message that the caller can read
 */
export function knownIds(fixtures: Fixtures, attachment: string | null): KnownIds {
  const { agent, messages = {}, tasks = {}, memories = {} } = fixtures;
  // One channel and one scope, since a message or memory is in one of them, and correct servers reject it together
  // with another.
  const all: readonly [ReferenceKind, readonly (string | undefined)[]][] = [
    ["channel", [fixtures.memberChannel]],
    ["scope", [fixtures.scope]],
    ["agent", [agent?.id, fixtures.ownedAgent]],
    ["identity", [agent?.identityId]],
    ["user", [fixtures.user]],
    ["memory", [fixtures.seedMemory, memories.superseded, memories.contested, memories.proposed]],
    ["task", [tasks.inChannel, tasks.mentioning, tasks.commented, tasks.done, tasks.cancelled]],
    ["message", [messages.byHuman]],
    ["attachment", [attachment ?? undefined]],
    ["token", fixtures.challengeTokens ?? []],
  ];
  const given = all.map(([kind, ids]) => [kind, ids.filter((id) => id !== undefined)] as const);
  return new Map(given.filter(([, ids]) => ids.length > 0));
}
