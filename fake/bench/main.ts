// What the fake promises about time, one bound after the other: `npm run bench:fake`; names of cases measure these alone.
await import("./start.ts");
await import("./throughput.ts");
await import("./scale.ts");
