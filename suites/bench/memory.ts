import { measureRun, startFake } from "./processes.ts";
import { seconds, tell } from "./verdict.ts";

// Checks that the largest run needs little memory: `node dist/suites/bench/memory.js`.

const fake = await startFake();
try {
  const { report, wallMs, peakMiB } = await measureRun(fake.file, ["--budget", "thorough"]);
  tell({
    what: "memory of a thorough run",
    measured: peakMiB,
    bound: 300,
    unit: " MiB",
    side: "at most",
    detail: `${report.headline}; ${report.run.requests} requests in ${seconds(wallMs)}`,
  });
} finally {
  await fake.stop();
}
