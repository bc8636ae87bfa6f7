import { asObject } from "../../spec/json.ts";
import type { Fixtures } from "../../spec/target-file.ts";
import { statusOf } from "../client/exchange.ts";
import { hasFixture } from "../target/fixtures.ts";
import type { ResolvedTarget } from "../target/types.ts";
import { ifAnswered } from "./attempt.ts";
import type { CaseContext, Check, CheckOutcome, Suite, World } from "./check.ts";
import { createCaseContext, type Surroundings } from "./context.ts";
import { skipped } from "./excuse.ts";
import type { History, Past } from "./history.ts";
import { anotherMark } from "./mark.ts";
import { createPatience } from "./patience.ts";
import { createReferences } from "./references.ts";

/** What runs leave to the larger budgets: a standard run has no tasks to spare. */
const AREAS = {
  smoke: [],
  standard: ["messages", "files", "memories", "recall"],
  thorough: ["messages", "files", "memories", "recall", "tasks"],
} as const;

/** What an agent has to be able to make for the checks of an area to be asked of it. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  messages: ["send-message"],
  files: ["request-file-upload", "send-message"],
  memories: ["send-message", "remember"],
  recall: ["send-message", "remember"],
  tasks: ["create-task"],
};

/**
 * The same service as the other agent has it: its key, its channel and what both can use, under a mark of its own; null where
 * the target names no such agent, or the run may look at nothing twice.
 */
export function anotherSide(world: World): World | null {
  const { target, budget, readOnly } = world;
  const { otherAgent, scope, user, otherWorkspace } = target.fixtures;
  if (AREAS[budget].length === 0 || readOnly) return null;
  if (otherAgent?.apiKey === undefined || otherAgent.id === undefined) return null;
  const fixtures: Fixtures = {
    agent: { id: otherAgent.id },
    ...(otherAgent.channel === undefined ? {} : { memberChannel: otherAgent.channel }),
    otherAgent: { apiKey: target.apiKey, ...definedId(target.fixtures.agent?.id) },
    ...(scope === undefined ? {} : { scope }),
    ...(user === undefined ? {} : { user }),
    ...(otherWorkspace === undefined ? {} : { otherWorkspace }),
  };
  return {
    ...world,
    target: { ...target, apiKey: otherAgent.apiKey, fixtures },
    // A look at each rule: whatever shows for every caller has been seen by then.
    budget: "smoke",
    mark: anotherMark(world.mark, world.document),
  };
}

function definedId(id: string | undefined): { readonly id?: string } {
  return id === undefined ? {} : { id };
}

/** The checks that a run repeats from the other side: those of its areas for which that side has all that they need. */
export function checksOfAnotherSide(side: World, { budget }: Pick<World, "budget">, suites: readonly Suite[]): Check[] {
  const areas: readonly string[] = AREAS[budget];
  return suites
    .flatMap((suite) => suite.checks(side))
    .filter(
      ({ requirement, fixtures, waits, late, last, dear, shared }) =>
        areas.includes(areaOf(requirement)) &&
        ![waits, late, last, dear, shared].includes(true) &&
        fixtures.every((path) => hasFixture(side.target.fixtures, path)),
    )
    .map((check) => ({ ...check, name: `${check.name}, as another agent`, fixtures: [], asAnother: true }));
}

function areaOf(requirement: string): string {
  return requirement.split(".", 1)[0] ?? "";
}

/** Says of a check whether the other agent can do what its area begins with: asked once of each area. */
export function createPermits(around: Surroundings): (check: Check) => Promise<boolean> {
  const asked = new Map<string, Promise<boolean>>();
  return async (check) => {
    const area = areaOf(check.requirement);
    const context = createCaseContext(around, `as another agent/${area}`, { witnessed: 0, requests: 0 });
    const answer = asked.get(area) ?? ifAnswered(() => mayWork(area, context)).then((may) => may === true);
    asked.set(area, answer);
    return answer;
  };
}

/** What an agent may do is not said of the other one: a refusal is no finding. */
async function mayWork(area: string, context: CaseContext): Promise<boolean> {
  for (const operation of NEEDED[area] ?? []) {
    if ((await context.searchBaseline(operation)).found === null) return false;
  }
  return area === "memories" || area === "recall" ? mayUseScope(context) : true;
}

/** The scope is the caller's by the target file: of the other agent only the service can say. */
async function mayUseScope(context: CaseContext): Promise<boolean> {
  const { scope } = context.world.target.fixtures;
  if (scope === undefined) return true;
  const { found } = await context.searchBaseline("remember");
  const body = { ...asObject(found?.input.body), scope_id: scope };
  const written = await context.call("remember", { body }, { fresh: true });
  const read = await context.call("search-memories", { parameters: { scope } });
  return statusOf(written) === 200 && statusOf(read) === 200;
}

/** The outcome of a check for which the other agent has not what it takes: the caller's own looks say what there is to say. */
export function leftToTheCaller(check: Check): CheckOutcome {
  return { ...skipped(check, "what it needs is not there for the other agent", []), aside: true };
}

/** The parts of a run as the other agent uses them: what it has is made for it, and what was sent is the same. */
export function surroundingsOf(side: World, around: Surroundings, signal: AbortSignal): Surroundings {
  return {
    ...around,
    world: side,
    references: createReferences(side),
    patience: createPatience(side, signal),
    history: seenBy(around.history, side.target),
  };
}

/** A history as the other agent has it: what it sent is its own, and what the caller sent is another's. */
function seenBy(history: History, target: ResolvedTarget): History {
  const { apiKey, fixtures } = target;
  const callerKey = fixtures.otherAgent?.apiKey ?? "";
  const turned = new WeakMap<readonly Past[], readonly Past[]>();
  return {
    note: (operation, past) => history.note(operation, { ...past, ...turnedRound(past, apiKey, callerKey) }),
    of(operation) {
      const all = history.of(operation);
      const known = turned.get(all) ?? all.map((past) => ({ ...past, ...turnedRound(past, callerKey, apiKey) }));
      turned.set(all, known);
      return known;
    },
    keepingAll: () => seenBy(history.keepingAll(), target),
  };
}

/** Whose key a request carried, told to the holder of `theirs` in place of that of `ours`. */
function turnedRound(
  past: Pick<Past, "isOwn" | "otherKey">,
  ours: string,
  theirs: string,
): Pick<Past, "isOwn" | "otherKey"> {
  if (past.isOwn) return { isOwn: false, otherKey: ours };
  return past.otherKey === theirs ? { isOwn: true, otherKey: null } : past;
}
