/** The effect of each command in one sentence, for the overview and its own page. In the order of the overview. */
export const SUMMARIES = {
  run: "run the suite against a target (the bundled fake, unless one is named)",
  fake: "serve the reference fake, a local backend for client development",
  discover: "fill a target file from what the API shows, using read-only requests",
  doctor: "check a target using read-only requests: URL, key, fixtures, parameter names, and what is missing",
  plan: "estimate what a run would send, create and use up; sends nothing",
  replay: "repeat a failure of an earlier report, and say whether it still fails",
  judge: "judge the recorded exchanges of a run (wac run --record) without sending anything",
  list: "list requirements, observations, operations, parameters, fixtures, mutants, variants, formats",
  explain: "show details of a requirement or an open point",
  init: "write a target file, a known-failures file and a pipeline for GitHub or GitLab",
  diff: "compare two reports: newly failing, newly passing, changed observations",
  help: "show the options of a command, all error codes (help errors) or all target file settings (help target)",
} as const;
