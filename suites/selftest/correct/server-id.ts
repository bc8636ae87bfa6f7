import type { Variant } from "../../../fake/index.ts";
import { CHOICES, drawVariant, resolveVariant, splitValue } from "../../../fake/mutants-and-variants.ts";
import { badValue } from "../../cli/core/values.ts";
import { readingsOf } from "../independent/readings.ts";
import type { Subject } from "../trial.ts";

/** A correct server: the fake with other choices, or the independent server with other readings. */
export type CorrectSubject = Extract<Subject, { kind: "variant" | "independent" }>;

/** Returns the fake with these choices, and the SHOULD requirements that it reads differently. */
export function fakeSubject(variant: Variant): CorrectSubject {
  const against = CHOICES.flatMap(({ name, against = {} }) => against[splitValue(variant[name] ?? "").value] ?? []);
  return { kind: "variant", variant, against };
}

/** Returns the independent server with some of the readings that a seed draws; by default all of them. */
export function independentSubject(seed: number, readings: readonly string[] = readingsOf(seed)): CorrectSubject {
  return { kind: "independent", seed, liberties: false, readings };
}

/**
 * `fake:NAME=VALUE,…` or `independent:SEED:GROUP.MEMBER,…`: describes a correct server completely. Short forms name everything
 * that a seed draws: `fake:SEED`, `independent:SEED`.
 */
export function serverId(subject: CorrectSubject): string {
  if (subject.kind === "variant") return `fake:${pairsOf(subject.variant).join(",") || "reference"}`;
  const { seed, readings } = subject;
  const isWhole = readings?.length === readingsOf(seed).length;
  return `independent:${seed}${readings === undefined || isWhole ? "" : `:${readings.join(",")}`}`;
}

/**
 * Returns the server of an id.
 *
 * @throws OperatorError `CLI-VALUE` if it is not the id of a correct server.
 */
export function subjectOf(id: string): CorrectSubject {
  const [, server, rest = ""] = /^(fake|independent):(.*)$/s.exec(id) ?? [];
  if (server === "fake") return fakeSubject(variantOf(rest));
  const [, seed, names] = /^(\d{1,10})(?::(.*))?$/.exec(rest) ?? [];
  if (server === undefined || seed === undefined) throw notAnId(id);
  return independentSubject(Number(seed), names === undefined ? undefined : knownReadings(id, Number(seed), names));
}

function knownReadings(id: string, seed: number, names: string): readonly string[] {
  const drawn = readingsOf(seed);
  const given = names.split(",").filter((name) => name !== "");
  const [unknown] = given.filter((name) => !drawn.includes(name));
  if (unknown === undefined) return given;
  throw badValue("correct", id, `made of readings that seed ${seed} draws`, `It draws ${drawn.join(", ")}.`);
}

function variantOf(text: string): Variant {
  if (text === "reference") return {};
  if (/^\d{1,10}$/.test(text)) return drawVariant(Number(text), { varying: true });
  const pairs = text.split(",").map((pair): [string, string] => {
    const [name = "", ...value] = pair.split("=");
    return [name, value.join("=")];
  });
  return resolveVariant(Object.fromEntries(pairs));
}

function notAnId(id: string) {
  const hint = "Give fake:NAME=VALUE,… or fake:SEED, independent:SEED or independent:SEED:GROUP.MEMBER,…";
  return badValue("correct", id, "a number of servers, or the id of one", hint);
}

/** Returns the differences of a server, one word each. */
export function partsOf(subject: CorrectSubject): readonly string[] {
  return subject.kind === "variant" ? pairsOf(subject.variant) : (subject.readings ?? []);
}

/** Returns the server with only these differences. */
export function withParts(subject: CorrectSubject, parts: readonly string[]): CorrectSubject {
  if (subject.kind === "independent") return { ...subject, readings: parts };
  const { variant } = subject;
  const kept = Object.entries(variant).filter(([name, value]) => parts.includes(`${name}=${value}`));
  return { ...subject, variant: Object.fromEntries(kept) };
}

function pairsOf(variant: Variant): string[] {
  return Object.entries(variant).map(([name, value]) => `${name}=${value}`);
}
