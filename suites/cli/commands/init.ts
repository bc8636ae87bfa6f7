import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, posix, relative, resolve } from "node:path";
import { makeFolders, writeFileAtomic } from "../../../reports/write.ts";
import { OperatorError } from "../../../spec/operator-error.ts";
import { tool } from "../../../spec/tool.ts";
import { normaliseBaseUrl } from "../../client/base-url.ts";
import { type Command, type Input, NO_POSITIONALS } from "../core/command.ts";
import { commandLine } from "../core/invocation.ts";
import type { Io } from "../core/io.ts";
import { badValue, listOf, oneOf } from "../core/values.ts";
import { gitlabTemplate } from "../init/gitlab-template.ts";
import { KNOWN_FAILURES_TEMPLATE } from "../init/known-failures-template.ts";
import { PROFILE_NAMES, type Profile } from "../init/profiles.ts";
import { targetTemplate } from "../init/target-template.ts";
import { workflowTemplate } from "../init/workflow-template.ts";
import { SUMMARIES } from "./summaries.ts";

const URL_VARIABLE = "WAC_BASE_URL";

/** `wac init`. */
export const init: Command = {
  name: "init",
  summary: SUMMARIES.init,
  positionals: NO_POSITIONALS,
  options: [
    {
      name: "base-url",
      value: "URL",
      text: `URL of the service (default: asked for on a terminal, or ${URL_VARIABLE})`,
    },
    { name: "key-variable", value: "NAME", text: "environment variable that holds the API key (default WAC_API_KEY)" },
    { name: "target", value: "FILE", text: "target file to write (default wac-target.yaml)" },
    { name: "known-failures", value: "FILE", text: "known-failures file to write (default known-failures.yaml)" },
    { name: "ci", value: "NAME", text: "pipeline to write: github (default), gitlab or none" },
    {
      name: "profile",
      value: "NAME",
      text: "jobs of the pipeline: pull-request, nightly (default both)",
      many: true,
    },
    {
      name: "workflow",
      value: "FILE",
      text: "pipeline file to write (default .github/workflows/api-conformance.yml or .gitlab/api-conformance.yml)",
    },
    { name: "no-workflow", text: "the same as --ci none" },
    { name: "force", text: "overwrite existing files other than the target file" },
    { name: "yes", text: "ask nothing" },
  ],
  examples: [
    ["wac init", "asks for the base URL and writes the three files"],
    ["wac init --base-url https://staging.example.com/api --no-workflow", "asks nothing and writes two files"],
    ["wac init --ci gitlab --profile pull-request", "a gate for merge requests on GitLab, and no nightly run"],
  ],
  notes: [
    "The job pull-request runs with --budget smoke and a fixed seed: at most 30 tasks a run, every MUST once, compared with the last report of",
    "the main branch. The job nightly runs with --budget standard and a new seed, which it prints: at most 150 tasks a run.",
    "wac plan estimates how many such runs a monthly plan allows.",
    "An existing target file is always kept: delete it for a new one. If another file exists, nothing is written without --force.",
  ],
  async run(input, io) {
    const answers = await answersOf(input, io);
    const all = await filesOf(answers, io);
    // One that wac discover wrote, or a person filled in, is worth more than a template.
    const keeps = existsSync(resolve(io.cwd, answers.target));
    const files = keeps ? all.filter(({ name }) => name !== answers.target) : all;
    if (!input.flag("force")) rejectExisting(files);
    if (keeps) io.out(await keptLine(answers, io));
    for (const file of files) {
      await write(file);
      io.out(`wrote ${file.name}\n`);
    }
    const isInstalled = answers.pipeline === null || (await dependsOnUs(io));
    io.out(nextSteps(answers, { keeps, isInstalled }, io));
    return 0;
  },
};

async function write(file: NewFile): Promise<void> {
  try {
    await makeFolders(dirname(file.path));
    await writeFileAtomic(file.path, file.text);
  } catch (error) {
    throw new OperatorError({
      code: "INIT-FILE-UNWRITABLE",
      message: `${file.name} cannot be written.`,
      hint: "Name a file whose folder exists or can be created, and may be written to (--target, --known-failures, --workflow).",
      cause: error instanceof OperatorError ? error.cause : error,
    });
  }
}

interface Answers {
  /** Address, or null when it comes from {@link URL_VARIABLE}. */
  readonly baseUrl: string | null;
  readonly keyVariable: string;
  readonly target: string;
  readonly knownFailures: string;
  readonly pipeline: { readonly ci: keyof typeof PIPELINES; readonly file: string } | null;
  readonly profiles: readonly Profile[];
}

/** The CI systems with a template, each with its usual file. */
const PIPELINES = {
  github: { file: ".github/workflows/api-conformance.yml", template: workflowTemplate },
  gitlab: { file: ".gitlab/api-conformance.yml", template: gitlabTemplate },
} as const;

interface NewFile {
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

async function answersOf(input: Input, io: Io): Promise<Answers> {
  const keyVariable = input.value("key-variable") ?? "WAC_API_KEY";
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(keyVariable)) {
    throw badValue(
      "key-variable",
      keyVariable,
      "the name of an environment variable",
      "Use letters, digits and underscores.",
    );
  }
  const asked = input.value("base-url") ?? (io.interactive && !input.flag("yes") ? await requestUrl(io) : "");
  return {
    baseUrl: asked === "" ? null : normaliseBaseUrl(asked, "--base-url"),
    keyVariable,
    target: input.value("target") ?? "wac-target.yaml",
    knownFailures: input.value("known-failures") ?? "known-failures.yaml",
    pipeline: pipelineOf(input),
    profiles: profilesOf(input),
  };
}

function pipelineOf(input: Input): Answers["pipeline"] {
  rejectWithoutPipeline(input);
  const ci = oneOf(input, "ci", ["github", "gitlab", "none"]) ?? (input.flag("no-workflow") ? "none" : "github");
  if (ci === "none" || input.flag("no-workflow")) return null;
  return { ci, file: input.value("workflow") ?? PIPELINES[ci].file };
}

function rejectWithoutPipeline(input: Input): void {
  if (input.value("ci") !== "none" && !input.flag("no-workflow")) return;
  for (const name of ["workflow", "profile"]) {
    const [value] = input.values(name);
    if (value !== undefined) throw badValue(name, value, "of use: no pipeline is written", `Leave out --${name}.`);
  }
}

function profilesOf(input: Input): readonly Profile[] {
  const names = listOf(input, "profile");
  const unknown = names.find((name) => !PROFILE_NAMES.some((known) => known === name));
  if (unknown !== undefined) {
    throw badValue("profile", unknown, `one of ${PROFILE_NAMES.join(", ")}`, "Without --profile, both are written.");
  }
  return names.length === 0 ? PROFILE_NAMES : PROFILE_NAMES.filter((name) => names.includes(name));
}

async function requestUrl(io: Io): Promise<string> {
  const answer = await io.ask(`Address of the service (empty: taken from ${URL_VARIABLE} at each run): `);
  return answer?.trim() ?? "";
}

async function filesOf(answers: Answers, io: Io): Promise<NewFile[]> {
  const at = (name: string, text: string): NewFile => ({ name, path: resolve(io.cwd, name), text });
  const target = targetTemplate({
    baseUrl: answers.baseUrl ?? `\${${URL_VARIABLE}}`,
    keyVariable: answers.keyVariable,
    knownFailures: knownFailuresIn(answers, io),
  });
  const files = [at(answers.target, target), at(answers.knownFailures, KNOWN_FAILURES_TEMPLATE)];
  if (answers.pipeline === null) return files;
  const pipeline = PIPELINES[answers.pipeline.ci].template({
    target: slashes(answers.target),
    keyVariable: answers.keyVariable,
    urlVariable: answers.baseUrl === null ? URL_VARIABLE : null,
    profiles: answers.profiles,
  });
  return [...files, at(answers.pipeline.file, pipeline)];
}

/** Returns the path of the known-failures file relative to the target file. */
function knownFailuresIn({ target, knownFailures }: Answers, io: Io): string {
  const beside = slashes(relative(dirname(resolve(io.cwd, target)), resolve(io.cwd, knownFailures)));
  return beside.startsWith(".") ? beside : `./${beside}`;
}

/** Returns the line on an existing target file that is kept, with the setting that it lacks. */
async function keptLine(answers: Answers, io: Io): Promise<string> {
  const { target, baseUrl } = answers;
  const text = await readFile(resolve(io.cwd, target), "utf8");
  const isNamed = /^[\s{,]*["']?knownFailures["']?\s*:/m.test(text);
  const lack = isNamed ? "" : `; add the line  knownFailures: ${knownFailuresIn(answers, io)}`;
  const dropped =
    baseUrl === null || text.includes(baseUrl) ? "" : `note: ${baseUrl} is not in it; change its baseUrl there\n`;
  return `kept ${target}, which is there already${lack}\n${dropped}`;
}

function rejectExisting(files: readonly NewFile[]): void {
  const there = files.filter((file) => existsSync(file.path)).map((file) => file.name);
  if (there.length === 0) return;
  throw new OperatorError({
    code: "INIT-FILE-EXISTS",
    message: `${there.join(" and ")} ${there.length === 1 ? "is" : "are"} there already; nothing was written.`,
    hint: "Name other files (--target, --known-failures, --workflow), or overwrite with --force.",
  });
}

/** True when the package.json here names this package, so that `npm ci` brings it. */
async function dependsOnUs(io: Io): Promise<boolean> {
  try {
    return (await readFile(resolve(io.cwd, "package.json"), "utf8")).includes('"workspace-agent-conformance"');
  } catch {
    return false;
  }
}

/** Returns the next steps; a kept target file is already filled in. */
function nextSteps(
  { baseUrl, keyVariable, target }: Answers,
  { keeps, isInstalled }: { readonly keeps: boolean; readonly isInstalled: boolean },
  { env }: Io,
): string {
  const line = (name: string) => commandLine([name, "--target", target]);
  const needed = [...(baseUrl === null ? [[URL_VARIABLE, "https://…"]] : []), [keyVariable, "…"]] as const;
  const variables = needed.filter(([name = ""]) => (env[name] ?? "") === "").map((pair) => pair.join("="));
  return [
    "",
    "Next:",
    ...(variables.length === 0 ? [] : [`  export ${variables.join(" ")}`]),
    ...(keeps
      ? []
      : [`  ${line("discover")} --force    fill it from what the API itself shows, by requests that only read`]),
    `  ${line("doctor")}    is the service reachable, is each fixture what it claims`,
    `  ${line("plan")}      what a run would send and create`,
    `  ${line("run")}`,
    ...(isInstalled
      ? []
      : [
          `  add ${tool.name} to the devDependencies of package.json: the pipeline runs what npm ci installs, and nothing else`,
        ]),
    "",
  ].join("\n");
}

function slashes(path: string): string {
  return path.replaceAll("\\", posix.sep);
}
