import { type Call, notThere } from "./call.ts";
import type { RecallRequest } from "./recall-request.ts";
import { seesChannel, seesMemory, seesTask } from "./visibility.ts";
import type { Edge, Memory } from "./world.ts";

/** True when the caller may know of the node with this id. */
export function mayTouch(call: Call, id: string): boolean {
  const { world, caller } = call;
  const memory = world.memories.find(id);
  const message = world.messages.find(id);
  const task = world.tasks.find(id);
  if (memory) return seesMemory(call, caller, memory);
  if (message) return seesChannel(call, caller, message.channel);
  return task === undefined || seesTask(call, caller, task);
}

/** Returns whether a walk may start here: "empty" responds without hits. A hidden seed is rejected. */
export function startOf(call: Call, seed: string): "yes" | "empty" {
  const { world, caller, choices } = call;
  const known = world.memories.find(seed) ?? world.messages.find(seed) ?? world.tasks.find(seed);
  if (known?.workspace === caller.workspace && mayTouch(call, seed)) return "yes";
  if (choices.recall.hiddenSeed === "empty") return "empty";
  return notThere(call, "node", seed, known !== undefined);
}

/** Returns the distance of every node that a walk from the seed reaches. */
export function walk(call: Call, request: RecallRequest, edges: Edge[], shown: (memory: Memory) => boolean) {
  const { choices, world } = call;
  const distance = new Map<string, number>([[request.seed ?? "", 0]]);
  let border = [request.seed ?? ""];
  const passable = (id: string) => {
    const memory = world.memories.find(id);
    return mayTouch(call, id) && (choices.recall.bridges || !memory || shown(memory));
  };
  const neighbours = neighbourhood(edges);
  for (let step = 1; step <= request.depth && border.length > 0; step++) {
    const reached = new Set(border.flatMap((id) => neighbours.get(id) ?? []));
    border = [...reached].filter((id) => !distance.has(id) && passable(id));
    for (const id of border) distance.set(id, step);
  }
  return distance;
}

function neighbourhood(edges: Edge[]): Map<string, string[]> {
  const neighbours = new Map<string, string[]>();
  const add = (one: string, other: string) => neighbours.set(one, [...(neighbours.get(one) ?? []), other]);
  for (const { from, to } of edges) {
    add(from, to);
    add(to, from);
  }
  return neighbours;
}
