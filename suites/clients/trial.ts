import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Fake } from "../../fake/index.ts";
import { packageFile } from "../../spec/package-root.ts";
import type { ClientGenerator } from "./client-generator.ts";
import { copyFlow } from "./flow-programs.ts";
import { FLOW_STEPS, missingSteps } from "./flow-steps.ts";
import { run } from "./run-command.ts";
import { installed, missingCommand } from "./toolset.ts";
import type { FlowEnvironment, Work } from "./work.ts";

export type Result =
  | { readonly kind: "passed" }
  | { readonly kind: "failed"; readonly stage: string; readonly reason: string }
  | { readonly kind: "skipped"; readonly reason: string };

export interface Trial {
  readonly generator: ClientGenerator;
  readonly result: Result;
  /** Milliseconds of each stage that was reached. */
  readonly times: Readonly<Record<string, number>>;
}

export interface TrialOptions {
  readonly cache: string;
  /** Creates a separate workspace for each flow. */
  readonly fake: Fake;
}

/** Installs and runs a generator, compiles its client, and runs the flow with it. */
export async function tryGenerator(generator: ClientGenerator, { cache, fake }: TrialOptions): Promise<Trial> {
  const times: Record<string, number> = {};
  let stage = "install";
  const timed = async <T>(name: string, act: () => Promise<T>): Promise<T> => {
    stage = name;
    const started = performance.now();
    const result = await act();
    times[name] = performance.now() - started;
    return result;
  };
  const missing = await missingCommand(generator.tools);
  if (missing !== null)
    return { generator, times, result: { kind: "skipped", reason: `${missing} is not on this machine` } };
  try {
    const tools = await timed("install", () => installed(generator.tools, cache));
    const work = await emptyWork(generator, tools);
    await timed("generate", () => generator.generate(work));
    await copyFlow(generator, work.folder);
    await timed("compile", () => generator.compile(work));
    await timed("flow", async () => runFlow(generator.tools.start(work), environmentOf(fake)));
    return { generator, times, result: { kind: "passed" } };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { generator, times, result: { kind: "failed", stage, reason } };
  }
}

async function emptyWork(generator: ClientGenerator, tools: string): Promise<Work> {
  const folder = join(tools, "work", generator.name.replace(/[^a-z]+/gi, "-"));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return { folder, tools, document: packageFile("spec", "openapi.yaml") };
}

function environmentOf(fake: Fake): FlowEnvironment {
  const { apiKey, fixtures } = fake.workspace();
  const { memberChannel, scope, challengeTokens } = fixtures;
  const agent = fixtures.agent?.id;
  const token = challengeTokens?.[0];
  if (agent === undefined || memberChannel === undefined || scope === undefined || token === undefined)
    throw new Error(
      "the fake gave a workspace without agent, memberChannel, scope or challengeTokens: the flow needs them all",
    );
  return {
    WAC_BASE_URL: fake.baseUrl,
    WAC_API_KEY: apiKey,
    WAC_AGENT: agent,
    WAC_CHANNEL: memberChannel,
    WAC_SCOPE: scope,
    WAC_TOKEN: token,
  };
}

async function runFlow([command, ...args]: readonly [string, ...string[]], env: FlowEnvironment): Promise<void> {
  const printed = await run(command, args, { env: { ...env } });
  const missing = missingSteps(printed);
  if (missing.length > 0)
    throw new Error(
      `${missing.length} of ${FLOW_STEPS.length} steps were not printed: ${missing.join(", ")}\n${printed}`,
    );
}
