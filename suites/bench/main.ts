// Measures the bounds on the suite's time and memory, one after the other: `npm run bench`.
await import("./smoke.ts");
await import("./latency.ts");
await import("./throughput.ts");
await import("./memory.ts");
