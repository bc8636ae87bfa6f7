import { relative } from "node:path";
import { isObject, type Json } from "../../spec/json.ts";
import { OperatorError } from "../../spec/operator-error.ts";
import { readSchema } from "../../spec/settings/published-schema.ts";
import { reject, settingsSchema, unwrittenSettings } from "../../spec/settings/settings-schema.ts";
import { ordinaryRun, type RunOptions, type RunSettings } from "../engine/check/options.ts";
import { isAsShipped, loadContract } from "../engine/contract.ts";
import { rejectUnknownGaps, today } from "../target/accepted-gaps.ts";
import { loadKnownFailures } from "../target/known-failures.ts";

/** A target, and whatever is to be other than in an ordinary run: everything, at the standard budget, with seed 1. */
export type RunRequest = Pick<RunOptions, "target"> & Partial<RunOptions>;

/**
 * The settings of a run as a program asks for it. Without `knownFailures` those that the target names are read.
 *
 * @throws OperatorError `RUN-REQUEST…` for options that no run has, and as {@link settle}.
 */
export async function settleRequest(request: RunRequest): Promise<RunOptions> {
  const { signal, onProgress, ...settings } = withoutUndefined(request);
  rejectUnloaded(settings.target);
  rejectUnusual(settings);
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw notA("signal", "an AbortSignal");
  if (onProgress !== undefined && typeof onProgress !== "function") throw notA("onProgress", "a function");
  return {
    ...(await settle({ ...ordinaryRun(settings.target), knownFailures: undefined, ...settings })),
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  };
}

/** Settings of which it may still be open what known failures there are: undefined for those that the target names. */
type Unsettled = Omit<RunSettings, "knownFailures"> & {
  readonly knownFailures: RunSettings["knownFailures"] | undefined;
};

/**
 * Finds whatever a person can have got wrong in what the settings name, before the first request. Known failures that are
 * read here are judged by today's date.
 *
 * @throws OperatorError for an overlay, a rename, an id or a file of known failures that cannot be used.
 */
export async function settle(unsettled: Unsettled, cwd: string = process.cwd()): Promise<RunSettings> {
  const { target, only } = unsettled;
  const settings = { ...unsettled, knownFailures: unsettled.knownFailures ?? null };
  const path = unsettled.knownFailures === undefined ? target.knownFailures : null;
  // The run loads the contract, too: there is nothing to look for here.
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

/** A target as a file or a program would write it is none yet: nothing in it was checked, and its defaults are not filled. */
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

/** `{ seed: undefined }` says nothing of the seed. */
function withoutUndefined(request: RunRequest): RunRequest {
  return Object.fromEntries(
    Object.entries(request).filter(([, value]) => value !== undefined),
  ) as unknown as RunRequest;
}
