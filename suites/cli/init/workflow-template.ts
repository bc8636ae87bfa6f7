import { PROFILES, type Profile } from "./profiles.ts";

/** The input of a pipeline template. */
export interface PipelineAnswers {
  /** Path of the target file from the root of the repository. */
  readonly target: string;
  /** Name of the secret, and of the environment variable, that holds the key. */
  readonly keyVariable: string;
  /** Name of the variable with the base URL; null if the target file states it. */
  readonly urlVariable: string | null;
  readonly profiles: readonly Profile[];
}

/**
 * Returns a GitHub Actions workflow with a job for each profile. It uses the action of the installed package, which
 * runs the version that package.json pins and `npm ci` has installed: a package fetched by its name only would run
 * with the key, whoever owns the name.
 */
export function workflowTemplate(answers: PipelineAnswers): string {
  const { keyVariable, urlVariable, profiles } = answers;
  const isGate = profiles.includes("pull-request");
  const isNightly = profiles.includes("nightly");
  return `# Conformance with the Workspace Agent API. Needs the secret ${keyVariable}${urlVariable === null ? "" : ` and the variable ${urlVariable}`}.
# Exit status of wac run: 0 gate passed, 1 failed, 2 nothing could be judged, 3 incomplete.
name: API conformance

on:
${isGate ? "  pull_request:\n  push:\n    branches: [main]\n" : ""}${isNightly ? '  schedule:\n    - cron: "17 3 * * *"\n' : ""}  workflow_dispatch:

permissions:
  contents: read

# One run at a time: two runs on one server would share its rate limit and its task allowance.
concurrency:
  group: api-conformance
  cancel-in-progress: false

jobs:
${[...(isGate ? [gateJob(answers)] : []), ...(isNightly ? [nightlyJob(answers)] : [])].join("\n")}`;
}

/** With a fixed seed and the small budget, compared with the last run of the main branch. */
function gateJob(answers: PipelineAnswers): string {
  const { budget, seed, tasks } = PROFILES["pull-request"];
  // A manual start runs the nightly job if there is one.
  const byHand = answers.profiles.includes("nightly") ? "" : "github.event_name == 'workflow_dispatch' || ";
  return `  conformance:
    # Pull requests from forks have no secrets.
    if: ${byHand}github.event_name == 'push' || github.event.pull_request.head.repo.full_name == github.repository
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
${INSTALL}
      - name: Fetch the report of the main branch
        if: github.event_name == 'pull_request'
        uses: actions/cache/restore@v4
        with:
          path: wac-baseline
          key: wac-baseline-\${{ github.run_id }}-\${{ github.run_attempt }}
          restore-keys: wac-baseline-
      - name: Run the conformance suite
        id: conformance
        uses: ${ACTION}
        with:
          target: ${yamlText(answers.target)}
          # At most ${tasks} tasks; the same seed each time, so that a pull request is judged by what it changes.
          budget: ${budget}
          seed: ${seed}
          baseline: wac-baseline/report.json
${environment(answers)}
      - name: Keep the report as the baseline of pull requests
        if: always() && github.event_name == 'push' && contains(fromJSON('["passed", "failed"]'), steps.conformance.outputs.gate)
        run: mkdir -p wac-baseline && cp wac-report/report.json wac-baseline/report.json
      - name: Save the baseline
        if: always() && github.event_name == 'push' && hashFiles('wac-baseline/report.json') != ''
        uses: actions/cache/save@v4
        with:
          path: wac-baseline
          key: wac-baseline-\${{ github.run_id }}-\${{ github.run_attempt }}
`;
}

/** Returns the nightly job, with a new seed each night, so that it tries new values. */
function nightlyJob(answers: PipelineAnswers): string {
  const { budget, tasks } = PROFILES.nightly;
  return `  nightly:
    if: github.event_name == 'schedule' || github.event_name == 'workflow_dispatch'
    runs-on: ubuntu-latest
    timeout-minutes: 60
    steps:
${INSTALL}
      - name: Run the conformance suite
        id: conformance
        uses: ${ACTION}
        with:
          target: ${yamlText(answers.target)}
          # At most ${tasks} tasks; each run draws a seed and prints it.
          budget: ${budget}
          artifact: wac-report-nightly
${environment(answers)}
      - name: Print the seed
        if: always()
        env:
          SEED: \${{ steps.conformance.outputs.seed }}
        run: echo "::notice title=Seed \${SEED:-unknown}::To repeat the run, add --budget ${budget} --seed \${SEED:-N} to wac run."
`;
}

const ACTION = "./node_modules/workspace-agent-conformance/.github/actions/conformance";

const INSTALL = `      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: npm ci`;

function environment({ keyVariable, urlVariable }: PipelineAnswers): string {
  const url = urlVariable === null ? "" : `\n          ${urlVariable}: \${{ vars.${urlVariable} }}`;
  return `        env:
          ${keyVariable}: \${{ secrets.${keyVariable} }}${url}
          # And so on for every other \${NAME} of the target file: WAC_OTHER_AGENT_KEY: \${{ secrets.WAC_OTHER_AGENT_KEY }}`;
}

/** Returns text as a YAML scalar, unquoted if that is safe. */
export function yamlText(text: string): string {
  return /^[\w ./=-]+$/.test(text) ? text : JSON.stringify(text);
}
