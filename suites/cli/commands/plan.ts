import { jsonText } from "../../../spec/escape.ts";
import { completeSettings } from "../../host/run-settings.ts";
import { type Command, NO_POSITIONALS } from "../core/command.ts";
import { planOf, planText } from "../plan/plan-text.ts";
import { rehearse } from "../plan/rehearse.ts";
import { createProgress } from "../run/progress.ts";
import { readFailed, readSelection, SELECTION_OPTIONS } from "../run/settings.ts";
import { openTarget, TARGET_OPTIONS } from "../run/target.ts";
import { SUMMARIES } from "./summaries.ts";

/** `wac plan`. */
export const plan: Command = {
  name: "plan",
  summary: SUMMARIES.plan,
  positionals: NO_POSITIONALS,
  options: [...TARGET_OPTIONS, ...SELECTION_OPTIONS, { name: "json", text: "print JSON" }],
  examples: [
    [
      "wac plan --target staging.yaml",
      "requests by operation, what is created and used up, how many runs a plan allows",
    ],
    ["wac plan --target staging.yaml --budget smoke --json", "for a program"],
  ],
  notes: [
    "It sends nothing to the target: it runs the same checks against the bundled fake.",
    "--strict and --max-failures change the estimate only if the fake fails a check, as with an overlay that it does not follow.",
  ],
  async run(input, io) {
    const selection = readSelection(input, await readFailed(input, io.cwd));
    const { target, bundled, close } = await openTarget(input, io);
    await close();
    // An error that a run would find before its first request.
    await completeSettings({ target, ...selection, knownFailures: undefined }, io.cwd);
    const progress = createProgress(io);
    try {
      const estimated = planOf(await rehearse(target, selection, progress.note), target);
      progress.end();
      const name = bundled ? "the bundled fake" : target.baseUrl;
      io.out(input.flag("json") ? jsonText(estimated) : planText(estimated, name));
      return 0;
    } finally {
      progress.end();
    }
  },
};
