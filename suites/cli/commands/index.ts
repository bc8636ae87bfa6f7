import type { CommandEntry } from "../core/command.ts";

/** Every command, in the order of the overview. Code is loaded when a command is called, and not before. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "run",
    summary: "run the suite against a target (the bundled fake, unless one is named)",
    load: async () => (await import("./run.ts")).run,
  },
  {
    name: "fake",
    summary: "serve the reference fake, for a client under development",
    load: async () => (await import("./fake.ts")).fake,
  },
  {
    name: "discover",
    summary: "fill a target file from what the API itself shows, by requests that only read",
    load: async () => (await import("./discover.ts")).discover,
  },
  {
    name: "doctor",
    summary: "check a target by harmless requests: address, key, fixtures, names, and what is missing",
    load: async () => (await import("./doctor.ts")).doctor,
  },
  {
    name: "plan",
    summary: "estimate what a run would send, create and use up, before any traffic",
    load: async () => (await import("./plan.ts")).plan,
  },
  {
    name: "replay",
    summary: "repeat a failure of an earlier report, and say whether it is still there",
    load: async () => (await import("./replay.ts")).replay,
  },
  {
    name: "list",
    summary: "list requirements; or observations, operations, parameters, fixtures, faults, mutants, variants, formats",
    load: async () => (await import("./list.ts")).list,
  },
  {
    name: "explain",
    summary: "say all there is to know of a requirement or an open point",
    load: async () => (await import("./explain.ts")).explain,
  },
  {
    name: "init",
    summary: "write a target file, a known-failures file and a pipeline for GitHub or GitLab",
    load: async () => (await import("./init.ts")).init,
  },
  {
    name: "diff",
    summary: "compare two reports: newly failing, newly passing, changed observations",
    load: async () => (await import("./diff.ts")).diff,
  },
  {
    name: "help",
    summary: "show how a command is used, every error code (help errors), or all of a target file (help target)",
    load: async () => (await import("./help.ts")).helpCommand(COMMANDS),
  },
];
