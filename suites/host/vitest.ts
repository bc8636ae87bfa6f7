import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BroadcastChannel } from "node:worker_threads";
import { OperatorError } from "../../spec/operator-error.ts";
import { packageRoot } from "../../spec/package-root.ts";
import type { Report } from "../../spec/report.ts";
import type { RunEvent } from "../engine/check/events.ts";
import type { RunOptions } from "../engine/check/options.ts";
import { startWorker } from "./early-worker.ts";
import type { FromWorker, Order, ToWorker } from "./protocol.ts";

/** Tests in flight; the pacer bounds the requests. */
const TESTS_IN_FLIGHT = 1_000;

/** Neither a configuration nor an .env of the working directory has a say in a run. */
const VITE = { configFile: false, envDir: false, logLevel: "error" } as const;

/** Runs the checks as tests of vitest, in one worker of this process, and returns the report that it makes. */
export async function runInVitest(options: RunOptions): Promise<Report> {
  const { signal, onProgress, ...settings } = options;
  const order: Order = { settings, channel: `wac-${randomUUID()}` };
  const inbox = listen(order.channel, (event) => {
    // An abort from before the worker listened has not reached it: it is told again as soon as it speaks.
    if (event.type === "planned" && signal?.aborted) forward();
    onProgress?.(event);
  });
  const forward = () => inbox.tell({ type: "abort", reason: reasonOf(signal) });
  signal?.addEventListener("abort", forward, { once: true });
  const worker = startWorker(order);
  const { exitCode } = process;
  try {
    // Loaded here, so that commands that run nothing start without it.
    const { startVitest } = await import("vitest/node");
    const vitest = await startVitest(
      "test",
      [],
      {
        config: false,
        root: packageRoot,
        watch: false,
        // As the build bundles it: hundreds of modules of their own take a fifth of a second longer to load.
        include: ["dist/worker/checks.suite.js"],
        exclude: [],
        // All but the collected file is plain JavaScript of ours, which Node loads faster by itself.
        server: { deps: { external: [/\/dist\/(?!worker\/checks\.suite)/] } },
        pool: worker.pool,
        isolate: false,
        fileParallelism: false,
        maxWorkers: 1,
        maxConcurrency: TESTS_IN_FLIGHT,
        reporters: [{}],
        attachmentsDir: join(tmpdir(), order.channel),
        teardownTimeout: 1000,
        passWithNoTests: true,
      },
      VITE,
    );
    const errors = [
      ...vitest.state.getUnhandledErrors(),
      ...vitest.state.getTestModules().flatMap((file) => file.errors()),
    ];
    await vitest.close();
    return await inbox.report(errors);
  } finally {
    // vitest marks the process as failed when a test fails; the exit status is the caller's to set.
    process.exitCode = exitCode;
    signal?.removeEventListener("abort", forward);
    inbox.close();
    await worker.end();
  }
}

/** The command's end of the conversation with the worker. */
function listen(name: string, onEvent: (event: RunEvent) => void) {
  const channel = new BroadcastChannel(name);
  let arrived: Report | null = null;
  channel.onmessage = ({ data }: { data: unknown }) => {
    const message = data as FromWorker;
    if (message.type === "report") arrived = message.report;
    else message.events.forEach(onEvent);
  };
  return {
    tell: (message: ToWorker) => channel.postMessage(message),
    close: () => channel.close(),
    async report(errors: readonly unknown[]): Promise<Report> {
      // The last message may still be on its way when the test runner has ended.
      for (let turns = 0; arrived === null && errors.length === 0 && turns < 200; turns += 1) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      const error = errors[0];
      if (error !== undefined || arrived === null) throw brokenRun(error);
      return arrived;
    },
  };
}

/** What stopped the worker: a mistake of the operator keeps its own words, anything else is a defect of ours. */
function brokenRun(error: unknown): Error {
  const known = error as { code?: unknown; message?: unknown; hint?: unknown; name?: unknown } | undefined;
  if (known?.name === "OperatorError" && typeof known.code === "string") {
    return new OperatorError({ code: known.code, message: String(known.message), hint: String(known.hint ?? "") });
  }
  const detail = error === undefined ? "no report came back" : innermost(error);
  return new Error(`the run cannot be trusted: ${detail}`, { cause: error });
}

/** The words of what was there first: vitest wraps what a worker throws. */
function innermost(error: unknown): string {
  const { cause, message } = Object(error) as { cause?: unknown; message?: unknown };
  return cause === undefined ? String(message ?? error) : innermost(cause);
}

function reasonOf(signal: AbortSignal | undefined): string {
  return signal?.reason instanceof Error ? signal.reason.message : "the run was interrupted";
}
