import { shellWord } from "../core/shell.ts";
import { PROFILES } from "./profiles.ts";
import { type PipelineAnswers, yamlText } from "./workflow-template.ts";

/**
 * Returns jobs for GitLab CI, to be included from .gitlab-ci.yml. As on GitHub they run the version that package.json
 * pins and `npm ci` has installed. The report of the main branch's last successful job is the baseline of merge
 * requests; it is fetched with the token of the job.
 */
export function gitlabTemplate(answers: PipelineAnswers): string {
  const { keyVariable, urlVariable, profiles } = answers;
  const variables = [keyVariable, ...(urlVariable === null ? [] : [urlVariable])].join(" and ");
  return `# Conformance with the Workspace Agent API. Include it from .gitlab-ci.yml:
#
#   include:
#     - local: .gitlab/api-conformance.yml
#
# Needs ${variables} as masked CI/CD variables, and every other \${NAME} of the target file. Variables that are protected do not reach
# merge requests. Exit status of wac run: 0 gate passed, 1 failed, 2 nothing could be judged, 3 incomplete.

.api-conformance:
  image: node:22
  stage: test
  # One run at a time: two runs on one server would share its rate limit and its task allowance.
  resource_group: api-conformance
  before_script:
    - npm ci
  artifacts:
    when: always
    paths:
      - wac-report/
    reports:
      junit: wac-report/junit.xml
${profiles.includes("pull-request") ? gateJob(answers) : ""}${profiles.includes("nightly") ? nightlyJob(answers) : ""}`;
}

function gateJob({ target }: PipelineAnswers): string {
  const { budget, seed, tasks } = PROFILES["pull-request"];
  return `
api-conformance:
  extends: .api-conformance
  timeout: 30 minutes
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_PIPELINE_SOURCE == "push" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  script:
    # At most ${tasks} tasks; the same seed each time, so that a merge request is judged by what it changes.
    - ${yamlText(`npx --no-install wac run --target ${shellWord(target)} --budget ${budget} --seed ${seed} --out wac-report --yes`)}
    - |
      if [ "$CI_PIPELINE_SOURCE" = merge_request_event ]; then
        url="$CI_API_V4_URL/projects/$CI_PROJECT_ID/jobs/artifacts/$CI_DEFAULT_BRANCH/raw/wac-report/report.json?job=api-conformance"
        if curl --fail --silent --show-error --location --header "JOB-TOKEN: $CI_JOB_TOKEN" --output wac-baseline.json "$url"; then
          npx --no-install wac diff wac-baseline.json wac-report/report.json
        else
          echo "No report of $CI_DEFAULT_BRANCH to compare with."
        fi
      fi
`;
}

function nightlyJob({ target }: PipelineAnswers): string {
  const { budget, tasks } = PROFILES.nightly;
  return `
# Needs a pipeline schedule (Build > Pipeline schedules), once a night.
api-conformance-nightly:
  extends: .api-conformance
  timeout: 60 minutes
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule"
  script:
    # At most ${tasks} tasks; each run draws a seed and prints it.
    - ${yamlText(`npx --no-install wac run --target ${shellWord(target)} --budget ${budget} --out wac-report --yes`)}
`;
}
