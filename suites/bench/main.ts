// What the suite promises about time and memory, one bound after the other: `npm run bench`.
await import("./smoke.ts");
await import("./latency.ts");
await import("./throughput.ts");
await import("./memory.ts");
