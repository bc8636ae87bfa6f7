import { nameOfScenario } from "./selection.ts";

/** The outcome of a scenario that was run. */
export interface ScenarioResult {
  /** `FILE > NAME`, as for `--scenario`; a file that could not be loaded counts as its scenarios. */
  readonly name: string;
  readonly durationMs: number;
  /** The problem; null if there was none. */
  readonly failure: string | null;
}

/** The used parts of vitest's result of a file. */
export interface RunFile {
  readonly relativeModuleId: string;
  /** Returns the errors outside the scenarios. */
  errors(): readonly { readonly message: string }[];
  readonly children: { allTests(): Iterable<RunScenario> };
}

interface RunScenario {
  readonly name: string;
  result(): { readonly state: string; readonly errors?: readonly { readonly message: string }[] | undefined };
  diagnostic(): { readonly duration: number } | undefined;
}

/**
 * Returns the results of files, without the scenarios that were not run; each error outside a scenario is a failure
 * too.
 */
export function scenarioResults(
  files: readonly RunFile[],
  others: readonly { readonly message: string }[] = [],
): readonly ScenarioResult[] {
  const failed = (name: string, errors: readonly { readonly message: string }[]) =>
    errors.map(({ message }) => ({ name, durationMs: 0, failure: message }));
  return [
    ...files.flatMap((file) => [
      ...[...file.children.allTests()].flatMap((one) => resultOf(file.relativeModuleId, one)),
      ...failed(file.relativeModuleId, file.errors()),
    ]),
    ...failed("outside the scenarios", others),
  ];
}

function resultOf(file: string, scenario: RunScenario): readonly ScenarioResult[] {
  const { state, errors = [] } = scenario.result();
  if (state !== "passed" && state !== "failed") return [];
  const failure = state === "passed" ? null : errors.map(({ message }) => message).join("\n") || "failed";
  const durationMs = scenario.diagnostic()?.duration ?? 0;
  return [{ name: nameOfScenario(file, scenario.name), durationMs, failure }];
}
