import type { FakeWorkspace } from "../../fake-workspace.ts";
import type { SeedData } from "../../seeds/seed-data.ts";
import { object } from "../json-schema.ts";
import { listOfNamed, memberSchemas, responseOf, responseWith } from "../response-schemas.ts";
import { route } from "../route.ts";

const area = "Workspaces";

function shown({ id, apiKey, fixtures, target, seeded }: FakeWorkspace) {
  return { id, apiKey, fixtures, target, ...(seeded === undefined ? {} : { seeded }) };
}

/** Routes of workspaces: each test can have its own. */
export const workspaceRoutes = [
  route({
    id: "list-workspaces",
    method: "GET",
    path: "/workspaces",
    area,
    summary: "Lists all workspaces, those included that are created with each (a neighbour, two with small plans).",
    gives: responseWith({ workspaces: listOfNamed("Workspace") }, "workspaces, with id, name, home, apiKey and counts"),
    handle: ({ fake }) => ({ workspaces: fake.control.workspaces() }),
  }),
  route<{ seed?: SeedData }>({
    id: "create-workspace",
    method: "POST",
    path: "/workspaces",
    area,
    summary:
      "Creates a further workspace, freshly seeded, with keys of its own: one for each test that runs in parallel with others; with a seed, the world that it describes.",
    gives: responseOf(
      "NewWorkspace",
      "id, apiKey, fixtures and target of the new workspace; seeded, with keys and ids by name, where a seed was given",
    ),
    status: 201,
    body: object({ seed: { type: "object", description: "A seed, as spec/schemas/seed.schema.json describes it" } }),
    maxBodyBytes: 4 * 1024 * 1024,
    example: { body: { seed: { workspace: { name: "Trial" }, agents: { tester: {} } } } },
    handle: ({ fake, body: { seed } }) => shown(fake.control.createWorkspace(seed)),
  }),
  route({
    id: "reset",
    method: "POST",
    path: "/reset",
    area,
    summary: "Puts everything back to the start: workspaces, clock, chaos rules, journal; ids and keys stay.",
    gives: responseWith({ workspaces: memberSchemas.ids }, "workspaces, the ids of those that were reset"),
    handle: ({ fake, service }) => {
      fake.reset();
      return { workspaces: [...service.workspaces.keys()] };
    },
  }),
  route({
    id: "get-workspace",
    method: "GET",
    path: "/workspaces/:workspace",
    area,
    summary: "Shows one workspace; `main` is the fake's own.",
    gives: responseOf("Workspace", "id, name, home, apiKey and counts"),
    handle: ({ fake, params: { workspace = "" } }) => fake.control.workspace(workspace).describe(),
  }),
  route({
    id: "delete-workspace",
    method: "DELETE",
    path: "/workspaces/:workspace",
    area,
    summary: "Deletes a workspace and those created with it, with their keys; not the fake's own.",
    gives: responseWith({ deleted: memberSchemas.ids }, "deleted, their ids"),
    example: { params: { workspace: "Trial" } },
    handle: ({ fake, params: { workspace = "" } }) => ({ deleted: fake.control.deleteWorkspace(workspace) }),
  }),
  route({
    id: "reset-workspace",
    method: "POST",
    path: "/workspaces/:workspace/reset",
    area,
    summary: "Puts a workspace, and those created with it, back to the start; ids and keys stay.",
    gives: responseWith({ reset: memberSchemas.ids }, "reset, their ids"),
    handle: ({ fake, params: { workspace = "" } }) => ({ reset: fake.control.resetWorkspace(workspace) }),
  }),
  route({
    id: "workspace-target",
    method: "GET",
    path: "/workspaces/:workspace/target",
    area,
    summary: "Returns a target file for a workspace; YAML when Accept asks for it.",
    gives: responseOf("TargetFile", "a target file"),
    produces: ["application/json", "application/yaml"],
    handle: async ({ fake, accept, params: { workspace = "" } }) => {
      const { targetFile } = await import("../documents.ts");
      return targetFile(fake.control.targetOf(workspace), accept);
    },
  }),
  route({
    id: "workspace-target-yaml",
    method: "GET",
    path: "/workspaces/:workspace/target.yaml",
    area,
    summary: "The same in YAML.",
    gives: responseOf("TargetFile", "a target file in YAML"),
    produces: ["application/yaml"],
    handle: async ({ fake, params: { workspace = "" } }) => {
      const { targetFile } = await import("../documents.ts");
      return targetFile(fake.control.targetOf(workspace), "application/yaml");
    },
  }),
];
