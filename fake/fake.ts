import type { Server } from "node:http";
import type { TargetFile } from "../spec/target-file.ts";
import type { Chaos } from "./chaos/chaos.ts";
import type { ClientReport } from "./client-report/report.ts";
import type { ReportSelection } from "./client-report/selection.ts";
import type { FakeControl } from "./control/api/control.ts";
import type { Duration } from "./control/api/duration.ts";
import type { Journal } from "./control/journal/journal.ts";
import type { FakeWorkspace } from "./fake-workspace.ts";
import type { Hooks } from "./hooks.ts";
import type { MutantSwitch } from "./overrides/switchable.ts";
import type { People } from "./people/people.ts";
import type { Population, Populations } from "./populations.ts";
import type { SeedData, Seeded } from "./seeds/seed-data.ts";
import type { Service } from "./service.ts";
import type { Snapshot } from "./state/snapshot.ts";

/** A running fake. */
export interface Fake extends FakeWorkspace {
  /** `http://127.0.0.1:PORT`. */
  readonly baseUrl: string;
  readonly service: Service;
  /** The HTTP server that it listens with: a test in the same process may hand it requests without a socket. */
  readonly server: Server;
  readonly populations: Populations;
  /** A target file for a population. */
  targetOf(population: Population): TargetFile;
  /** What the API does not show: clock, channels, agents, keys, plans, moves by people. */
  readonly control: FakeControl;
  /** Every exchange with the API: for tests that ask what their client has sent. */
  readonly journal: Journal;
  /**
   * What the client of this fake has used of the contract, and what it did wrong, from the requests that the journal holds.
   *
   * @throws ControlProblem `invalid_input` for a rule to ignore that there is not.
   */
  report(selection?: ReportSelection): Promise<ClientReport>;
  /** Ids and keys behind the names of each seed, in their order. */
  readonly seeds: readonly Seeded[];
  /** Rules that disturb clients: delays, errors, broken responses, cut connections. */
  readonly chaos: Chaos;
  /** The mutants in force (one rule of the contract broken each), which can be replaced while it runs. */
  readonly mutants: MutantSwitch;
  /** What people and other agents do: the scenario. */
  readonly people: People;
  /** Puts everything back to the start: the same ids and keys, fresh content, clock, settings, chaos rules, mutants, an empty journal. */
  reset(): void;
  /**
   * A further, freshly seeded workspace with keys of its own, for a test that runs in parallel with others; with a seed, the world
   * that it describes.
   *
   * @throws OperatorError `SEED-…` for an invalid seed.
   */
  workspace(seed?: SeedData): FakeWorkspace;
  /** Everything that the fake holds, the scenario included, or the workspace of this id with those created with it, as one JSON value. */
  snapshot(workspaceId?: string): Snapshot;
  /**
   * Brings back what a snapshot holds: of a whole fake in place of everything, of a workspace in place of that one.
   *
   * @throws OperatorError `SNAPSHOT-…` when it is none, damaged, of another version, or in conflict with what is there.
   */
  restore(snapshot: Snapshot): void;
  /**
   * Moves the fake's clock forward, by milliseconds for one; `control.clock.advance` does the same, and tells what that ended.
   *
   * @throws ControlProblem `invalid_input` for what is no length of time, or leads beyond the year 9999.
   */
  advanceClock(by: Duration): void;
  /** Stops listening, ends every connection, and saves what goes into a snapshot; once, however often it is called. */
  close(): Promise<void>;
}

/** A part that is added to a fake: gets the service and the fake (not listening yet), gives routes and hooks. */
export type Extension = (service: Service, fake: Fake) => Partial<Hooks>;
