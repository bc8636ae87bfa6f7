import { dirname, join, resolve } from "node:path";
import { readReport } from "../../../reports/read.ts";
import { isSeenInAllResponsesOnly } from "../../../spec/all-responses.ts";
import { jsonText } from "../../../spec/escape.ts";
import { oneLine, truncated, visible } from "../../../spec/format-text.ts";
import { didYouMean } from "../../../spec/nearest.ts";
import { OperatorError } from "../../../spec/operator-error.ts";
import type { Report, ReportCheck, ReportFailure, ReportRequirement } from "../../../spec/report.ts";
import { isLoopback } from "../../client/base-url.ts";
import { ordinaryRun, type ReplayTarget } from "../../engine/check/options.ts";
import { runChecks } from "../../host/run-checks.ts";
import { completeSettings } from "../../host/run-settings.ts";
import type { ResolvedTarget } from "../../target/types.ts";
import type { Command, Input } from "../core/command.ts";
import { asTyped } from "../core/invocation.ts";
import { fitHeap } from "../run/fit-heap.ts";
import { listenForInterrupts } from "../run/interrupts.ts";
import { withReplayLines } from "../run/replay-lines.ts";
import { writeBodies } from "../run/request-bodies.ts";
import { openTarget, TARGET_OPTIONS, targetWords } from "../run/target.ts";
import { withSetup } from "../setup/with-setup.ts";
import { SUMMARIES } from "./summaries.ts";

/** `wac replay REPORT ID`. */
export const replay: Command = {
  name: "replay",
  summary: SUMMARIES.replay,
  positionals: { names: ["REPORT", "ID"], required: 2 },
  options: [...TARGET_OPTIONS, { name: "json", text: "print JSON: the requirement before and now" }],
  examples: [
    [
      "wac replay wac-report/report.json tasks.create.title-max --target staging.yaml",
      "sends the failed request again, and compares the responses",
    ],
  ],
  notes: [
    "It sends the shrunk input of the failure again, after the requests that set it up, with the seed of the report.",
    "It runs the setup and teardown of the target file, as wac run does.",
    "Without --target and --base-url it sends to the bundled fake, for the report of a run against that fake.",
    "A failure that only showed in responses to other requests may not show again: run the whole suite then.",
    "",
    "Exit status: 0 it passes now, 1 it still fails, 2 nothing could be judged (no response), 3 inconclusive, or not reproduced.",
  ],
  async run(input, io) {
    const [path = "", id = ""] = input.positionals;
    const report = await readReport(path, io.cwd);
    const before = failedRequirement(report, id, path);
    rejectOtherTarget(report, input);
    const { target, bundled, close } = await openTarget(input, io);
    const interrupts = listenForInterrupts(io);
    try {
      const { signal } = interrupts;
      const found = await withSetup(target, { io, signal }, (ready) => repeat(report, before, ready, signal));
      const after = withReplayLines(found, {
        pathOf: (file) => (file === "report.json" ? path : join(dirname(path), file)),
        targetWords: targetWords(input),
      });
      if (after.contract.sha256 !== report.contract.sha256)
        io.err("warning: the contract has changed since that report.\n");
      const now = after.requirements.find((requirement) => requirement.id === id);
      await writeBodies(now === undefined ? [] : [now], resolve(io.cwd, dirname(path)));
      io.out(input.flag("json") ? jsonText({ before, now: now ?? null }) : page(before, now, after));
      if (bundled) io.err(`${sentTo(report)}\n`);
      return statusOf(before, now, after);
    } finally {
      interrupts.end();
      await close();
    }
  },
};

function failedRequirement(report: Report, id: string, path: string): ReportRequirement {
  const failed = report.requirements.filter((requirement) => requirement.verdict === "fail");
  const found = failed.find((requirement) => requirement.id === id);
  if (found !== undefined) return found;
  const ids = failed.map((requirement) => requirement.id);
  throw new OperatorError({
    code: "REPLAY-NOT-FAILED",
    message: `"${path}" holds no failure of "${id}".${didYouMean(id, ids)}`,
    hint: ids.length === 0 ? "Nothing failed in that run." : `What failed there: ${ids.join(", ")}.`,
  });
}

/** Throws if the report is of another server, since its failure cannot be repeated on the fake. */
function rejectOtherTarget({ target }: Report, input: Input): void {
  const named = input.value("target") !== undefined || input.value("base-url") !== undefined;
  // A report of an earlier version does not say whether a server on this machine was the fake.
  if (named || (target.bundledFake ?? isLoopback(target.baseUrl))) return;
  throw new OperatorError({
    code: "REPLAY-TARGET-MISSING",
    message: `The report is about ${target.baseUrl}, and no target is named.`,
    hint: "Add --target FILE, the same as for the run.",
  });
}

function sentTo({ target }: Report): string {
  const doubt = ` The report does not say whether ${target.baseUrl} was that fake: for a server of yours, add --target FILE.`;
  return `note: sent to the bundled fake.${target.bundledFake === true ? "" : doubt}`;
}

async function repeat(
  report: Report,
  failed: ReportRequirement,
  target: ResolvedTarget,
  signal: AbortSignal,
): Promise<Report> {
  // A failure that was only seen in other requests has no input of its own: the run then sends all requests of the
  // requirement.
  const found = failed.checks.filter((check) => check.failure !== null && check.requests > 0);
  const { budget, seed } = report.run;
  const replay = found.length > 0 ? found.map((check) => inputOf(failed, check)) : null;
  const settings = ordinaryRun(target, { budget, seed, only: [failed.id], replay });
  fitHeap(budget);
  return await runChecks({ ...(await completeSettings(settings)), signal });
}

function inputOf({ id }: ReportRequirement, { name, failure }: ReportCheck): ReplayTarget {
  return { requirement: id, check: name, counterexample: failure?.counterexample ?? null };
}

function page(before: ReportRequirement, now: ReportRequirement | undefined, { verdict }: Report): string {
  const failure = firstFailure(before);
  const again = firstFailure(now);
  const judged = verdict === "unusable" ? "not judged" : (now?.verdict ?? "not tried");
  const state = isOpen(before, now) ? NOT_SEEN_AGAIN : judged;
  const rows: [string, string, string][] = [
    ["expected", failure?.expected ?? "", again?.expected ?? failure?.expected ?? ""],
    ["actual", failure?.actual ?? "", again?.actual ?? (state === "pass" ? "as expected" : (now?.reason ?? state))],
  ];
  return [
    `${state === "fail" ? "still fails" : state === "pass" ? "passes now" : state}: ${before.level} ${before.id}`,
    `  ${oneLine(before.statement)}`,
    "",
    ...rows.flatMap(([name, then, today]) => [
      `  ${name.padEnd(8)}  then  ${truncated(oneLine(then), WIDTH)}`,
      `  ${"".padEnd(8)}  now   ${truncated(oneLine(today), WIDTH)}`,
    ]),
    ...(state === NOT_SEEN_AGAIN ? ["", ...WHOLE_RUN.map((line) => asTyped(line))] : []),
    ...(again === undefined
      ? []
      : ["", `  ${oneLine(again.message)}`, ...(again.curl === null ? [] : ["", `  ${visible(again.curl)}`])]),
    "",
  ].join("\n");
}

/** Characters of one side that fit next to its label. */
const WIDTH = 400;

function firstFailure(requirement: ReportRequirement | undefined): ReportFailure | undefined {
  return requirement?.checks.flatMap(({ failure }) => failure ?? [])[0];
}

const NOT_SEEN_AGAIN = "not reproduced";
const WHOLE_RUN = [
  "  Only the responses to other requests of that run have shown it, which were not sent now.",
  "  Only a full run shows whether it is fixed: the same `wac run` without --only and --only-failed.",
];

/**
 * Returns true if a pass proves nothing: the failure was only seen in responses to requests that this run did not
 * send.
 */
function isOpen(before: ReportRequirement, now: ReportRequirement | undefined): boolean {
  return now?.verdict === "pass" && isSeenInAllResponsesOnly(before);
}

function statusOf(before: ReportRequirement, now: ReportRequirement | undefined, after: Report): number {
  if (after.verdict === "unusable") return 2;
  if (now?.verdict === "fail") return 1;
  return now?.verdict === "pass" && !isOpen(before, now) ? 0 : 3;
}
