import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadDocument } from "../../../spec/document/document.ts";
import type { Report } from "../../../spec/report.ts";
import type { TargetFile } from "../../../spec/target-file.ts";
import { WAC } from "../processes.ts";
import { documentFor } from "./document.ts";
import { readEvents } from "./events.ts";
import { knownIds } from "./known-ids.ts";
import { runProcess } from "./run-process.ts";
import { schemathesisSettings, usersOf } from "./settings.ts";
import type { ToolResult } from "./tool-run.ts";

/** The options of a tool's run. */
export interface RunOptions {
  /** The time limit. */
  readonly seconds: number;
  readonly seed: number;
  /** True to end with the first finding, if the tool can recognise a true one. */
  readonly firstOnly: boolean;
}

/** A server to run a tool against. */
export interface Subject {
  readonly target: TargetFile;
  /** The id of a file in a message that the caller can read; null if none could be sent. */
  readonly attachment: string | null;
}

/** A tool that can run against targets. */
export interface Tool {
  readonly name: string;
  run(subject: Subject, options: RunOptions): Promise<ToolResult>;
}

/** Seconds beyond the limit until a tool that ignores it is stopped. */
const GRACE = 15;

/** `wac run`, strict, so that a SHOULD counts as a finding, too. */
export function wacTool(budget: "smoke" | "standard"): Tool {
  return {
    name: `wac ${budget}`,
    run: ({ target }, { seconds, seed, firstOnly }) =>
      inFolder(async (cwd) => {
        const limited = { ...target, limits: { ...target.limits, seconds } };
        await writeFile(join(cwd, "target.json"), JSON.stringify(limited));
        const words = ["run", "--target", "target.json", "--yes", "--out", "report", "--reporter", "json", "--strict"];
        const chosen = ["--budget", budget, "--seed", String(seed), ...(firstOnly ? ["--max-failures", "1"] : [])];
        const ended = await runProcess(process.execPath, [WAC, ...words, ...chosen], { cwd, timeout: seconds + GRACE });
        const text = await readFile(join(cwd, "report", "report.json"), "utf8").catch(() => null);
        // Without a report nothing was found in time.
        const findings = text === null ? [] : failuresOf(JSON.parse(text) as Report);
        const { exitStatus, seconds: took } = ended;
        return { exitStatus, seconds: took, findings: findings.map((key) => ({ key, seconds: took })) };
      }),
  };
}

function failuresOf({ requirements }: Report): readonly string[] {
  return requirements.filter(({ verdict, unobservable }) => verdict === "fail" && !unobservable).map(({ id }) => id);
}

/**
 * Returns `schemathesis run` with all phases and checks. It always runs to its time limit: it cannot know which of its
 * failures the correct server has too, so its first one need not be true. One worker is its default; on two cores, two
 * sent fewer requests.
 */
export function schemathesisTool(python: string): Tool {
  return {
    name: "Schemathesis",
    run: ({ target, attachment }, { seconds, seed }) =>
      inFolder(async (cwd) => {
        const ids = knownIds(target.fixtures ?? {}, attachment);
        const { raw } = await loadDocument();
        const document = documentFor(raw, ids, target.contract?.parameters);
        await writeFile(join(cwd, "openapi.json"), JSON.stringify(document));
        await writeFile(join(cwd, "users.json"), JSON.stringify(usersOf(target)));
        await writeFile(join(cwd, "schemathesis.toml"), schemathesisSettings(document, target, ids, "users.json"));
        const words = ["-m", "schemathesis.cli", "run", "openapi.json", "--url", target.baseUrl, "--no-color"];
        const chosen = ["--seed", String(seed), "--max-time", String(seconds), "--continue-on-failure"];
        const report = ["--report", "ndjson", "--report-ndjson-path", "events.ndjson"];
        const ended = await runProcess(python, [...words, ...chosen, ...report], { cwd, timeout: seconds + GRACE });
        const text = await readFile(join(cwd, "events.ndjson"), "utf8").catch(() => "");
        const { findings, responses } = readEvents(text, ended.startedAt);
        if (responses === 0 && findings.length === 0)
          throw new Error(`Schemathesis had no response from the server:\n${ended.output}`);
        return { exitStatus: ended.exitStatus, seconds: ended.seconds, findings };
      }),
  };
}

/** Calls a function with a new folder, so that no run uses the results of another. */
async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "wac-bench-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
