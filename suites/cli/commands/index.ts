import type { Command, CommandEntry } from "../core/command.ts";
import { SUMMARIES } from "./summaries.ts";

/** Every command, in the order of the overview. Code is loaded when a command is called, and not before. */
export const COMMANDS: readonly CommandEntry[] = [
  entry("run", async () => (await import("./run.ts")).run),
  entry("fake", async () => (await import("./fake.ts")).fake),
  entry("discover", async () => (await import("./discover.ts")).discover),
  entry("doctor", async () => (await import("./doctor.ts")).doctor),
  entry("plan", async () => (await import("./plan.ts")).plan),
  entry("replay", async () => (await import("./replay.ts")).replay),
  entry("judge", async () => (await import("./judge.ts")).judge),
  entry("list", async () => (await import("./list.ts")).list),
  entry("explain", async () => (await import("./explain.ts")).explain),
  entry("init", async () => (await import("./init.ts")).init),
  entry("diff", async () => (await import("./diff.ts")).diff),
  entry("help", async () => (await import("./help.ts")).helpCommand(COMMANDS)),
];

function entry(name: keyof typeof SUMMARIES, load: () => Promise<Command>): CommandEntry {
  return { name, summary: SUMMARIES[name], load };
}
