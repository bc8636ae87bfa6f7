import { measureRun, startFake } from "./processes.ts";
import { seconds, tell } from "./verdict.ts";

// Checks that a smoke run ends in a few seconds, including start-up and waits: `node dist/suites/bench/smoke.js`.

const fake = await startFake();
try {
  const { report, wallMs } = await measureRun(fake.file, ["--budget", "smoke"]);
  tell({
    what: "smoke run",
    measured: wallMs / 1000,
    bound: 6,
    unit: " s",
    side: "at most",
    detail: `${report.headline}; ${report.run.requests} requests, ${report.run.created.tasks} tasks, ${seconds(report.run.waitedMs ?? 0)} of it waited on purpose`,
  });
} finally {
  await fake.stop();
}
