import type { JournalOperation } from "../control/journal/operations.ts";
import type { TaskStatus } from "../features/tasks/model.ts";

/** The actions of people and other agents in a workspace; schema: `spec/schemas/scenario.schema.json`. */
export interface Scenario {
  readonly steps: readonly Step[];
}

/** A step: its time, and exactly one act. */
export interface Step extends Partial<Acts> {
  /** By which the journal names it; `step-1`, `step-2` … by default. */
  readonly name?: string;
  /** Workspace in which it happens; `main`, the fake's own, by default. */
  readonly workspace?: string;
  /** Time since the start of the scenario, such as `30m`; in place of `on`. */
  readonly at?: string;
  /** The accepted request that it reacts to. */
  readonly on?: Trigger;
  /** The delay after that; none by default. A range is drawn from the fake's seed. */
  readonly after?: string | { readonly from: string; readonly to: string };
  /** How often it reacts; always by default. */
  readonly times?: number;
  /** Chance to react, from 0 to 1, drawn from the fake's seed. */
  readonly probability?: number;
}

/** An accepted request; all given members must match. */
export interface Trigger {
  readonly operation: JournalOperation;
  /** Agent that sent it, by id or name. */
  readonly agent?: string;
  /** Channel of the message, task or file, by id or name. */
  readonly channel?: string;
  /** Text anywhere in the request, ignoring case. */
  readonly text?: string;
}

/** The actor: a person or an agent, by id or name. */
interface Who {
  readonly user?: string;
  readonly agent?: string;
}

/** The possible acts. Task, memory and message are those of the triggering request, unless named. */
export interface Acts {
  /** Posts into a channel. */
  readonly post: Who & { readonly channel: string; readonly content: string };
  /** Replies in the thread of a message. */
  readonly reply: Who & { readonly message?: string; readonly content: string };
  /** Takes a task. */
  readonly claim: Who & { readonly task?: string };
  /** Moves a task to a status. */
  readonly move: { readonly task?: string; readonly status: TaskStatus };
  readonly comment: Who & { readonly task?: string; readonly body: string; readonly mentions?: readonly string[] };
  /** Sets a new memory against one. */
  readonly contest: { readonly memory?: string; readonly content: string };
  /** Supersedes a memory with a new one. */
  readonly supersede: { readonly memory?: string; readonly content: string };
  /** Declares a memory wrong. */
  readonly invalidate: { readonly memory?: string; readonly reason: string; readonly agent?: string };
  /** Upgrades the plan to ten times the allowance, or to the given one. */
  readonly upgrade: { readonly monthlyTasks?: number };
}

/** Name of an act. */
export type Act = keyof Acts;

/** The occasion of a step: ids of the resources of the request. */
export interface TriggeringResources {
  readonly message?: string;
  readonly task?: string;
  readonly memory?: string;
}

/** The progress of a scenario, for snapshots. */
export interface ScenarioProgress {
  readonly steps: readonly Step[];
  /** The number of times that each step was performed. */
  readonly done: readonly number[];
  /** The number of times that each step has reacted to a request. */
  readonly reacted: readonly number[];
  /** The pending steps in order: instants in milliseconds since 1970, and indexes of steps. */
  readonly due: readonly { readonly at: number; readonly index: number; readonly occasion: TriggeringResources }[];
  /** The state of the random source of delays and probabilities. */
  readonly random: readonly number[];
}

/** A step with its state. */
export interface StepView {
  readonly name: string;
  readonly act: Act;
  readonly workspace: string;
  /** The number of times that it was performed, or failed. */
  readonly done: number;
  /** Instants at which it is due. */
  readonly due: readonly string[];
}
