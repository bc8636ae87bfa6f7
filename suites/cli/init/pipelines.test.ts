import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { validateWorkflow } from "@action-validator/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { createFake } from "../../../fake/index.ts";
import { packageFile } from "../../../spec/package-root.ts";
import { installWac, runScript, type ScriptStep } from "../testing/script-step.ts";
import { gitlabTemplate } from "./gitlab-template.ts";
import { PROFILE_NAMES, type Profile } from "./profiles.ts";
import { type PipelineAnswers, workflowTemplate } from "./workflow-template.ts";

// Child processes on a busy machine take their time.
vi.setConfig({ testTimeout: 180_000 });

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "wac-pipelines-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const ANSWERS = {
  target: "wac-target.yaml",
  keyVariable: "WAC_API_KEY",
  urlVariable: "WAC_BASE_URL",
  profiles: PROFILE_NAMES,
} satisfies PipelineAnswers;
const MORE: readonly Partial<PipelineAnswers>[] = [
  {},
  { urlVariable: null },
  { profiles: ["pull-request"] },
  { profiles: ["nightly"] },
  { target: "my target: #1.yaml" },
];

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly ScriptStep[] }>>;
}

test.each(MORE)("the GitHub workflow with %j keeps to GitHub's schema and names inputs of the action", (more) => {
  const answers = { ...ANSWERS, ...more };
  const text = workflowTemplate(answers);
  expect(validateWorkflow(text).errors).toEqual([]);
  const { jobs } = parse(text) as Workflow;
  const action = parse(readFileSync(packageFile(".github", "actions", "conformance", "action.yml"), "utf8"));
  const calls = Object.values(jobs).flatMap(({ steps }) => steps.filter(({ id }) => id === "conformance"));
  expect(calls).toHaveLength(answers.profiles.length);
  for (const call of calls) {
    expect(call.uses).toBe("./node_modules/workspace-agent-conformance/.github/actions/conformance");
    expect(call.with?.target).toBe(answers.target);
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(call.with ?? {})));
    const variables = ["WAC_API_KEY", ...(answers.urlVariable === null ? [] : ["WAC_BASE_URL"])];
    expect(Object.keys(call.env ?? {})).toEqual(variables);
  }
});

test("the package ships the action that the workflow uses", () => {
  const { files } = JSON.parse(readFileSync(packageFile("package.json"), "utf8"));
  expect(files).toContain(".github/actions/conformance/action.yml");
});

test.each<[Profile, string[], Record<string, unknown>]>([
  ["pull-request", ["pull_request", "push", "workflow_dispatch"], { budget: "smoke", seed: 1 }],
  ["nightly", ["schedule", "workflow_dispatch"], { budget: "standard" }],
])("the profile %s starts on its events, with its budget and seed", (profile, events, inputs) => {
  const { on, jobs } = parse(workflowTemplate({ ...ANSWERS, profiles: [profile] })) as Workflow;
  expect(Object.keys(on)).toEqual(events);
  const [job] = Object.values(jobs);
  const given = job?.steps.find(({ id }) => id === "conformance")?.with ?? {};
  expect(given).toMatchObject(inputs);
  expect("seed" in given).toBe(profile === "pull-request");
});

interface GitlabJob {
  readonly script?: readonly string[];
  readonly extends?: string;
  readonly rules?: readonly { readonly if: string }[];
}

test.each(MORE)("the GitLab file with %j has a job with sound scripts for each profile", (more) => {
  const answers = { ...ANSWERS, ...more };
  const file = parse(gitlabTemplate(answers)) as Readonly<Record<string, GitlabJob>>;
  const jobs = Object.entries(file).filter(([name]) => !name.startsWith("."));
  const names = { "pull-request": "api-conformance", nightly: "api-conformance-nightly" };
  expect(jobs.map(([name]) => name)).toEqual(answers.profiles.map((profile) => names[profile]));
  expect(Object.keys(file[".api-conformance"] ?? {})).toEqual(
    expect.arrayContaining(["image", "resource_group", "before_script", "artifacts"]),
  );
  for (const [, job] of jobs) {
    expect(job.extends).toBe(".api-conformance");
    expect(job.rules?.every((rule) => rule.if.startsWith("$CI_PIPELINE_SOURCE == "))).toBe(true);
    expect(spawnSync("bash", ["-n", "-c", (job.script ?? []).join("\n")]).status).toBe(0);
  }
});

test("the scripts of GitLab gate on the run, and on the comparison with the main branch", async () => {
  installWac(cwd);
  const fake = await createFake({ mutants: ["loosen@create-task.body.title.maxLength"] });
  writeFileSync(join(cwd, "wac-target.yaml"), JSON.stringify(fake.target));
  const file = parse(gitlabTemplate(ANSWERS)) as Readonly<Record<string, GitlabJob>>;
  const [run = "", compare = ""] = file["api-conformance"]?.script ?? [];
  const gate = await runScript(`${run} --only tasks.create.title-max tasks.create.channel`, cwd, {});
  await fake.close();
  expect([gate.status, gate.output.includes("gate failed")]).toEqual([1, true]);

  const report = join(cwd, "wac-report", "report.json");
  copyFileSync(report, join(cwd, "main.json"));
  const curl = join(cwd, "node_modules", ".bin", "curl");
  // Is in for GitLab: writes the report of the main branch to the file after --output.
  writeFileSync(curl, '#!/usr/bin/env bash\nwhile [ "$1" != --output ]; do shift; done\ncp main.json "$2"\n');
  chmodSync(curl, 0o755);
  const merge = { CI_PIPELINE_SOURCE: "merge_request_event", CI_DEFAULT_BRANCH: "main", CI_JOB_TOKEN: "t" };
  expect((await runScript(compare, cwd, merge)).status).toBe(0);
  rmSync(join(cwd, "main.json"));
  const without = await runScript(compare, cwd, merge);
  expect([without.status, without.output.includes("No report of main")]).toEqual([0, true]);
});
