import type { IncomingMessage, ServerResponse } from "node:http";
import { OperatorError } from "../../spec/operator-error.ts";
import type { Hooks } from "../hooks.ts";
import type { Call, Reply } from "../http/call.ts";
import { send, textOf } from "../http/exchange-io.ts";
import { ownKey } from "../overrides/identities.ts";
import type { Rules } from "../rules.ts";
import { pause } from "../runtime/pause.ts";
import type { Random } from "../runtime/random.ts";
import { type Caller, callerOf } from "../service.ts";
import { cutConnection, cutUploadAfter, endInFirstChunk, sendHalf, sendMalformed } from "./broken-responses.ts";
import { checkRules } from "./check-rules.ts";
import { errorReply } from "./errors.ts";
import { createHistory } from "./history.ts";
import { isTransfer, matcherOf } from "./matching.ts";
import { preferenceOf } from "./preference.ts";
import type { ActiveRule, ChaosRule, Delay } from "./rule.ts";
import { createRuleTurns, type RuleTurns } from "./rule-turns.ts";

/** The chaos rules of a fake, as a test sets them. */
export interface Chaos {
  /**
   * Adds rules after those in force; returns their names.
   *
   * @throws OperatorError `CHAOS-…` for an invalid rule, or a name that is in use.
   */
  add(...rules: readonly ChaosRule[]): readonly string[];
  /** Removes a rule; returns false if none has this name. */
  remove(name: string): boolean;
  /** Replaces all rules and resets their counters. */
  replace(rules: readonly ChaosRule[]): readonly string[];
  /** Takes all rules away. */
  clear(): void;
  /** Returns the rules in the order in which they are evaluated, with their counts. */
  list(): readonly ActiveRule[];
  /** Goes back to the rules that the fake was started with, counts and chance included. */
  reset(): void;
}

/** The response header with the name of the rule that disturbed it. */
const RULE_HEADER = "X-Fake-Rule";

/** A rule ready to act. */
interface Armed {
  readonly rule: ChaosRule & { readonly name: string };
  readonly concerns: (call: Call) => boolean;
  readonly turns: RuleTurns;
}

/** Creates the chaos of a fake and the hooks that apply it. */
export function createChaos(
  first: readonly ChaosRule[],
  random: Random,
  rules: Rules,
): { chaos: Chaos; parts: Partial<Hooks> } {
  let armed: readonly Armed[] = [];
  const arm = (asked: readonly ChaosRule[], before: readonly Armed[]) => {
    const named = withNames(checkRules(asked), before);
    const fresh = named.map((rule) => ({ rule, concerns: matcherOf(rule), turns: createRuleTurns(rule, random) }));
    armed = [...before, ...fresh];
    return named.map(({ name }) => name);
  };
  const start = () => {
    random.restart();
    if (first.length === 0) armed = [];
    else arm(first, []);
  };
  start();
  const chaos: Chaos = {
    add: (...more) => arm(more, armed),
    remove: (name) => {
      const before = armed.length;
      armed = armed.filter(({ rule }) => rule.name !== name);
      return armed.length < before;
    },
    replace: (others) => arm(others, []),
    clear: () => {
      armed = [];
    },
    list: () => armed.map(({ rule, turns: { matched, acted } }) => ({ ...rule, matched, acted })),
    reset: start,
  };
  return { chaos, parts: hooksOf(() => armed, random, rules) };
}

/** Returns the rules with names. A rule without a name is named after its position. */
function withNames(rules: readonly ChaosRule[], before: readonly Armed[]): (ChaosRule & { readonly name: string })[] {
  const there = before.map(({ rule }) => rule.name);
  const again = rules.flatMap(({ name }) => (name !== undefined && there.includes(name) ? [name] : []));
  if (again.length > 0) throw namesTaken(again);
  const taken = new Set([...there, ...rules.flatMap(({ name }) => name ?? [])]);
  return rules.map((rule, index) => {
    if (rule.name !== undefined) return { ...rule, name: rule.name };
    let number = before.length + index + 1;
    while (taken.has(`rule-${number}`)) number += 1;
    taken.add(`rule-${number}`);
    return { ...rule, name: `rule-${number}` };
  });
}

function namesTaken(names: readonly string[]): OperatorError {
  return new OperatorError({
    code: "CHAOS-NAME-TAKEN",
    message: names.map((name) => `There is a chaos rule "${name}" already.`).join(" "),
    hint: "Remove it first, or give the new one another name.",
  });
}

/** Returns the hooks. The gate decides what happens to a call; later hooks apply the parts that come later. */
function hooksOf(armed: () => readonly Armed[], random: Random, rules: Rules): Partial<Hooks> {
  const decided = new WeakMap<Call, ChaosRule & { readonly name: string }>();
  const history = createHistory();
  return {
    gates: [
      (call, request, response) => {
        const preference = preferenceOf(call);
        const rule = preference?.rule ?? choose(armed(), call);
        if (rule === null) return false;
        decided.set(call, rule);
        call.caller ??= callerBehind(call);
        call.rule = rule.name;
        call.cut = rule.cut !== undefined || rule.cutUploadAt !== undefined;
        if (preference === null) response.setHeader(RULE_HEADER, rule.name);
        else response.setHeader("Preference-Applied", preference.applied);
        return begin({ call, rule, rules, random }, request, response);
      },
    ],
    around: (call, next) => {
      const rule = decided.get(call);
      if (rule?.error !== undefined) return replyOf(call, rule, rules);
      if (rule?.stale !== undefined) return history.answerFrom(call, rule.stale, next);
      return armed().some((one) => one.rule.stale !== undefined) ? history.record(call, next) : next();
    },
    exits: [
      (call, reply, request, response) => {
        const rule = decided.get(call);
        if (rule?.malformed !== undefined) sendMalformed(response, reply, rule.malformed);
        else if (rule?.cut === "after") cutConnection(request, response);
        else if (rule?.cut === "body" && isTransfer(call.operation)) endInFirstChunk(request, response);
        else if (rule?.cut === "body") sendHalf(request, response, reply);
        else return false;
        return !isTransfer(call.operation) || rule.cut === "after";
      },
    ],
  };
}

/** A call with the chaos rule that acts on it. */
interface Disturbance {
  readonly call: Call;
  readonly rule: ChaosRule;
  readonly rules: Rules;
  readonly random: Random;
}

/** Applies the part of a rule before the call is performed; returns true if the call ends there. */
async function begin(
  { call, rule, rules, random }: Disturbance,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (rule.delayMs !== undefined) await pause(drawn(rule.delayMs, random));
  if (rule.cut === "before") cutConnection(request, response);
  else if (rule.cutUploadAt !== undefined) await cutUploadAfter(request, response, rule.cutUploadAt);
  else if (rule.error !== undefined && isTransfer(call.operation)) sendError(response, replyOf(call, rule, rules));
  else return false;
  return true;
}

/** Returns the caller for the journal, since a call that is not performed is not admitted either. */
function callerBehind(call: Call): Caller | null {
  const key = ownKey(call);
  return key === undefined ? null : { ...callerOf(call.service, key), now: call.at };
}

/** Returns the first rule that concerns a call and whose turn it is. Every rule that concerns the call counts it. */
function choose(armed: readonly Armed[], call: Call): Armed["rule"] | null {
  let chosen: Armed | null = null;
  for (const one of armed) {
    if (one.concerns(call) && one.turns.next() && chosen === null) chosen = one;
  }
  chosen?.turns.act();
  return chosen?.rule ?? null;
}

function replyOf(call: Call, { error, name = "" }: ChaosRule, rules: Rules): Reply {
  return errorReply(call, rules, typeof error === "number" ? { status: error } : (error ?? {}), name);
}

function sendError(response: ServerResponse, reply: Reply): void {
  send(response, reply, textOf(reply), false);
}

function drawn(delay: Delay, random: Random): number {
  return typeof delay === "number" ? delay : delay.from + Math.floor(random.fraction() * (delay.to - delay.from + 1));
}
