import { relative } from "node:path";
import { isObject, type Json } from "../../spec/json.ts";
import { OperatorError } from "../../spec/operator-error.ts";
import { readSchema } from "../../spec/settings/published-schema.ts";
import { reject, settingsSchema, unwrittenSettings } from "../../spec/settings/settings-schema.ts";
import { ordinaryRun, type RunOptions, type RunSettings } from "../engine/check/options.ts";
import { isAsShipped, loadContract } from "../engine/contract.ts";
import { rejectUnknownGaps, today } from "../target/accepted-gaps.ts";
import { loadKnownFailures } from "../target/known-failures.ts";

/** A target, and the settings that differ from an ordinary run: everything, at the standard budget, with seed 1. */
export type RunRequest = Pick<RunOptions, "target"> & Partial<RunOptions>;

/**
 * Returns the settings of a run that a program requests. Without `knownFailures` those of the target are read.
 *
 * @throws OperatorError `RUN-REQUEST…` for invalid options, and as {@link completeSettings}.
 */
export async function readRunRequest(request: RunRequest): Promise<RunOptions> {
  const { signal, onProgress, ...settings } = withoutUndefined(request);
  rejectUnloaded(settings.target);
  rejectUnusual(settings);
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw notA("signal", "an AbortSignal");
  if (onProgress !== undefined && typeof onProgress !== "function") throw notA("onProgress", "a function");
  return {
    ...(await completeSettings({ ...ordinaryRun(settings.target), knownFailures: undefined, ...settings })),
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  };
}

/** Settings whose known failures may still be open: undefined for those of the target. */
type IncompleteSettings = Omit<RunSettings, "knownFailures"> & {
  readonly knownFailures: RunSettings["knownFailures"] | undefined;
};

/**
 * Checks everything that the settings name before the first request. Known failures that are read here are judged by
 * today's date.
 *
 * @throws OperatorError for an invalid overlay, rename, id or file of known failures.
 */
export async function completeSettings(
  unsettled: IncompleteSettings,
  cwd: string = process.cwd(),
): Promise<RunSettings> {
  const { target, only } = unsettled;
  const settings = { ...unsettled, knownFailures: unsettled.knownFailures ?? null };
  const path = unsettled.knownFailures === undefined ? target.knownFailures : null;
  // The run loads the contract itself, and here nothing needs it.
  const namesNothing = only.length === 0 && path === null && target.acceptedGaps.length === 0;
  if (namesNothing && isAsShipped(target)) return settings;
  const { document, catalogue } = await loadContract(target);
  const requirements = catalogue.requirements.map(({ id }) => id);
  catalogue.select(only);
  rejectUnknownGaps(target, requirements);
  if (path === null) return settings;
  const knownFailures = loadKnownFailures(relative(cwd, path) || path, path, {
    requirements,
    operations: document.operations.map(({ id }) => id),
    today: today(),
  });
  return { ...settings, knownFailures };
}

/**
 * Throws for a target that was not loaded, as a file or a program would write it: it is not validated and has no
 * defaults.
 */
function rejectUnloaded(target: unknown): void {
  if (isObject(target) && "file" in target && isObject(target.limits) && isObject(target.http)) return;
  throw new OperatorError({
    code: "RUN-REQUEST-TARGET",
    message: "runConformance: target is not what loadTarget gives.",
    hint: "Write loadTarget({ file: … }).target, or loadTarget({ value: … }).target for the target of a fake.",
  });
}

const requestSchema = settingsSchema(readSchema("run-request.schema.json"));

function rejectUnusual(settings: Partial<RunSettings>): void {
  const { target, knownFailures, replay, ...plain } = settings;
  const value = plain as unknown as Json;
  reject(requestSchema.problems(value), unwrittenSettings("runConformance", value), {
    what: "request",
    code: "RUN-REQUEST",
  });
}

function notA(name: string, expected: string): OperatorError {
  const message = `runConformance, ${name}: what was given is not ${expected}.`;
  return new OperatorError({ code: "RUN-REQUEST-VALUE", message, hint: `Give ${expected}, or leave it out.` });
}

/** Removes undefined members: `{ seed: undefined }` means the default seed. */
function withoutUndefined(request: RunRequest): RunRequest {
  return Object.fromEntries(
    Object.entries(request).filter(([, value]) => value !== undefined),
  ) as unknown as RunRequest;
}
