import { refuse } from "./refusal.ts";
import type { Agent } from "./world.ts";

/** Returns a function that allows each agent this many calls a second and rejects the others; 0 allows all. */
export function limiter(perSecond: number): (caller: Agent) => void {
  const windows = new Map<string, { second: number; calls: number }>();
  return ({ id }) => {
    if (perSecond <= 0) return;
    const second = Math.floor(Date.now() / 1000);
    const before = windows.get(id);
    const calls = before?.second === second ? before.calls + 1 : 1;
    windows.set(id, { second, calls });
    if (calls > perSecond) refuse("rate", `more than ${perSecond} calls a second`);
  };
}
