import { asObject, isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import type { Past } from "../../engine/check/history.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { valueAt } from "../../verifiers/read.ts";

/** What holds of any answer of its operations. */
export interface Rule {
  readonly requirement: string;
  readonly name: string;
  readonly operations: readonly string[];
  readonly fixtures?: readonly string[];
  /** Judges all answers; how often there was anything to judge. Throws Failure. */
  readonly judge: (check: CheckContext) => number;
}

/** Requests that were granted, but for those with answers of which only a part is known. */
export function granted(check: CheckContext, operation: string): readonly Past[] {
  const all = check.history(operation);
  const known = grantedOf.get(all) ?? all.filter(({ exchange, isWhole }) => isWhole && statusOf(exchange) === 200);
  grantedOf.set(all, known);
  return known;
}

/**
 * The same, but for those that were answered with a thing which another answer named as well: what is sent again may be
 * taken for what was there already, and then shows how that was made.
 */
export function madeAnew(check: CheckContext, operation: string): readonly Past[] {
  const idOf = ({ exchange }: Past) => valueAt(exchange, "/data/id");
  const all = granted(check, operation);
  const known = madeAnewOf.get(all);
  if (known !== undefined) return known;
  const once = onceById(all, idOf);
  const anew = all.filter((past) => idOf(past) === undefined || once.get(String(idOf(past))) !== null);
  madeAnewOf.set(all, anew);
  return anew;
}

/**
 * Requests that may have been performed although no answer shows what came of them: it was lost, something failed, or only
 * a part of it is known.
 */
export function perhapsGranted(check: CheckContext, operation: string): readonly Past[] {
  return check.history(operation).filter(({ exchange, isWhole }) => {
    const status = statusOf(exchange);
    return status === NO_ANSWER || status >= SERVER_ERROR || (status === 200 && !isWhole);
  });
}

const NO_ANSWER = 0;
const SERVER_ERROR = 500;

/** Every rule asks for the same few lists. */
const grantedOf = new WeakMap<readonly Past[], readonly Past[]>();
const madeAnewOf = new WeakMap<readonly Past[], readonly Past[]>();

/** A member of what was asked for: a parameter by its role, or a member of the body. */
export function askedFor({ input }: Past, name: string): Json | undefined {
  const body: JsonObject = asObject(input.body);
  return input.parameters[name] ?? body[name];
}

/** Things by id; null where two share one: then neither is known by it. */
export function onceById<One>(all: readonly One[], idOf: (one: One) => unknown): ReadonlyMap<string, One | null> {
  const known = new Map<string, One | null>();
  for (const one of all) {
    const id = String(idOf(one));
    known.set(id, known.has(id) ? null : one);
  }
  return known;
}

/** A recall that is not kept from it may add neighbours to what it has ranked. */
export function mayAddNeighbours(recall: Past): boolean {
  const expand = askedFor(recall, "expand");
  return !Array.isArray(expand) || expand.includes("related");
}

/** The things of a list of an answer that are objects, each with its place. */
export function thingsAt({ exchange }: Past, pointer: string): readonly Thing[] {
  return thingsIn(exchange, pointer);
}

/** An object in a list of an answer, and its place. */
interface Thing {
  readonly value: JsonObject;
  readonly pointer: string;
}

/** The same of an answer by itself. */
export function thingsIn(exchange: Exchange, pointer: string): readonly Thing[] {
  const list = valueAt(exchange, pointer);
  return (Array.isArray(list) ? list : []).flatMap((value, index) =>
    isObject(value) ? [{ value, pointer: `${pointer}/${index}` }] : [],
  );
}

/** What is wrong with a thing that a list shows. */
export interface Complaint {
  readonly message: string;
  readonly expected: string;
  /** The thing itself, as far as it goes into a line, where nothing is said. */
  readonly actual?: string;
  /** The member that it is about: the whole thing, where nothing is said. */
  readonly member?: string;
  readonly keyword: string;
}

/** Characters of a thing that a finding shows. */
const SHOWN = 200;

/** Judges each thing of a list of an answer; how many there were. Throws Failure. */
export function judgeThings(past: Past, list: string, complaintOf: (thing: JsonObject) => Complaint | null): number {
  const things = thingsAt(past, list);
  for (const { value, pointer } of things) {
    const complaint = complaintOf(value);
    if (complaint === null) continue;
    const { member, actual = JSON.stringify(value).slice(0, SHOWN), ...told } = complaint;
    const place = member === undefined ? pointer : `${pointer}/${member}`;
    judging([past.exchange], () => expectThat(false, { ...told, actual, pointer: place }));
  }
  return things.length;
}

/**
 * Whether anything was told of the target but its address: else it may not know the names of parameters that the contract
 * leaves open, and answer as if nothing had been asked.
 */
export function isTold({ world }: CheckContext): boolean {
  const { fixtures, parameters } = world.target;
  return Object.keys(fixtures).length > 0 || Object.keys(parameters).length > 0;
}
