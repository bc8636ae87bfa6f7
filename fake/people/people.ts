import { isDeepStrictEqual } from "node:util";
import { asObject } from "../../spec/json.ts";
import type { SettingsFile } from "../../spec/settings/settings-file.ts";
import { channelOf } from "../control/api/lookup.ts";
import { ControlProblem } from "../control/problem.ts";
import type { Hooks, Observer } from "../hooks.ts";
import type { Exchange } from "../http/call.ts";
import { Rejection } from "../rejection.ts";
import { isoInstant } from "../runtime/clock.ts";
import type { Random } from "../runtime/random.ts";
import type { Service } from "../service.ts";
import { actOf } from "./act-names.ts";
import { checkedSteps, type PlaceOf, scenarioOfProgram } from "./check-scenario.ts";
import { delayOf, durationInMs } from "./delay.ts";
import { perform } from "./perform.ts";
import type { Scenario, ScenarioProgress, Step, StepView, TriggeringResources } from "./scenario.ts";
import { stepExchange } from "./step-exchange.ts";

/** The people of a fake, and other agents, as a test sets them. */
export interface People {
  /**
   * Replaces the scenario, starting at this moment of the fake's clock.
   *
   * @throws OperatorError `SCENARIO-…` for an invalid scenario, or one that names what does not exist.
   */
  play(scenario: Scenario): void;
  /** Returns the steps, how often each was performed, and when it is due. */
  steps(): readonly StepView[];
  /** Ends the scenario: due steps are not performed. */
  stop(): void;
  /** Returns the progress of the scenario for a snapshot of the fake. */
  progress(): ScenarioProgress;
  /** Resumes a scenario from saved progress, replacing the current one. */
  resume(progress: ScenarioProgress): void;
}

/** The interface of the scenario player to the rest of the fake. */
export interface ScenarioPlayer {
  readonly people: People;
  readonly parts: Partial<Hooks>;
  /** Starts the scenario of a file, or continues the one of a snapshot if it is the same. */
  playFile(file: SettingsFile): void;
  /** Performs everything that is due by the fake's clock. */
  run(): void;
  /** Restarts the first scenario. */
  reset(): void;
  /** Stops the timer. */
  close(): void;
}

/** Something that happens at an instant. */
interface Due {
  readonly at: number;
  readonly order: number;
  readonly index: number;
  readonly occasion: TriggeringResources;
}

/** The longest delay of a timer. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** Creates people without a scenario; `observe` records steps in the journal. */
export function createPeople(service: Service, random: Random, placeOf: PlaceOf, observe: Observer): ScenarioPlayer {
  let steps: readonly Step[] = [];
  let first: readonly Step[] | null = null;
  let done: number[] = [];
  let reacted: number[] = [];
  let due: Due[] = [];
  let order = 0;
  let timer: NodeJS.Timeout | undefined;
  let isResumed = false;

  const nameOf = (index: number) => steps[index]?.name ?? `step-${index + 1}`;
  const schedule = (index: number, at: number, occasion: TriggeringResources) => {
    due.push({ at, order: order++, index, occasion });
    due.sort((one, other) => one.at - other.at || one.order - other.order);
  };
  const begin = (fresh: readonly Step[]) => {
    random.restart();
    isResumed = false;
    [steps, done, reacted, due, order] = [fresh, fresh.map(() => 0), fresh.map(() => 0), [], 0];
    const now = service.clock.now();
    for (const [index, step] of steps.entries()) {
      if (step.at !== undefined) schedule(index, now + durationInMs(step.at) + delayOf(step, random), {});
    }
    wait();
  };
  const wait = () => {
    clearTimeout(timer);
    const [next] = due;
    if (next === undefined) return;
    timer = setTimeout(run, Math.min(LONGEST_WAIT, Math.max(0, next.at - service.clock.now())));
    // The timer must not keep the process alive.
    timer.unref();
  };
  const happen = ({ at, index, occasion }: Due) => {
    const step = steps[index];
    if (step === undefined) return;
    done[index] = (done[index] ?? 0) + 1;
    const place = found(() => placeOf(step.workspace ?? "main"));
    // A workspace that was deleted in the meantime has no people.
    if (place === null) return;
    // The step is performed at its due time, even if the clock has moved further.
    const then: Service = { ...service, clock: { ...service.clock, now: () => at } };
    const told = { name: nameOf(index), at, given: actOf(step), place: { ...place, service: then } };
    try {
      observe(stepExchange(told, perform(told.place, step, occasion), null));
    } catch (error) {
      if (!(error instanceof ControlProblem || error instanceof Rejection)) throw error;
      observe(stepExchange(told, null, error));
    }
  };
  const run = () => {
    const now = service.clock.now();
    for (let [next] = due; next !== undefined && next.at <= now; [next] = due) {
      due = due.slice(1);
      happen(next);
    }
    wait();
  };
  const react = (exchange: Exchange) => {
    if (exchange.status !== 200) return;
    for (const [index, step] of steps.entries()) {
      const count = reacted[index] ?? 0;
      if (step.on === undefined || count >= (step.times ?? Number.POSITIVE_INFINITY)) continue;
      if (!concerns(step, exchange, placeOf)) continue;
      if (step.probability !== undefined && random.fraction() >= step.probability) continue;
      reacted[index] = count + 1;
      schedule(index, exchange.call.at + delayOf(step, random), occasionOf(exchange));
    }
    wait();
  };
  const playFile = (file: SettingsFile) => {
    const fresh = checkedSteps(file, placeOf);
    first ??= fresh;
    if (!(isResumed && isDeepStrictEqual(fresh, steps))) begin(fresh);
  };
  return {
    people: {
      play: (scenario) => begin(checkedSteps(scenarioOfProgram(scenario), placeOf)),
      steps: () =>
        steps.map((step, index) => ({
          name: nameOf(index),
          act: actOf(step).name,
          workspace: step.workspace ?? "main",
          done: done[index] ?? 0,
          due: due.filter((each) => each.index === index).map(({ at }) => isoInstant(at)),
        })),
      stop: () => begin([]),
      progress: () => ({
        steps,
        done: [...done],
        reacted: [...reacted],
        due: due.map(({ at, index, occasion }) => ({ at, index, occasion })),
        random: random.state(),
      }),
      resume: (progress) => {
        [steps, done, reacted] = [progress.steps, [...progress.done], [...progress.reacted]];
        due = progress.due.map((one, position) => ({ ...one, order: position }));
        order = due.length;
        random.resume(progress.random);
        isResumed = true;
        wait();
      },
    },
    parts: {
      gates: [
        () => {
          if (due.length > 0) run();
          return false;
        },
      ],
      observers: [(exchange) => (steps.length > 0 ? react(exchange) : undefined)],
    },
    playFile,
    run,
    reset: () => begin(first ?? []),
    close: () => clearTimeout(timer),
  };
}

/** Returns the resource of a name; null if it has been deleted or renamed. */
function found<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if (error instanceof ControlProblem) return null;
    throw error;
  }
}

/** Returns true for a request that the step reacts to. */
function concerns({ on, workspace = "main" }: Step, { call, reply }: Exchange, placeOf: PlaceOf): boolean {
  if (on === undefined || call.operation !== on.operation) return false;
  const place = found(() => placeOf(workspace));
  if (place === null || call.caller?.workspace !== place.workspace) return false;
  const { agent } = call.caller;
  if (on.agent !== undefined && on.agent !== agent.id && on.agent !== agent.name) return false;
  const sent = call.body.kind === "json" ? call.body.value : Object.fromEntries(call.query);
  const { channel } = on;
  if (channel !== undefined) {
    const data = asObject(asObject(reply?.body).data);
    const channelId = data.channelId ?? asObject(sent).channelId;
    if (channelId !== found(() => channelOf(place, channel))?.id) return false;
  }
  return on.text === undefined || JSON.stringify(sent).toLowerCase().includes(on.text.toLowerCase());
}

const KINDS: Readonly<Record<string, keyof TriggeringResources>> = {
  "send-message": "message",
  "flag-needs-human": "message",
  "create-task": "task",
  "block-task": "task",
  "release-task": "task",
  remember: "memory",
};

/** Returns the resource that a request concerned, from its response. */
function occasionOf({ call, reply }: Exchange): TriggeringResources {
  const kind = KINDS[call.operation ?? ""];
  const { id } = asObject(asObject(reply?.body).data);
  return kind === undefined || typeof id !== "string" ? {} : { [kind]: id };
}
