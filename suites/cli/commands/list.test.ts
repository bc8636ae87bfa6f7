import { expect, test, vi } from "vitest";
import { wacHere as wac } from "../testing/wac.ts";

// Child processes on a busy machine take their time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

async function listed(...args: string[]) {
  const { status, stdout, stderr } = await wac(["list", ...args, "--json"]);
  expect([status, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout) as { id: string; level?: string; operations?: string[] }[];
}

test("lists every requirement with level, id and statement", async () => {
  const { status, stdout } = await wac(["list"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^MUST {4}tasks\.create\.title-max +\S/m);
  expect(stdout).toMatch(/\d+ requirements\n$/);
});

test("filters by level, operation and glob", async () => {
  const found = await listed("--level", "SHOULD", "--operation", "list-tasks", "--only", "tasks.*");
  expect(found.length).toBeGreaterThan(0);
  for (const one of found) {
    expect(one).toMatchObject({ level: "SHOULD", id: expect.stringMatching(/^tasks\./) });
    expect(one.operations).toContain("list-tasks");
  }
});

test("lists operations of an overlaid document, open points, fixtures and formats", async () => {
  expect((await listed("operations")).map(({ id }) => id)).toContain("bootstrap-context");
  expect((await listed("observations", "--operation", "recall")).map(({ id }) => id)).toContain("recall.default-limit");
  expect(await listed("fixtures", "--only", "otherAgent.*")).toHaveLength(3);
  expect(await listed("fixtures", "--only", "agent.id")).toEqual([
    { id: "agent.id", description: expect.stringContaining("caller") },
  ]);
  expect((await listed("formats")).map(({ id }) => id)).toContain("junit");
});

test("lists the parameters whose names are open, with what each is for", async () => {
  const found = await listed("parameters", "--operation", "list-tasks");
  expect(found).toContainEqual({
    id: "list-tasks.priority",
    operation: "list-tasks",
    role: "priority",
    name: "priority",
    description: expect.stringMatching(/priority/i),
  });
  expect(await listed("parameters", "--operation", "search-messages")).toEqual([]);
});

test("filters operations and mutants by operation", async () => {
  expect(await listed("operations", "--operation", "recall")).toEqual([expect.objectContaining({ id: "recall" })]);
  const mutants = await listed("mutants", "--operation", "list-tasks", "--only", "drop@*");
  expect(mutants.map(({ id }) => id)).toEqual(expect.arrayContaining(["drop@list-tasks?status"]));
  expect(mutants.filter(({ id }) => /@(?!list-tasks|rules)/.test(id))).toEqual([]);
});

test.each([
  [["requirement"], 'LIST-KIND-UNKNOWN: unknown list "requirement". Did you mean "requirements"?'],
  [["faults"], "faults are mutants now"],
  [["--operation", "create-tasks"], 'CLI-VALUE: --operation: "create-tasks" is not'],
  [["--only", "tasks.create.title-mxa"], 'CLI-VALUE: --only: "tasks.create.title-mxa"'],
  [["--level", "must"], 'CLI-VALUE: --level: "must" is not one of MUST, SHOULD'],
  [["--overlay", "none.yaml"], "OVERLAY-"],
  [["parameters", "--level", "MUST"], "LIST-OPTION: --level does not apply to the list of parameters."],
  [["formats", "--operation", "create-task"], "LIST-OPTION: --operation does not apply to the list of formats."],
])("rejects %j", async (args, message) => {
  const { status, stderr } = await wac(["list", ...args]);
  expect(status).toBe(2);
  expect(stderr).toContain(message);
});
