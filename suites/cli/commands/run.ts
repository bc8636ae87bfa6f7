import { resolve } from "node:path";
import { isSeenInAllResponsesOnly } from "../../../spec/all-responses.ts";
import type { Report } from "../../../spec/report.ts";
import { runChecks } from "../../host/run-checks.ts";
import { completeSettings } from "../../host/run-settings.ts";
import type { RunSettings } from "../../index.ts";
import type { ResolvedTarget } from "../../target/types.ts";
import { type Command, type Input, NO_POSITIONALS } from "../core/command.ts";
import type { Io } from "../core/io.ts";
import { checkOutputFile, FORCE_OPTION } from "../core/output-file.ts";
import { askForConsent, intention } from "../run/consent.ts";
import { keepEarlierReport } from "../run/earlier-report.ts";
import { fitHeap } from "../run/fit-heap.ts";
import { type Interrupts, listenForInterrupts } from "../run/interrupts.ts";
import {
  clearFolder,
  OUT_FOLDER,
  prepareFolder,
  publish,
  rejectReadyEntries,
  setGitHubUnusable,
} from "../run/outputs.ts";
import { createProgress } from "../run/progress.ts";
import { readFailed, readFormats, readSelection, SELECTION_OPTIONS, type Selection } from "../run/settings.ts";
import { openTarget, TARGET_OPTIONS, targetWords } from "../run/target.ts";
import { withSetup } from "../setup/with-setup.ts";
import { SUMMARIES } from "./summaries.ts";

/** `wac run`. */
export const run: Command = {
  name: "run",
  summary: SUMMARIES.run,
  positionals: NO_POSITIONALS,
  options: [
    ...TARGET_OPTIONS,
    ...SELECTION_OPTIONS,
    {
      name: "known-failures",
      value: "FILE",
      text: "file of known failures, which do not fail the gate; overrides the target file",
    },
    { name: "out", value: "DIR", text: "folder for the reports (default wac-report)" },
    {
      name: "reporter",
      value: "LIST",
      text: "formats in addition to json, separated by commas (default html,junit,markdown)",
      many: true,
    },
    { name: "record", value: "FILE", text: "write the exchanges of the run to FILE, redacted, for wac judge" },
    FORCE_OPTION,
    { name: "yes", text: "do not ask before writing to another machine" },
  ],
  examples: [
    ["wac run", "the whole suite against the bundled fake"],
    ["wac run --target staging.yaml --budget smoke", "a quick look at a server of yours"],
    [
      "WAC_API_KEY=… wac run --base-url https://staging.example.com/api",
      "without a target file: no fixtures, so that many checks are skipped",
    ],
    ["wac run --target staging.yaml --only 'tasks.*' --seed 7", "some requirements, with reproducible values"],
    ["wac run --target staging.yaml --record traffic.ndjson", "also record the exchanges, for wac judge"],
    ["wac run --target staging.yaml --only-failed wac-report/report.json", "run again what failed, with the same seed"],
  ],
  notes: [
    "Exit status:",
    "  0  gate passed: every MUST is proven, known to fail, or accepted as a gap (acceptSkips)",
    "  1  gate failed: a MUST failed (with --strict, a SHOULD), or a known failure passes now or has expired",
    "  2  unusable, nothing could be judged: arguments, target file, no response, key rejected, wrong base URL, no check ran",
    "  3  gate incomplete: nothing failed, and a MUST is neither proven nor accepted as a gap",
    "",
    "The verdict (conformant, nonconformant, incomplete, unusable) is about the target alone: a known failure is a",
    "failure, and an accepted skip leaves it incomplete. The gate is about the job, and gives the exit status.",
    "",
    "A run that ends without a report (status 2 for its arguments, target file or setup) moves the report of an earlier run from",
    "the --out folder to previous/ in it, so that nobody reads the old report as the new one.",
    "",
    "A target file can name commands, setup and teardown, to run before and after (wac help target). A setup that fails ends",
    "with status 2 before anything is sent; a teardown that fails is reported, and the status stays that of the run.",
    "",
    "Without --api-key and a key in the target file, WAC_API_KEY is used.",
    "With --only, open points are observed only as far as the selected checks show them; consistency.* runs only if selected.",
  ],
  async run(input, io) {
    const failed = await readFailed(input, io.cwd);
    const selection = readSelection(input, failed);
    const formats = readFormats(input);
    for (const { id } of failed?.requirements.filter(isSeenInAllResponsesOnly) ?? [])
      io.err(`warning: ${id} ${ONLY_IN_OTHER_RESPONSES}\n`);
    const folder = resolve(io.cwd, input.value("out") ?? OUT_FOLDER);
    const record = preparedRecording(input, io);
    const { target, bundled, close } = await openTarget(input, io);
    let interrupts: Interrupts | null = null;
    try {
      rejectReadyEntries(target.knownFailures, folder);
      const settings = await settled(target, selection, io);
      if (!bundled && !input.flag("yes")) await askForConsent(target, selection, io);
      await prepareFolder(folder);
      const where = bundled ? "the bundled fake" : target.baseUrl;
      const intended = `${where}: ${intention(target, selection)}; budget ${selection.budget}, seed ${selection.seed}`;
      // Installed before the start of the run is announced, since a reader of that line may stop it at once.
      interrupts = listenForInterrupts(io);
      const { signal } = interrupts;
      return await withSetup(target, { io, signal }, async (ready) => {
        await clearFolder(folder, formats);
        const found = await execute({ ...settings, target: ready, ...record }, intended, signal, io);
        const report = { ...found, target: { ...found.target, bundledFake: bundled } };
        if (record.record !== undefined) io.err(`recorded in ${record.record}\n`);
        await publish(report, { folder, formats, targetWords: targetWords(input) }, io);
        return report.exitCode;
      });
    } finally {
      interrupts?.end();
      await close();
    }
  },
  async afterError(args, io) {
    await keepEarlierReport(args, run, io);
    await setGitHubUnusable(io);
  },
};

function preparedRecording(input: Input, io: Io): { readonly record?: string } {
  const name = input.value("record");
  if (name === undefined) return {};
  const path = resolve(io.cwd, name);
  const file = { option: "record", path, kind: "a recording", code: "RUN-RECORD-UNWRITABLE" };
  checkOutputFile({ ...file, isOwn: (head) => head.startsWith('{"recording":') }, input.flag("force"));
  return { record: path };
}

const ONLY_IN_OTHER_RESPONSES =
  "only failed in responses to other requests, which this run does not send: a pass proves little, run without --only-failed to know.";

/** Everything that a person can have got wrong is found here, before the first request. */
async function settled(target: ResolvedTarget, selection: Selection, io: Io): Promise<RunSettings> {
  const settings = await completeSettings({ target, ...selection, knownFailures: undefined }, io.cwd);
  // They fail the run in the end, so they are reported now.
  for (const { message } of settings.knownFailures?.problems ?? []) io.err(`warning: ${message}\n`);
  return settings;
}

async function execute(settings: RunSettings, intended: string, signal: AbortSignal, io: Io): Promise<Report> {
  io.err(`${intended}\n`);
  const progress = createProgress(io);
  fitHeap(settings.budget);
  try {
    return await runChecks({ ...settings, signal, onProgress: progress.note });
  } finally {
    progress.end();
  }
}
