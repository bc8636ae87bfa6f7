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
  /** The HTTP server: a test in the same process may pass it requests without a socket. */
  readonly server: Server;
  readonly populations: Populations;
  /** Returns a target file for a population. */
  targetOf(population: Population): TargetFile;
  /** Functions that the API does not have: clock, channels, agents, keys, plans, actions of people. */
  readonly control: FakeControl;
  /** Every exchange with the API, for tests that inspect the requests of their client. */
  readonly journal: Journal;
  /**
   * Returns a report on the client of this fake from the requests in the journal: the parts of the contract that it
   * used, and its mistakes.
   *
   * @throws ControlProblem `invalid_input` for an unknown rule to ignore.
   */
  report(selection?: ReportSelection): Promise<ClientReport>;
  /** Ids and keys behind the names of each seed, in their order. */
  readonly seeds: readonly Seeded[];
  /** Rules that disturb clients: delays, errors, broken responses, cut connections. */
  readonly chaos: Chaos;
  /** The mutants in force (one rule of the contract broken each), which can be replaced while it runs. */
  readonly mutants: MutantSwitch;
  /** The actions of people and other agents: the scenario. */
  readonly people: People;
  /**
   * Restores the initial state: the same ids and keys, fresh content, clock, settings, chaos rules, mutants, an empty
   * journal.
   */
  reset(): void;
  /**
   * Creates a further, freshly seeded workspace with its own keys, for a test that runs in parallel with others; with
   * a seed, the workspace that it describes.
   *
   * @throws OperatorError `SEED-…` for an invalid seed.
   */
  workspace(seed?: SeedData): FakeWorkspace;
  /** Everything that the fake holds, the scenario included, or the workspace of this id with those created with it, as one JSON value. */
  snapshot(workspaceId?: string): Snapshot;
  /**
   * Restores a snapshot: one of a complete fake replaces everything, one of a workspace replaces that workspace.
   *
   * @throws OperatorError `SNAPSHOT-…` if it is not a snapshot, damaged, of another version, or in conflict with the
   *   current state.
   */
  restore(snapshot: Snapshot): void;
  /**
   * Moves the fake's clock forward, for example by milliseconds; `control.clock.advance` does the same and returns
   * what expired.
   *
   * @throws ControlProblem `invalid_input` for a value that is not a duration, or leads beyond the year 9999.
   */
  advanceClock(by: Duration): void;
  /**
   * Stops listening, closes every connection, and saves the snapshot if there is a file; once, however often it is
   * called.
   */
  close(): Promise<void>;
}

/** An extension of a fake: receives the service and the fake (not listening yet), returns routes and hooks. */
export type Extension = (service: Service, fake: Fake) => Partial<Hooks>;
