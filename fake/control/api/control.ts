import type { TargetFile } from "../../../spec/target-file.ts";
import { tool } from "../../../spec/tool.ts";
import type { FakeWorkspace } from "../../fake-workspace.ts";
import type { Population, Populations } from "../../populations.ts";
import type { Rules } from "../../rules.ts";
import { isoInstant } from "../../runtime/clock.ts";
import type { SeedData } from "../../seeds/seed-data.ts";
import type { Service, Settings } from "../../service.ts";
import { withdrawnKeys } from "../hints/credentials.ts";
import type { Journal } from "../journal/journal.ts";
import { problem } from "../problem.ts";
import { type ClockControl, clockControl } from "./clock.ts";
import { changeSettings } from "./settings.ts";
import { placeOf, type WorkspaceControl, type WorkspaceView, workspaceControl } from "./workspace.ts";

/** The state of the fake. */
export interface Health {
  readonly status: "ok";
  readonly version: string;
  readonly uptimeMs: number;
  /** The fake's own time. */
  readonly clock: string;
  readonly counts: {
    readonly workspaces: number;
    readonly keys: number;
    readonly journal: number;
    readonly requests: number;
    readonly messages: number;
    readonly tasks: number;
    readonly memories: number;
    readonly files: number;
  };
}

/** The functions of the control interface under `/_fake`, for tests in TypeScript. */
export interface FakeControl {
  health(): Health;
  readonly clock: ClockControl;
  /** Every workspace, those that are created with others included. */
  workspaces(): readonly WorkspaceView[];
  /**
   * Returns the control of a workspace: the fake's own, or the one with an id.
   *
   * @throws ControlProblem `not_found`, with the nearest id.
   */
  workspace(id?: string): WorkspaceControl;
  /** Creates a further workspace; the result is that of {@link FakeWorkspace}. */
  createWorkspace(seed?: SeedData): FakeWorkspace;
  /** Puts a workspace, and those created with it, back to the start; returns their ids. */
  resetWorkspace(id: string): readonly string[];
  /** Deletes a workspace, and those created with it; returns their ids. The fake's own cannot be deleted. */
  deleteWorkspace(id: string): readonly string[];
  /** Returns a target file for a workspace, or for the one that it was created with. */
  targetOf(id: string): TargetFile;
  readonly settings: Readonly<Settings>;
  /**
   * Changes some settings; returns all.
   *
   * @throws ControlProblem `invalid_input` for an invalid number.
   */
  changeSettings(changes: Partial<Settings>): Readonly<Settings>;
}

/** The parts of a fake that its control needs. */
export interface Controlled {
  readonly service: Service;
  readonly rules: Rules;
  readonly populations: Populations;
  readonly journal: Journal;
  workspace(seed?: SeedData): FakeWorkspace;
  targetOf(population: Population): TargetFile;
  /** Called after each move of the clock. */
  afterMove(): void;
}

/** Creates the control of a fake that was started at an instant of `performance.now()`. */
export function createControl(fake: Controlled, begun: number): FakeControl {
  const { service, rules, populations } = fake;
  const populationOf = (ref: string) => {
    const { workspace, population } = placeOf(fake, ref);
    if (population !== undefined) return population;
    throw problem(
      "conflict",
      `The workspace ${workspace.id} was not created by this fake`,
      "Choose another workspace.",
    );
  };
  return {
    health: () => healthOf(fake, performance.now() - begun),
    clock: clockControl(service, rules, fake.afterMove),
    workspaces: () => [...service.workspaces.keys()].map((id) => workspaceControl(fake, id).describe()),
    workspace: (id = "main") => workspaceControl(fake, id),
    createWorkspace: fake.workspace,
    resetWorkspace: (ref) => {
      const population = populationOf(ref);
      populations.reset(population);
      return population.workspaceIds;
    },
    deleteWorkspace: (ref) => {
      const population = populationOf(ref);
      if (population === populations.first()) {
        throw problem(
          "conflict",
          "The fake's own workspace cannot be deleted",
          "Reset it: POST /_fake/workspaces/main/reset.",
        );
      }
      for (const { key, workspace } of service.keys.values()) {
        if (population.workspaceIds.includes(workspace.id))
          withdrawnKeys(service).set(key, "belonged to a workspace that was deleted");
      }
      populations.remove(population);
      return population.workspaceIds;
    },
    targetOf: (ref) => fake.targetOf(populationOf(ref)),
    get settings() {
      return { ...service.settings };
    },
    changeSettings: (changes) => changeSettings(service.settings, changes),
  };
}

function healthOf({ service, journal }: Controlled, uptimeMs: number): Health {
  const workspaces = [...service.workspaces.values()];
  const sum = (kind: "messages" | "tasks" | "memories" | "files") =>
    workspaces.reduce((total, workspace) => total + workspace[kind].count, 0);
  return {
    status: "ok",
    version: tool.version,
    uptimeMs: Math.round(uptimeMs),
    clock: isoInstant(service.clock.now()),
    counts: {
      workspaces: workspaces.length,
      keys: service.keys.size,
      journal: Math.min(journal.last, journal.capacity),
      requests: journal.last,
      messages: sum("messages"),
      tasks: sum("tasks"),
      memories: sum("memories"),
      files: sum("files"),
    },
  };
}
