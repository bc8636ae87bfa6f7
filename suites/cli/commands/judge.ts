import { resolve } from "node:path";
import { OperatorError } from "../../../spec/operator-error.ts";
import { judgeRecording } from "../../host/judge-recording.ts";
import { type Recording, readRecording } from "../../recording/read-recording.ts";
import { completeTarget, loadTarget } from "../../target/load.ts";
import type { ResolvedTarget } from "../../target/types.ts";
import type { Command, Input } from "../core/command.ts";
import type { Io } from "../core/io.ts";
import { clearFolder, prepareFolder, publish } from "../run/outputs.ts";
import { readFormats } from "../run/settings.ts";
import { SUMMARIES } from "./summaries.ts";

/** Default folder of the reports: not that of a run, whose report a recording stands for only in part. */
const OUT_FOLDER = "wac-judged";

/** `wac judge FILE`. */
export const judge: Command = {
  name: "judge",
  summary: SUMMARIES.judge,
  positionals: { names: ["FILE"], required: 1 },
  options: [
    { name: "target", value: "FILE", text: "target file (default: the target in the recording)" },
    { name: "out", value: "DIR", text: "folder for the reports (default wac-judged)" },
    {
      name: "reporter",
      value: "LIST",
      text: "formats in addition to json, separated by commas (default html,junit,markdown)",
      many: true,
    },
  ],
  examples: [
    ["wac run --target staging.yaml --record traffic.ndjson", "run and record the exchanges"],
    ["wac judge traffic.ndjson", "judge them again, without sending anything"],
  ],
  notes: [
    "Rules and monitors judge the recorded exchanges. A requirement that these say nothing about is skipped",
    '("not exercised"), so that the gate is incomplete (exit status 3) where none failed, and 1 where a MUST failed.',
    "The report covers all requirements, also if the run had --only.",
    "It may show failures that the run dropped, since further requests explained them.",
  ],
  async run(input, io) {
    const [file = ""] = input.positionals;
    const recording = readRecording(resolve(io.cwd, file));
    const target = targetOf(recording, input, io);
    const formats = readFormats(input);
    const folder = resolve(io.cwd, input.value("out") ?? OUT_FOLDER);
    await prepareFolder(folder);
    await clearFolder(folder, formats);
    const report = await judgeRecording(recording, target);
    await publish(report, { folder, formats, targetWords: [] }, io);
    return report.exitCode;
  },
};

function targetOf({ head }: Recording, input: Input, io: Io): ResolvedTarget {
  const file = input.value("target");
  if (file !== undefined) {
    const { target, warnings } = loadTarget({ file, env: io.env, cwd: io.cwd });
    for (const warning of warnings) io.err(`warning: ${warning}\n`);
    return target;
  }
  if (head.hasOverlay) {
    throw new OperatorError({
      code: "JUDGE-TARGET-MISSING",
      message: "The recorded target changes the document by an overlay, and no target file is named.",
      hint: "Add --target FILE, the same as for the run.",
    });
  }
  const { baseUrl, fixtures, consistency, parameters } = head;
  return completeTarget({ baseUrl, apiKey: "", fixtures, consistency, contract: { parameters } }, io.cwd);
}
