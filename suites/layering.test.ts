import { readdirSync, readFileSync } from "node:fs";
import { dirname, normalize } from "node:path/posix";
import { expect, test } from "vitest";
import { packageFile } from "../spec/package-root.ts";

/** Folders in which each folder is a room of its own; what is next to these makes up one more. */
const OF_ROOMS = ["spec", "suites", "suites/engine"];
const TOPS = ["spec", "generators", "fake", "reports", "suites"];

/** Every module, named from the package's folder. */
const MODULES = TOPS.flatMap((top) =>
  readdirSync(packageFile(top), { recursive: true, encoding: "utf8" }).map((name) => `${top}/${name}`),
).filter((name) => name.endsWith(".ts"));

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The modules that each module imports: types included, and those that are loaded when they are first needed. */
function importsOf(modules: readonly string[]): Graph {
  return new Map(
    modules.map((module) => {
      const text = readFileSync(packageFile(module), "utf8");
      const sources = [...text.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, source = ""]) => source);
      return [module, new Set(sources.map((source) => normalize(`${dirname(module)}/${source}`)))];
    }),
  );
}

/** Modules that ship. */
function ships(module: string): boolean {
  return !module.endsWith(".test.ts") && !/\/(testing|bench)\//.test(module);
}

function roomOf(module: string): string {
  const steps = module.split("/").slice(0, -1);
  const depth = steps.findIndex((_, index) => !OF_ROOMS.includes(steps.slice(0, index + 1).join("/")));
  return steps.slice(0, depth < 0 ? steps.length : depth + 1).join("/");
}

/** The rooms that each room imports from. */
function roomsOf(files: Graph): Graph {
  const rooms = new Map<string, Set<string>>();
  for (const [module, imported] of files) {
    const room = roomOf(module);
    const others = rooms.get(room) ?? new Set();
    rooms.set(room, others);
    for (const other of imported) if (roomOf(other) !== room) others.add(roomOf(other));
  }
  return rooms;
}

/** What is left when all that imports nothing of the rest, or that nothing of the rest imports, is taken away in turn. */
function inCircles(graph: Graph): string[] {
  const left = new Map([...graph].map(([name, imported]) => [name, new Set(imported)]));
  for (;;) {
    const imported = new Set([...left.values()].flatMap((names) => [...names]));
    const free = [...left].filter(
      ([name, names]) => !imported.has(name) || [...names].every((each) => !left.has(each)),
    );
    if (free.length === 0) return [...left.keys()];
    for (const [name] of free) left.delete(name);
  }
}

test("no two rooms import from each other, nor any more in a circle", () => {
  const rooms = roomsOf(importsOf(MODULES.filter(ships)));
  expect(rooms.size).toBeGreaterThan(20);
  expect(rooms.get("suites/engine")).toContain("suites/engine/cases");
  expect(inCircles(rooms)).toEqual([]);
});

/** The rooms that judge traffic: they know no stimulus, no check and no scheduler. */
const ORACLE = [
  "suites/rules",
  "suites/knowledge",
  "suites/views",
  "suites/effects",
  "suites/verifiers",
  "suites/models",
];

test("what judges traffic imports nothing that sends it", () => {
  const rooms = roomsOf(importsOf(MODULES.filter(ships)));
  const isSending = (room: string) => /^suites\/(stimuli|behaviour|document|engine|host|cli)(\/|$)/.test(room);
  expect(isSending("suites/engine/cases")).toBe(true);
  for (const room of ORACLE) {
    const imported = rooms.get(room);
    expect(imported, room).toBeDefined();
    expect([...(imported ?? [])].filter(isSending), room).toEqual([]);
  }
});

test("no two files import from each other, nor any more in a circle", () => {
  const files = importsOf(MODULES);
  expect(files.size).toBeGreaterThan(1000);
  // A type, and a module that is loaded later.
  expect(files.get("fake/http/operation.ts")).toContain("fake/rules.ts");
  expect(files.get("fake/control/mount.ts")).toContain("fake/control/dispatch.ts");
  expect(inCircles(files)).toEqual([]);
});

test("a circle is found, without what stands above and below it", () => {
  const graph = new Map([
    ["a", new Set(["b"])],
    ["b", new Set(["c"])],
    ["c", new Set(["b", "d"])],
    ["d", new Set<string>()],
  ]);
  expect(inCircles(graph)).toEqual(["b", "c"]);
});
