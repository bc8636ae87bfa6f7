import { OperatorError } from "../../spec/operator-error.ts";
import { sentence } from "../../spec/sentence.ts";
import { isProgress } from "../people/check-scenario.ts";
import type { People } from "../people/people.ts";
import type { Population, Populations, Recipe } from "../populations.ts";
import { isRandomState } from "../runtime/random.ts";
import { seedRecipe } from "../seeds/recipes.ts";
import type { SeedData } from "../seeds/seed-data.ts";
import type { ApiKey, Service } from "../service.ts";
import type { Workspace } from "../workspace.ts";
import { addRecord, emptyWorkspace } from "./build-workspace.ts";
import { recordCheck } from "./check-record.ts";
import { type FakeFacts, FORMAT, READABLE, type Snapshot, type SnapshotHead, type SnapshotRecord } from "./snapshot.ts";

/** Accepts the records of a snapshot one by one, and applies them when all are present and valid. */
export interface Restoration {
  /** @throws OperatorError `SNAPSHOT-DAMAGED` for an invalid record, or one that does not fit the others. */
  take(record: unknown): void;
  /** @throws OperatorError `SNAPSHOT-DAMAGED` when something is missing, `SNAPSHOT-CONFLICT` when it conflicts with what is there. */
  finish(count: unknown): void;
}

/** The fake that a snapshot is restored into. */
export interface Place {
  readonly service: Service;
  readonly populations: Populations;
  readonly people: Pick<People, "progress" | "resume">;
}

/** Checks the head of a snapshot; `name` identifies it in messages. */
export function checkedHead(value: unknown, name: string): SnapshotHead {
  const head =
    typeof value === "object" && value !== null ? (value as Partial<Record<keyof SnapshotHead, unknown>>) : {};
  if (head.format !== FORMAT) {
    throw new OperatorError({
      code: "SNAPSHOT-UNKNOWN",
      message: `${name} is not a snapshot of the fake: its format is ${JSON.stringify(head.format)}, not "${FORMAT}".`,
      hint: "Name a file that the fake wrote, or one that is not there yet.",
    });
  }
  if (!READABLE.includes(head.version)) {
    throw new OperatorError({
      code: "SNAPSHOT-VERSION",
      message: `${name} is of version ${JSON.stringify(head.version)}; this program reads the versions ${READABLE.join(" and ")}.`,
      hint: "Use the program that wrote it, or name another file; it is left as it is.",
    });
  }
  if (!isFakeFacts(head.fake) || typeof head.origin !== "string")
    throw damaged(name, "its head lacks what it should tell of the fake");
  return head as SnapshotHead;
}

function isFakeFacts(value: unknown): value is FakeFacts | null {
  if (value === null) return true;
  const facts = (typeof value === "object" ? value : {}) as Partial<Record<keyof FakeFacts, unknown>>;
  const numbers = isRandomState(facts.random) && (facts.scenario === undefined || isProgress(facts.scenario));
  const seeded = typeof facts.seed === "string" || typeof facts.seed === "number";
  return Number.isFinite(facts.now) && numbers && seeded && typeof facts.secret === "string";
}

/**
 * Begins to restore a snapshot. One of a complete fake replaces everything; one of a part keeps everything that it
 * does not name.
 */
export function beginRestore({ service, populations, people }: Place, head: SnapshotHead, name: string): Restoration {
  const check = recordCheck();
  const staged = { workspaces: new Map<string, Workspace>(), keys: [] as ApiKey[], populations: [] as Population[] };
  const recipes = new Map<string, Recipe>();
  let current: Workspace | null = null;
  let taken = 0;
  const fail = (problem: string) => damaged(name, `record ${taken}: ${problem}`);
  return {
    take: (value) => {
      taken += 1;
      const problem = check(value);
      if (problem !== null) throw fail(problem);
      const record = value as SnapshotRecord;
      if (record[0] === "workspace") {
        if (staged.workspaces.has(record[1].id)) throw fail(`there is a second workspace ${record[1].id}`);
        current = emptyWorkspace(record[1]);
        staged.workspaces.set(current.id, current);
      } else if (record[0] === "key") {
        const { key, workspaceId, agentId } = record[1];
        const workspace = staged.workspaces.get(workspaceId);
        const agent = workspace?.directory.agents.get(agentId);
        if (workspace === undefined || agent === undefined) throw fail("the agent of a key is not there");
        staged.keys.push({ key, workspace, agent });
      } else if (record[0] === "population") {
        const { workspaceIds, id, apiKey, seed } = record[1];
        const whole = workspaceIds.includes(id) && workspaceIds.every((one) => staged.workspaces.has(one));
        if (!whole) throw fail("workspaces of a population are not there");
        if (!staged.keys.some(({ key }) => key === apiKey)) throw fail("the key of a population is not there");
        if (seed !== undefined) recipes.set(id, recipeOf(seed, fail));
        staged.populations.push(record[1]);
      } else {
        if (current === null) throw fail("it belongs to no workspace");
        if (isThere(current, record)) throw fail(`there is a second ${record[0]} of this id`);
        addRecord(current, decoded(record));
      }
    },
    finish: (count) => {
      if (count !== taken) throw damaged(name, `it has ${taken} records, and should have ${JSON.stringify(count)}`);
      const owned = staged.populations.flatMap(({ workspaceIds }) => workspaceIds);
      if (owned.length !== staged.workspaces.size || new Set(owned).size !== owned.length) {
        throw damaged(name, "a workspace belongs to no population, or to two");
      }
      if (staged.populations.length === 0) throw damaged(name, "it holds nothing");
      removeReplaced(service, populations, head, staged);
      for (const [id, workspace] of staged.workspaces) service.workspaces.set(id, workspace);
      for (const key of staged.keys) service.keys.set(key.key, key);
      for (const population of staged.populations) populations.adopt(population, recipes.get(population.id));
      if (head.fake !== null) continueFrom(service, head.fake);
      if (head.fake?.scenario !== undefined) people.resume(head.fake.scenario);
    },
  };
}

/** Returns the function that creates a workspace again from the seed in the snapshot. */
function recipeOf(seed: SeedData, fail: (problem: string) => OperatorError): Recipe {
  try {
    return seedRecipe(seed);
  } catch (error) {
    throw fail(`the seed of a population is none (${error instanceof Error ? error.message : String(error)})`);
  }
}

/** Removes everything that the snapshot replaces. */
function removeReplaced(
  { workspaces, keys }: Service,
  populations: Populations,
  { fake }: SnapshotHead,
  staged: {
    readonly workspaces: ReadonlyMap<string, Workspace>;
    readonly keys: readonly ApiKey[];
    readonly populations: readonly Population[];
  },
): void {
  if (fake !== null) {
    for (const population of [...populations.all()]) populations.remove(population);
    workspaces.clear();
    keys.clear();
    return;
  }
  for (const id of staged.workspaces.keys()) {
    const holder = populations.of(id);
    if (holder !== undefined && !staged.populations.some((one) => one.id === holder.id)) {
      throw conflict(`The workspace ${id} belongs to ${holder.id}, which the snapshot does not hold.`);
    }
  }
  const foreign = staged.keys.find(
    ({ key }) => !staged.workspaces.has(keys.get(key)?.workspace.id ?? "") && keys.has(key),
  );
  if (foreign !== undefined) throw conflict("A key of the snapshot belongs to another workspace here.");
  for (const { key, workspace } of [...keys.values()]) if (staged.workspaces.has(workspace.id)) keys.delete(key);
  for (const population of staged.populations) {
    for (const id of populations.of(population.id)?.workspaceIds ?? []) {
      workspaces.delete(id);
      for (const { key, workspace } of [...keys.values()]) if (workspace.id === id) keys.delete(key);
    }
  }
}

/** Changes links to attachments to the URL at which the fake listens now. */
export function relocate({ workspaces, origin }: Service, from: string): void {
  if (from === origin || from === "" || origin === "") return;
  for (const workspace of workspaces.values()) {
    for (const { message } of workspace.messages.all()) {
      if (message.attachments.length === 0) continue;
      message.attachments = message.attachments.map((attachment) => {
        const moved = typeof attachment.url === "string" && attachment.url.startsWith(`${from}/`);
        return moved ? { ...attachment, url: origin + attachment.url.slice(from.length) } : attachment;
      });
    }
  }
}

/**
 * Continues clock, randomness and secret from the snapshot. Time never goes back: what was created before the snapshot
 * stays in the past.
 */
function continueFrom(service: Service, { now, random, secret }: FakeFacts): void {
  if (service.clock.now() < now) service.clock.set(now);
  service.random.resume(random);
  service.secret = secret;
}

type ContentRecord = Exclude<SnapshotRecord, readonly ["workspace" | "key" | "population", unknown]>;

function isThere(
  { messages, tasks, files, memories, directory, challenges }: Workspace,
  record: ContentRecord,
): boolean {
  switch (record[0]) {
    case "message":
      return messages.get(record[1].message.id) !== undefined;
    case "task":
      return tasks.get(record[1].task.id) !== undefined;
    case "memory":
      return memories.get(record[1].memory.id) !== undefined;
    case "file":
      return files.get(record[1].id) !== undefined;
    case "agent":
      return directory.agents.has(record[1].id);
    case "channel":
      return directory.channels.has(record[1].id);
    case "scope":
      return directory.scopes.has(record[1].id);
    case "user":
      return directory.users.has(record[1].id);
    case "challenge":
      return challenges.get(record[1].token) !== undefined;
    case "edge":
      return false;
  }
}

function decoded(record: ContentRecord): Parameters<typeof addRecord>[1] {
  if (record[0] !== "file") return record;
  const { content, ...file } = record[1];
  return ["file", { ...file, content: content === null ? null : [Buffer.from(content, "base64")] }];
}

/**
 * Restores a snapshot that is one value.
 *
 * @throws OperatorError `SNAPSHOT-…` if it is not a snapshot, damaged, of another version, or in conflict with the
 *   current state; then nothing changes.
 */
export function restore(place: Place, snapshot: unknown, name = "The snapshot"): void {
  const head = checkedHead(snapshot, name);
  const { records, count } = snapshot as Partial<Record<keyof Snapshot, unknown>>;
  if (!Array.isArray(records)) throw damaged(name, "it has no list of records");
  const restoration = beginRestore(place, head, name);
  for (const record of records) restoration.take(record);
  restoration.finish(count);
  relocate(place.service, head.origin);
}

/** Returns the error for an incomplete snapshot. */
export function damaged(name: string, problem: string): OperatorError {
  return new OperatorError({
    code: "SNAPSHOT-DAMAGED",
    message: `${name} is damaged: ${sentence(problem)}`,
    hint: "Take an older copy of it, or name another file; it is left as it is.",
  });
}

function conflict(message: string): OperatorError {
  return new OperatorError({
    code: "SNAPSHOT-CONFLICT",
    message,
    hint: "Restore it into a fake of its own, or take what is in its way out first.",
  });
}
