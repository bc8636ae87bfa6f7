import { shellWord } from "../core/shell.ts";

/** What the workflow has to know. */
export interface WorkflowAnswers {
  /** Path of the target file from the root of the repository. */
  readonly target: string;
  /** Name of the secret, and of the environment variable, that holds the key. */
  readonly keyVariable: string;
  /** Name of the variable that holds the address, null where the target file states it. */
  readonly urlVariable: string | null;
}

/**
 * A GitHub Actions workflow that gates pull requests on conformance. It runs what package.json pins and `npm ci` has installed:
 * what is fetched by its name alone would run with the key, whoever the name belongs to.
 */
export function workflowTemplate({ target, keyVariable, urlVariable }: WorkflowAnswers): string {
  const url = urlVariable === null ? "" : `\n          ${urlVariable}: \${{ vars.${urlVariable} }}`;
  return `# Gate on conformance with the Workspace Agent API. Needs the secret ${keyVariable}${urlVariable === null ? "" : ` and the variable ${urlVariable}`}.
# Exit status of wac run: 0 conformant, 1 not conformant, 2 nothing could be judged, 3 incomplete.
name: API conformance

on:
  pull_request:
  push:
    branches: [main]
  workflow_dispatch:

permissions:
  contents: read

# One run at a time: two runs on one server would share its rate limit and its task allowance.
concurrency:
  group: api-conformance
  cancel-in-progress: false

jobs:
  conformance:
    # Pull requests from forks have no secrets.
    if: github.event_name != 'pull_request' || github.event.pull_request.head.repo.full_name == github.repository
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: npm ci
      - name: Run the conformance suite
        run: ${yamlText(`npx --no-install wac run --target ${shellWord(target)} --out wac-report --yes`)}
        env:
          ${keyVariable}: \${{ secrets.${keyVariable} }}${url}
          # And so on for every other \${NAME} of the target file: WAC_OTHER_AGENT_KEY: \${{ secrets.WAC_OTHER_AGENT_KEY }}
      - name: Keep the reports
        if: always()
        uses: actions/upload-artifact@v4
        with:
          name: wac-report
          path: wac-report
          if-no-files-found: warn
`;
}

/** Text as a YAML scalar: as it is where nothing in it means anything else. */
function yamlText(text: string): string {
  return /^[\w ./=-]+$/.test(text) ? text : JSON.stringify(text);
}
