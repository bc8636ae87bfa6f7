import { isObject, type Json, type JsonObject } from "../../spec/json.ts";
import { nearest } from "../../spec/nearest.ts";
import type { Fixtures } from "../../spec/target-file.ts";
import { proxySecrets } from "./proxy.ts";
import { targetSchemaJson } from "./schema.ts";
import type { ResolvedTarget } from "./types.ts";

/** Flat names of fixtures: `memberChannel`, `otherAgent.apiKey`, `tasks.ofOwnedAgent.assigned`. */
export interface FixturePaths {
  readonly present: readonly string[];
  readonly missing: readonly string[];
}

/** Every fixture that a target file can name, flat, in the order of the schema. */
export const FIXTURE_PATHS: readonly string[] = leaves(section(targetSchemaJson, "fixtures"), []);

/** The groups among them: `otherAgent`, `tasks`, `tasks.ofOwnedAgent`. */
export const FIXTURE_GROUPS: readonly string[] = [...new Set(FIXTURE_PATHS.flatMap(ancestors))];

/** Returns the description of a fixture in the schema of the target file. */
export function fixtureDescription(path: string): string {
  const schema = path.split(".").reduce(section, section(targetSchemaJson, "fixtures"));
  return typeof schema.description === "string" ? schema.description : "";
}

/** Which fixtures a target has and which it lacks. */
export function fixturePaths(fixtures: Fixtures): FixturePaths {
  return {
    present: FIXTURE_PATHS.filter((path) => isThere(fixtures, path)),
    missing: FIXTURE_PATHS.filter((path) => !isThere(fixtures, path)),
  };
}

/** True when a fixture is there; for a group, when all of its members are. */
export function hasFixture(fixtures: Fixtures, path: string): boolean {
  if (FIXTURE_PATHS.includes(path)) return isThere(fixtures, path);
  const members = FIXTURE_PATHS.filter((leaf) => leaf.startsWith(`${path}.`));
  return members.length > 0 && members.every((leaf) => isThere(fixtures, leaf));
}

/** True when the target file accepts that this fixture is missing: it names the fixture, a group above it or a member below. */
export function acceptsSkip(acceptSkips: readonly string[], path: string): boolean {
  return acceptSkips.some((name) => name === path || path.startsWith(`${name}.`) || name.startsWith(`${path}.`));
}

/** Null for the name of a fixture or group; otherwise the nearest such name, or "" when none is close. */
export function unknownFixture(name: string): string | null {
  const known = [...FIXTURE_GROUPS, ...FIXTURE_PATHS];
  return known.includes(name) ? null : (nearest(name, known) ?? nearestByLastPart(name, known) ?? "");
}

/** Every key that opens something on the target: the caller's, and those that fixtures name for others. */
export function keysOf({ apiKey, fixtures }: Pick<ResolvedTarget, "apiKey" | "fixtures">): readonly string[] {
  return [apiKey, ...keysIn(fixtures as Json)];
}

function keysIn(value: Json): readonly string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "apiKey" && typeof inner === "string" ? [inner] : keysIn(inner),
  );
}

/**
 * Returns every secret of a target, longest first, for redaction: keys, challenge tokens, proxy credentials and
 * headers with a credential.
 */
export function secretsOf(target: ResolvedTarget): readonly string[] {
  const headers = Object.entries(target.http.headers).filter(([name]) => SECRET_HEADER.test(name));
  const ofTheWay = [...headers.map(([, value]) => value), ...proxySecrets(target.http.proxy)];
  const secrets = [...keysOf(target), ...(target.fixtures.challengeTokens ?? [])].filter((secret) => secret !== "");
  secrets.push(...ofTheWay.filter((secret) => secret.length >= SHORTEST_SECRET));
  return [...new Set(secrets)].sort((left, right) => right.length - left.length);
}

/** A shorter word would also be masked in unrelated texts. */
const SHORTEST_SECRET = 4;
/** Matches names of headers whose value is a credential. */
const SECRET_HEADER = /auth|cookie|credential|key|pass|secret|session|signature|token/i;

/** Returns the value of a fixture by its flat name; undefined if it is missing. */
export function fixtureAt(fixtures: Fixtures, path: string): unknown {
  let value: unknown = fixtures;
  for (const step of path.split(".")) {
    value = typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined;
  }
  return value;
}

/** Sets a fixture by its flat name, with the groups around it. */
export function putFixture(into: Fixtures, path: string, value: unknown): void {
  const steps = path.split(".");
  let holder: object = into;
  for (const step of steps.slice(0, -1)) {
    const inner: unknown = Reflect.get(holder, step);
    const group = typeof inner === "object" && inner !== null ? inner : {};
    Reflect.set(holder, step, group);
    holder = group;
  }
  Reflect.set(holder, steps.at(-1) ?? "", value);
}

function isThere(fixtures: Fixtures, path: string): boolean {
  const value = fixtureAt(fixtures, path);
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== "";
}

function leaves(schema: JsonObject, path: readonly string[]): string[] {
  const properties: Json | undefined = schema.properties;
  if (!isObject(properties)) return [path.join(".")];
  return Object.entries(properties).flatMap(([name, child]) => (isObject(child) ? leaves(child, [...path, name]) : []));
}

function ancestors(path: string): string[] {
  const steps = path.split(".");
  return steps.slice(1).map((_, index) => steps.slice(0, index + 1).join("."));
}

function section(schema: JsonObject, name: string): JsonObject {
  const properties: Json | undefined = schema.properties;
  const found = isObject(properties) ? properties[name] : undefined;
  if (!isObject(found)) throw new Error(`the target schema has no ${name}`);
  return found;
}

/** `done` for `tasks.done`: people leave the group out. */
function nearestByLastPart(name: string, known: readonly string[]): string | null {
  const last = name.split(".").at(-1) ?? name;
  return known.find((path) => path.split(".").at(-1)?.toLowerCase() === last.toLowerCase()) ?? null;
}
