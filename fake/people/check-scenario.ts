import { isObject, type JsonObject } from "../../spec/json.ts";
import { didYouMean } from "../../spec/nearest.ts";
import { readSchema } from "../../spec/settings/published-schema.ts";
import type { Path, SettingsFile, SettingsKind } from "../../spec/settings/settings-file.ts";
import {
  givenSettings,
  reject,
  type SettingsProblem,
  type SettingsSchema,
  settingsSchema,
} from "../../spec/settings/settings-schema.ts";
import { agentOf, channelOf, type Place, userOf } from "../control/api/lookup.ts";
import { JOURNAL_OPERATIONS } from "../control/journal/operations.ts";
import { ControlProblem } from "../control/problem.ts";
import { LAST_INSTANT } from "../runtime/clock.ts";
import { isRandomState } from "../runtime/random.ts";
import { ACT_NAMES, actOf } from "./act-names.ts";
import type { ScenarioProgress, Step } from "./scenario.ts";

/** The names of a scenario in messages and error codes. */
export const SCENARIO: SettingsKind = { what: "scenario file", code: "SCENARIO" };

/** Returns a workspace by its id or name. Throws a ControlProblem if there is none. */
export type PlaceOf = (workspace: string) => Place;

let compiled: SettingsSchema | null = null;

/** Returns a scenario from a program in the form of a file. */
export function scenarioOfProgram(given: unknown): SettingsFile {
  return givenSettings("The scenario", given, SCENARIO);
}

/**
 * Returns the steps of a scenario after checking that everything that they name exists.
 *
 * @throws OperatorError `SCENARIO-…` with place, key and value of each mistake.
 */
export function checkedSteps(file: SettingsFile, placeOf: PlaceOf): readonly Step[] {
  const ofShape = schema().problems(file.value, file);
  const listed = isObject(file.value) && Array.isArray(file.value.steps) ? file.value.steps : [];
  const steps = listed as unknown as readonly Step[];
  // The meaning of a step is checked only if its shape is valid.
  const isSound = (index: number) => !ofShape.some(({ path }) => Number(path[1]) === index);
  const ofSense = steps.flatMap((step, index) =>
    isSound(index) ? [...formProblems(step, index), ...nameProblems(step, index, placeOf)] : [],
  );
  reject([...ofShape, ...ofSense], file, SCENARIO);
  return steps;
}

function schema(): SettingsSchema {
  compiled ??= settingsSchema(readSchema("scenario.schema.json"));
  return compiled;
}

/** Returns true for the progress of a scenario. The names in its steps are resolved when they are performed. */
export function isProgress(value: unknown): value is ScenarioProgress {
  if (!isObject(value) || !Array.isArray(value.steps) || !Array.isArray(value.due)) return false;
  const steps = value.steps as unknown as readonly Step[];
  const areCounts = (counts: unknown) =>
    Array.isArray(counts) && counts.length === steps.length && counts.every((count) => Number.isInteger(count));
  return (
    schema().problems({ steps: value.steps }).length === 0 &&
    steps.every((step, index) => formProblems(step, index).length === 0) &&
    areCounts(value.done) &&
    areCounts(value.reacted) &&
    isRandomState(value.random) &&
    value.due.every((one) => isObject(one) && isDue(one, steps.length))
  );
}

function isDue({ at, index, occasion }: JsonObject, steps: number): boolean {
  const isIndex = Number.isInteger(index) && Number(index) >= 0 && Number(index) < steps;
  const isInstant = typeof at === "number" && at >= 0 && at <= LAST_INSTANT;
  return isIndex && isInstant && isObject(occasion) && Object.values(occasion).every((id) => typeof id === "string");
}

/** Returns the mistakes in a step itself, independent of a workspace. */
function formProblems(step: Step, index: number): SettingsProblem[] {
  const at = (path: Path): Path => ["steps", index, ...path];
  const wrong = (path: Path, text: string, hint: string) => ({ code: "VALUE", path: at(path), text, hint });
  const acts = ACT_NAMES.filter((name) => step[name] !== undefined);
  const problems: SettingsProblem[] = [];
  if (acts.length !== 1) {
    const got = acts.length === 0 ? "no act" : `${acts.join(" and ")} in one step`;
    problems.push(
      wrong(acts.slice(1, 2), `${got}: expected exactly one of ${ACT_NAMES.join(", ")}.`, "Say what is done."),
    );
  }
  if ((step.at === undefined) === (step.on === undefined)) {
    const got = step.at === undefined ? "neither at nor on" : "at and on in one step";
    problems.push(wrong([], `${got}: expected one of them.`, "Give at, a time, or on, a request to react to."));
  }
  const operation = step.on?.operation;
  if (operation !== undefined && !JOURNAL_OPERATIONS.includes(operation)) {
    const text = `${JSON.stringify(operation)} is not an operation.${didYouMean(operation, JOURNAL_OPERATIONS)}`;
    problems.push(wrong(["on", "operation"], text, `Operations: ${JOURNAL_OPERATIONS.join(", ")}.`));
  }
  if (acts.length !== 1) return problems;
  return [...problems, ...actorProblems(step, wrong)];
}

type Wrong = (path: Path, text: string, hint: string) => SettingsProblem;

/** Returns the mistakes in the actor: the author of a message or comment, or the assignee, is a person or an agent. */
function actorProblems(step: Step, wrong: Wrong): SettingsProblem[] {
  const { name, given } = actOf(step);
  const needsOne = ["post", "reply", "claim", "comment"].includes(name);
  const problems: SettingsProblem[] = [];
  if (needsOne && (given.user === undefined) === (given.agent === undefined)) {
    problems.push(wrong([name], "it has no actor, or two: expected user or agent.", "Give user, or agent."));
  }
  const kind = (
    {
      reply: "message",
      claim: "task",
      move: "task",
      comment: "task",
      contest: "memory",
      supersede: "memory",
      invalidate: "memory",
    } as Readonly<Record<string, string>>
  )[name];
  if (kind !== undefined && given[kind] === undefined && step.on === undefined) {
    problems.push(wrong([name], `it has no ${kind}, and reacts to no request that has one.`, `Give ${kind}, or on.`));
  }
  return problems;
}

/** Names of people, agents, channels and workspaces that are not there. */
function nameProblems(step: Step, index: number, placeOf: PlaceOf): SettingsProblem[] {
  if (ACT_NAMES.filter((name) => step[name] !== undefined).length !== 1) return [];
  const at = (path: Path): Path => ["steps", index, ...path];
  const problems: SettingsProblem[] = [];
  const find = <T>(path: Path, look: () => T): T | null => {
    try {
      return look();
    } catch (error) {
      if (!(error instanceof ControlProblem)) throw error;
      problems.push({ code: "NAME", path: at(path), text: `${error.message}.`, hint: error.hint });
      return null;
    }
  };
  const place = find(["workspace"], () => placeOf(step.workspace ?? "main"));
  if (place === null) return problems;
  const { name, given } = actOf(step);
  const uses: [Path, unknown, (place: Place, ref: string) => unknown][] = [
    [["on", "agent"], step.on?.agent, agentOf],
    [["on", "channel"], step.on?.channel, channelOf],
    [[name, "agent"], given.agent, agentOf],
    [[name, "user"], given.user, userOf],
    [[name, "channel"], given.channel, channelOf],
    ...(Array.isArray(given.mentions) ? given.mentions : []).map((each, index): [Path, unknown, typeof agentOf] => [
      [name, "mentions", index],
      each,
      agentOf,
    ]),
  ];
  for (const [path, ref, look] of uses) if (typeof ref === "string") find(path, () => look(place, ref));
  return problems;
}
