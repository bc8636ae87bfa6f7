// Measures the bounds on the fake's speed, one after the other: `npm run bench:fake`; names of cases select them.
await import("./start.ts");
await import("./throughput.ts");
await import("./scale.ts");
