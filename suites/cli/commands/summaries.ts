/** What each command does, in one sentence: for the overview and its own page. In the order of the overview. */
export const SUMMARIES = {
  run: "run the suite against a target (the bundled fake, unless one is named)",
  fake: "serve the reference fake, for a client under development",
  discover: "fill a target file from what the API itself shows, by requests that only read",
  doctor: "check a target by harmless requests: address, key, fixtures, names, and what is missing",
  plan: "estimate what a run would send, create and use up, before any traffic",
  replay: "repeat a failure of an earlier report, and say whether it is still there",
  judge: "judge the recorded exchanges of a run (wac run --record) by the rules, without sending anything",
  list: "list requirements; or observations, operations, parameters, fixtures, mutants, variants, formats",
  explain: "say all there is to know of a requirement or an open point",
  init: "write a target file, a known-failures file and a pipeline for GitHub or GitLab",
  diff: "compare two reports: newly failing, newly passing, changed observations",
  help: "show how a command is used, every error code (help errors), or all of a target file (help target)",
} as const;
