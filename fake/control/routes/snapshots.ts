import { Readable } from "node:stream";
import type { JsonObject } from "../../../spec/json.ts";
import { didYouMean } from "../../../spec/nearest.ts";
import type { Fake } from "../../fake.ts";
import { headOf, type Snapshot, snapshotRecords } from "../../state/snapshot.ts";
import { snapshotLines } from "../../state/snapshot-lines.ts";
import { object, text } from "../json-schema.ts";
import { problem } from "../problem.ts";
import { listOfNamed, memberSchemas, responseOf, responseWith } from "../response-schemas.ts";
import { type ControlRequest, reply, route } from "../route.ts";

const area = "Snapshots";
const MAX_UPLOAD_BYTES = 256 * 1024 * 1024;
/** Names are kept in memory: a test that forgets to take its own away must not fill it. */
const MAX_NAMES = 100;

const anySnapshot: JsonObject = { type: "object", description: "A snapshot, as the route with GET gives it" };

/** Snapshots by name, of each workspace. */
const snapshotStores = new WeakMap<Fake, Map<string, Map<string, Snapshot>>>();

function snapshotStoreOf(fake: Fake, workspaceId: string): Map<string, Snapshot> {
  const ofFake = snapshotStores.get(fake) ?? new Map<string, Map<string, Snapshot>>();
  snapshotStores.set(fake, ofFake);
  const shelf = ofFake.get(workspaceId) ?? new Map<string, Snapshot>();
  ofFake.set(workspaceId, shelf);
  return shelf;
}

/** Id of the workspace, of those made together, that the agent's own is. */
function homeOf({ fake, params: { workspace = "" } }: Pick<ControlRequest, "fake" | "params">): string {
  const { id } = fake.control.workspace(workspace).describe();
  return fake.populations.of(id)?.id ?? id;
}

/** Routes of snapshots: of a workspace with those created with it, and of the complete fake. */
export const snapshotRoutes = [
  route<{ name: string }>({
    id: "take-snapshot",
    method: "POST",
    path: "/workspaces/:workspace/snapshots",
    area,
    summary: "Keeps in memory, under a name, what a workspace and those created with it hold.",
    gives: responseWith(
      { name: memberSchemas.text, records: memberSchemas.count },
      "name and records, how many it has",
    ),
    body: object({ name: text("Name of the snapshot; one of the same name is replaced", { maxLength: 200 }) }, [
      "name",
    ]),
    example: { body: { name: "before the import" } },
    handle: (request) => {
      const home = homeOf(request);
      const shelf = snapshotStoreOf(request.fake, home);
      const { name } = request.body;
      if (shelf.size >= MAX_NAMES && !shelf.has(name)) {
        throw problem("conflict", `There are ${MAX_NAMES} snapshots of this workspace`, "Delete one first.");
      }
      const snapshot = request.fake.snapshot(home);
      shelf.set(name, snapshot);
      return { name, records: snapshot.count };
    },
  }),
  route({
    id: "list-snapshots",
    method: "GET",
    path: "/workspaces/:workspace/snapshots",
    area,
    summary: "Lists the snapshots of a workspace that are kept in memory.",
    gives: responseWith({ snapshots: listOfNamed("KeptSnapshot") }, "snapshots, each with name, savedAt and records"),
    handle: (request) => ({
      snapshots: [...snapshotStoreOf(request.fake, homeOf(request))].map(([name, { savedAt, count }]) => {
        return { name, savedAt, records: count };
      }),
    }),
  }),
  route({
    id: "restore-snapshot",
    method: "POST",
    path: "/workspaces/:workspace/snapshots/:name/restore",
    area,
    summary: "Brings back what a snapshot by this name holds.",
    gives: responseWith({ restored: memberSchemas.text }, "restored, the name"),
    example: { params: { name: "before the import" } },
    handle: (request) => {
      const { name, snapshot } = named(request);
      request.fake.restore(snapshot);
      return { restored: name };
    },
  }),
  route({
    id: "delete-snapshot",
    method: "DELETE",
    path: "/workspaces/:workspace/snapshots/:name",
    area,
    summary: "Forgets a snapshot.",
    gives: responseWith({ deleted: memberSchemas.text }, "deleted, the name"),
    example: { params: { name: "before the import" } },
    handle: (request) => {
      const { name, shelf } = named(request);
      shelf.delete(name);
      return { deleted: name };
    },
  }),
  route({
    id: "download-snapshot",
    method: "GET",
    path: "/workspaces/:workspace/snapshot",
    area,
    summary: "Returns what a workspace and those created with it hold, keys included.",
    gives: responseOf("Snapshot", "a snapshot"),
    example: { output: "workspace.json" },
    handle: (request) => {
      const population = request.fake.populations.of(homeOf(request));
      return download(request, population === undefined ? [] : [population], false);
    },
  }),
  route<object>({
    id: "upload-snapshot",
    method: "PUT",
    path: "/workspaces/:workspace/snapshot",
    area,
    summary: "Restores a snapshot of this workspace, replacing its content.",
    gives: responseWith({ restored: memberSchemas.count }, "restored, the number of records"),
    body: anySnapshot,
    maxBodyBytes: MAX_UPLOAD_BYTES,
    example: { bodyFile: "workspace.json" },
    handle: (request) => {
      const home = homeOf(request);
      const { fake: whole, records } = request.body as Partial<Snapshot>;
      if (whole !== null && whole !== undefined) {
        throw problem("invalid_input", "This is a snapshot of a whole fake", "PUT it to /_fake/snapshot.");
      }
      const holds = Array.isArray(records) && records.some((record) => isPopulation(record, home));
      if (!holds) {
        throw problem(
          "invalid_input",
          `The snapshot does not hold the workspace ${home}`,
          "Name the workspace it is of.",
        );
      }
      return uploaded(request);
    },
  }),
  route({
    id: "download-fake",
    method: "GET",
    path: "/snapshot",
    area,
    summary: "Returns everything that the fake holds, the scenario included, as wac fake --snapshot keeps it.",
    gives: responseOf("Snapshot", "a snapshot"),
    example: { output: "fake.json" },
    handle: (request) => download(request, request.fake.populations.all(), true),
  }),
  route<object>({
    id: "upload-fake",
    method: "PUT",
    path: "/snapshot",
    area,
    summary:
      "Restores a snapshot, replacing the workspaces that it contains (all of them, for a snapshot of a whole fake).",
    gives: responseWith({ restored: memberSchemas.count }, "restored, the number of records"),
    body: anySnapshot,
    maxBodyBytes: MAX_UPLOAD_BYTES,
    example: { bodyFile: "fake.json" },
    handle: uploaded,
  }),
];

function named(request: Pick<ControlRequest, "fake" | "params">) {
  const shelf = snapshotStoreOf(request.fake, homeOf(request));
  const { name = "" } = request.params;
  const snapshot = shelf.get(name);
  if (snapshot !== undefined) return { name, shelf, snapshot };
  const names = [...shelf.keys()];
  const hint = names.length === 0 ? "There is none: POST one first." : `There are: ${names.join(", ")}.`;
  throw problem("not_found", `There is no snapshot ${JSON.stringify(name)}.${didYouMean(name, names)}`, hint);
}

function isPopulation(record: unknown, id: string): boolean {
  return Array.isArray(record) && record[0] === "population" && record[1]?.id === id;
}

function uploaded({ fake, body }: Pick<ControlRequest, "fake" | "body">) {
  const snapshot = body as Snapshot;
  fake.restore(snapshot);
  return { restored: snapshot.count };
}

/**
 * The records are created at once, so that nothing changes meanwhile, and sent in pieces, since the text may exceed
 * the length limit of strings.
 */
function download(
  { fake }: Pick<ControlRequest, "fake">,
  populations: Parameters<typeof snapshotRecords>[1],
  whole: boolean,
) {
  const lines = [...snapshotLines(headOf(fake, whole), snapshotRecords(fake.service, populations))];
  return reply(Readable.from(lines), "application/json; charset=utf-8");
}
