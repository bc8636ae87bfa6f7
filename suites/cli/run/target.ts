import { OperatorError } from "../../../spec/operator-error.ts";
import { completeTarget, loadTarget } from "../../target/load.ts";
import type { ResolvedTarget } from "../../target/types.ts";
import type { Input, Option } from "../core/command.ts";
import type { Io } from "../core/io.ts";

/** Options that name the target. */
export const TARGET_OPTIONS: readonly Option[] = [
  { name: "target", value: "FILE", text: "target file (YAML or JSON); wac init writes one" },
  { name: "base-url", value: "URL", text: "URL of the service; overrides the target file" },
  { name: "api-key", value: "KEY", text: "the agent's key; overrides the target file (better: set WAC_API_KEY)" },
];

/** A target to run against, with a function to close it. */
export interface OpenTarget {
  readonly target: ResolvedTarget;
  /** True when it is the fake of this package, started for this command. */
  readonly bundled: boolean;
  close(): Promise<void>;
}

/**
 * Returns the target that the options name; without any, the bundled fake on a free port. Warnings go to standard
 * error.
 */
export async function openTarget(input: Input, io: Io): Promise<OpenTarget> {
  const [file, baseUrl, apiKey] = [input.value("target"), input.value("base-url"), input.value("api-key")];
  if (file === undefined && baseUrl === undefined) {
    if (apiKey !== undefined) throw keyWithoutTarget();
    return await openFake(input.value("known-failures"), io);
  }
  const knownFailures = input.value("known-failures");
  const { target, warnings } = loadTarget({ file, baseUrl, apiKey, knownFailures, env: io.env, cwd: io.cwd });
  for (const warning of warnings) io.err(`warning: ${warning}\n`);
  return { target, bundled: false, close: async () => {} };
}

/** Returns the options that name the same target again; never the key. */
export function targetWords(input: Input): readonly string[] {
  return ["target", "base-url"].flatMap((name) => {
    const value = input.value(name);
    return value === undefined ? [] : [`--${name}`, value];
  });
}

async function openFake(knownFailures: string | undefined, io: Io): Promise<OpenTarget> {
  const { createFake } = await import("../../../fake/index.ts");
  const fake = await createFake();
  const target = completeTarget({ ...fake.target, ...(knownFailures === undefined ? {} : { knownFailures }) }, io.cwd);
  return { target, bundled: true, close: () => fake.close() };
}

function keyWithoutTarget(): OperatorError {
  return new OperatorError({
    code: "RUN-KEY-WITHOUT-TARGET",
    message: "--api-key is given, and neither --target nor --base-url: the bundled fake has a key of its own.",
    hint: "Add --base-url URL or --target FILE, or leave --api-key out.",
  });
}
