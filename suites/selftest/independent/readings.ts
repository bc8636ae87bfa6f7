import { type Choices, type DrawOptions, drawChoices, type Forced, force } from "./choices.ts";
import { createPrng } from "./prng.ts";

/** The server whose readings are used where those of another are not selected. */
const BASE = 1;

/**
 * Readings that may differ between calls: the form of responses and rejections, and the order of unordered lists.
 * Stored data, the content of a page and the accepted input are the same for all calls.
 */
const MAY_VARY = {
  http: ["meta", "pretty", "escaped", "chunked", "contentType", "closesEvery"],
  refusals: [
    "details",
    "retryable",
    "hints",
    "hidden",
    "notMember",
    "malformedId",
    "sdkInvalid",
    "sdkDenied",
    "sdkUnauthenticated",
    "plan",
    "retryAfter",
  ],
  tasks: ["order", "releasedTo", "blockRefusal", "releaseRefusal", "unknownFilterId"],
  messages: ["hiddenChannel"],
  files: ["refusal"],
  memories: ["unknownScope"],
  recall: ["seedInHits", "edges", "hiddenSeed", "hiddenScope", "noMessages", "scoreParts", "pagination"],
  orientation: ["otherIdentity", "hiddenScope", "failedToken"],
} as const satisfies { readonly [Group in keyof Choices]?: readonly (keyof Choices[Group])[] };

/** Returns the readings that a seed draws, as `group.member`, if they differ from those of the base server. */
export function readingsOf(seed: number): readonly string[] {
  const drawn = drawnBy(seed);
  const base = drawnBy(BASE);
  return Object.entries(drawn).flatMap(([group, members]) =>
    Object.entries(members)
      .filter(([member, value]) => JSON.stringify(value) !== JSON.stringify(memberOf(base, group, member)))
      .map(([member]) => `${group}.${member}`),
  );
}

/** Returns the base server with some readings of the server that a seed draws. */
export function borrowed(seed: number, names: readonly string[]): Choices {
  const drawn = drawnBy(seed);
  return force(drawnBy(BASE), picked(drawn, names));
}

/** Returns the choices for calls on which the server has its other readings: those of the base server. */
export function varied(choices: Choices): Choices {
  const base = drawnBy(BASE);
  const names = Object.entries(MAY_VARY).flatMap(([group, members]) => members.map((member) => `${group}.${member}`));
  return force(choices, picked(base, names));
}

const TRAFFIC: DrawOptions = { traffic: true };

function drawnBy(seed: number): Choices {
  return drawChoices(createPrng(seed), seed === BASE ? {} : TRAFFIC);
}

function picked(choices: Choices, names: readonly string[]): Forced {
  const groups: Record<string, Record<string, unknown>> = {};
  for (const name of names) {
    const [group = "", member = ""] = name.split(".");
    groups[group] = { ...groups[group], [member]: memberOf(choices, group, member) };
  }
  return groups as Forced;
}

function memberOf(choices: Choices, group: string, member: string): unknown {
  const members = (choices as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[group] ?? {};
  if (Object.hasOwn(members, member)) return members[member];
  throw new Error(`unknown reading "${group}.${member}": expected one that readingsOf gives`);
}
