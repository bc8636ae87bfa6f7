import type { StoredFile } from "../features/files/model.ts";
import type { People } from "../people/people.ts";
import type { ScenarioProgress } from "../people/scenario.ts";
import type { Population } from "../populations.ts";
import type { Service } from "../service.ts";
import type { Workspace } from "../workspace.ts";
import { recordCount, recordsOf, type StateRecord } from "./records.ts";

/** The `format` of every snapshot. */
export const FORMAT = "workspace-agent-fake-snapshot";
/** Version of the format; grows when older programs could not read all of it any more. */
export const VERSION = 2;
/** Versions that this program reads. 1 did not know archived channels, and kept no seeds. */
export const READABLE: readonly unknown[] = [1, 2];

/** A record in a snapshot: the bytes of files are base64. */
export type SnapshotRecord =
  | Exclude<StateRecord, readonly ["file", unknown]>
  | readonly ["file", Omit<StoredFile, "content"> & { readonly content: string | null }]
  | readonly ["key", { readonly key: string; readonly workspaceId: string; readonly agentId: string }]
  | readonly ["population", Population];

/** The state of the fake as a whole, in a snapshot. */
export interface FakeFacts {
  /** The fake's time when it was created, milliseconds since 1970. */
  readonly now: number;
  /** The seed of the fake's ids and keys. */
  readonly seed: number | string;
  /** The state of the fake's random generator. */
  readonly random: readonly number[];
  /** Key of the signatures in presigned URLs and cursors. */
  readonly secret: string;
  /** The progress of the scenario; missing in a snapshot of an earlier version. */
  readonly scenario?: ScenarioProgress;
}

/** The head of a snapshot. */
export interface SnapshotHead {
  readonly format: typeof FORMAT;
  readonly version: 1 | typeof VERSION;
  /** Of the machine, ISO 8601. */
  readonly savedAt: string;
  /** The URL at which the fake listened: links to attachments begin with it. */
  readonly origin: string;
  /** Null in the snapshot of a part. */
  readonly fake: FakeFacts | null;
}

/** Everything that a fake, or a part of it, holds. */
export interface Snapshot extends SnapshotHead {
  readonly records: readonly SnapshotRecord[];
  /** Number of records: a snapshot that was cut short is known by it. */
  readonly count: number;
}

/** The parts of a fake that a snapshot is created from. */
export interface SnapshotSource {
  readonly service: Service;
  readonly people: Pick<People, "progress">;
}

/** Returns the head of a new snapshot: of the complete fake, or of a part. */
export function headOf({ service, people }: SnapshotSource, whole: boolean): SnapshotHead {
  const { clock, seed, random, secret, origin } = service;
  const scenario = people.progress();
  const fake = whole ? { now: clock.now(), seed, random: random.state(), secret, scenario } : null;
  return { format: FORMAT, version: VERSION, savedAt: new Date().toISOString(), origin, fake };
}

/**
 * Yields the records of populations: for each the content of its workspaces, then their keys, then the population
 * itself.
 */
export function* snapshotRecords(service: Service, populations: readonly Population[]): Generator<SnapshotRecord> {
  for (const population of populations) {
    for (const workspace of workspacesOf(service, population)) {
      for (const record of recordsOf(workspace)) yield encoded(record);
    }
    for (const { key, workspace, agent } of service.keys.values()) {
      if (!population.workspaceIds.includes(workspace.id)) continue;
      yield ["key", { key, workspaceId: workspace.id, agentId: agent.id }];
    }
    yield ["population", population];
  }
}

/** Returns the approximate number of records that {@link snapshotRecords} yields. */
export function expectedCount(service: Service, populations: readonly Population[]): number {
  const workspaces = populations.flatMap((population) => workspacesOf(service, population));
  return workspaces.reduce((sum, workspace) => sum + recordCount(workspace), service.keys.size + populations.length);
}

function workspacesOf({ workspaces }: Service, { workspaceIds }: Population): readonly Workspace[] {
  return workspaceIds.flatMap((id) => workspaces.get(id) ?? []);
}

function encoded(record: StateRecord): SnapshotRecord {
  if (record[0] !== "file") return record;
  const { content, ...file } = record[1];
  return ["file", { ...file, content: content === null ? null : Buffer.concat(content).toString("base64") }];
}

/** Returns a snapshot as one value: of the complete fake, or of some of its populations. */
export function snapshotOf(source: SnapshotSource, populations: readonly Population[], whole: boolean): Snapshot {
  const records = JSON.parse(JSON.stringify([...snapshotRecords(source.service, populations)])) as SnapshotRecord[];
  return { ...headOf(source, whole), records, count: records.length };
}
