import { readdirSync, readFileSync } from "node:fs";
import { dirname, normalize } from "node:path/posix";
import { expect, test } from "vitest";
import { packageFile } from "../spec/package-root.ts";

/** Folders in which each folder is a room of its own; what stands beside these makes up one more. */
const OF_ROOMS = ["spec", "suites", "suites/engine"];
const TOPS = ["spec", "generators", "fake", "reports", "suites"];

/** Modules that ship, named from the package's folder. */
function modules(): string[] {
  return TOPS.flatMap((top) =>
    readdirSync(packageFile(top), { recursive: true, encoding: "utf8" }).map((name) => `${top}/${name}`),
  ).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !/\/(testing|bench)\//.test(name));
}

function roomOf(module: string): string {
  const steps = module.split("/").slice(0, -1);
  const depth = steps.findIndex((_, index) => !OF_ROOMS.includes(steps.slice(0, index + 1).join("/")));
  return steps.slice(0, depth < 0 ? steps.length : depth + 1).join("/");
}

/** The rooms that each room imports from. */
function importsOf(all: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const rooms = new Map<string, Set<string>>();
  for (const module of all) {
    const room = roomOf(module);
    const imported = rooms.get(room) ?? new Set();
    rooms.set(room, imported);
    for (const [, from = ""] of readFileSync(packageFile(module), "utf8").matchAll(/\bfrom "(\.[^"]+)"/g)) {
      imported.add(roomOf(normalize(`${dirname(module)}/${from}`)));
    }
    imported.delete(room);
  }
  return rooms;
}

/** Rooms that are left when those which import from none of the rest are taken away, one after the other. */
function inCircles(rooms: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const left = new Map([...rooms].map(([room, imported]) => [room, new Set(imported)]));
  for (;;) {
    const free = [...left].find(([, imported]) => [...imported].every((room) => !left.has(room)))?.[0];
    if (free === undefined) return [...left.keys()];
    left.delete(free);
  }
}

test("no two rooms import from each other, nor any more in a circle", () => {
  const rooms = importsOf(modules());
  expect(rooms.size).toBeGreaterThan(20);
  expect(rooms.get("suites/engine")).toContain("suites/engine/cases");
  expect(inCircles(rooms)).toEqual([]);
});

test("a circle of rooms is found, with what stands above it", () => {
  const rooms = new Map([
    ["a", new Set(["b"])],
    ["b", new Set(["c"])],
    ["c", new Set(["b", "d"])],
    ["d", new Set<string>()],
  ]);
  expect(inCircles(rooms)).toEqual(["a", "b", "c"]);
});
