import type { Call } from "../http/call.ts";
import { type Change, type ChangeTools, combine } from "../overrides/changes.ts";
import { onlyWhen } from "../overrides/hooks.ts";
import { isAtSite } from "./guards/levels.ts";
import type { Conditions, Guard, Mutation, Operator, Site } from "./model.ts";
import { reachOf } from "./reach.ts";

/** A guard at one of its levels. */
export interface GuardLevel {
  readonly guard: Guard;
  /** Its text in the id: `beside=tags`. */
  readonly level: string;
}

/** One point of the space: an operator at a site where it breaks a requirement, with some guards. */
export interface Point {
  readonly operator: Operator;
  readonly site: Site;
  readonly mutation: Mutation;
  readonly guards: readonly GuardLevel[];
}

/** `operator@site[guard,…]`: describes the mutant completely. */
export function idOf({ operator, site, guards }: Omit<Point, "mutation">): string {
  const levels = guards.map(({ level }) => level).toSorted();
  return `${operator.name}@${site.id}${levels.length === 0 ? "" : `[${levels.join(",")}]`}`;
}

/** A defective server, as `wac fake --mutant` starts it. */
export interface Mutant {
  /** `operator@site[guard,…]`. */
  readonly id: string;
  /** The requirement that it breaks. */
  readonly breaks: string;
  /** The defect in a few words. */
  readonly title: string;
  /** The operations that show it. */
  readonly operations: readonly string[];
  /** Makes the broken server; called once for each fake, so that a mutant can count. */
  readonly plant: (tools: ChangeTools) => Change;
  readonly operator: string;
  readonly site: string;
  readonly guards: readonly string[];
}

/** Returns the mutant of a point. */
export function mutantAt(point: Point): Mutant {
  const { operator, site, mutation, guards } = point;
  const condition = guards.length === 0 ? "" : `, where ${guards.map(({ level }) => level).join(" and ")}`;
  return {
    id: idOf(point),
    operator: operator.name,
    site: site.id,
    guards: guards.map(({ level }) => level),
    breaks: mutation.breaks,
    title: `${mutation.title}: ${site.id}${condition}`,
    operations: [site.operation],
    plant: (tools) => createChange(point, tools),
  };
}

function createChange(point: Point, tools: ChangeTools): Change {
  const plant = (own: ChangeTools) => point.mutation.plant(conditionsOf(point, own));
  if (tools.onReached === undefined) return plant(tools);
  const { meet, watched } = reachOf(point.site, tools.onReached);
  return watched(plant({ ...tools, onReached: meet }));
}

/** Created again for each fake: guards that count begin at nothing. */
function conditionsOf({ site, guards }: Point, tools: ChangeTools): Conditions {
  const { onReached = () => {} } = tools;
  const tracked = guards.flatMap(({ guard, level }) => guard.tracking?.(level, site) ?? []);
  const calls = [
    ...guards.flatMap(({ guard, level }) => guard.calls?.(level, site) ?? []),
    ...tracked.map((one) => one.calls),
  ];
  const values = [
    ...guards.flatMap(({ guard, level }) => guard.values?.(level, site) ?? []),
    ...tracked.map((one) => one.values),
  ];
  const watches = tracked.flatMap(({ watch }) => watch ?? []);
  const looksAtValues = LOOKING_AT_VALUES.has(site.kind) || (site.kind === "rule" && site.row !== null);
  const letsThrough = (call: Call) => {
    // Each guard is evaluated on every call, so that counting guards miss none.
    const holds = calls.map((passes) => passes(call)).every(Boolean);
    if (holds && !looksAtValues && isAtSite(site, call)) onReached();
    return holds;
  };
  return {
    tools,
    applies: (...given) => {
      const holds = values.every((passes) => passes(...given));
      if (holds) onReached();
      return holds;
    },
    confined: (change) =>
      combine(calls.length === 0 ? combine(watching(letsThrough), change) : onlyWhen(letsThrough, change), ...watches),
  };
}

/** Sites whose mutation tests each value, and then reports that it is reached. */
const LOOKING_AT_VALUES: ReadonlySet<Site["kind"]> = new Set(["value", "list", "input", "part", "effect", "bytes"]);

/** Changes nothing, and sees every call. */
const watching = (see: (call: Call) => unknown): Change => ({
  around: (call, next) => {
    see(call);
    return next();
  },
});
