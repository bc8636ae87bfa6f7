import { createFake, type Fake, type FakeOptions } from "../../../fake/index.ts";
import type { Report } from "../../../spec/report.ts";
import { ordinaryRun, type RunSettings } from "../../engine/check/options.ts";
import { completeTarget } from "../../target/load.ts";
import type { ResolvedTarget } from "../../target/types.ts";
import { runChecksOrThrow } from "../run-checks.ts";
import { type Intercept, type Rewrite, startRelay } from "./relay.ts";

/** A fake behind a relay that may respond instead, and fast runs against both. */
export interface RelayedFake {
  readonly fake: Fake;
  readonly relay: Awaited<ReturnType<typeof startRelay>>;
  /** Runs the suite, by default at the smoke budget. */
  run(more?: Partial<RunSettings>, change?: (target: ResolvedTarget) => ResolvedTarget): Promise<Report>;
  close(): Promise<void>;
}

/** Starts both on free ports. */
export async function startRelayedFake(
  intercept?: (fake: Fake) => Intercept,
  rewrite?: Rewrite,
  options: FakeOptions = {},
): Promise<RelayedFake> {
  const fake = await createFake(options);
  const relay = await startRelay(fake.baseUrl, intercept?.(fake), rewrite);
  const target = completeTarget({ ...fake.target, baseUrl: relay.baseUrl }, process.cwd());
  const hasty: ResolvedTarget = {
    ...target,
    consistency: { timeoutMs: 300, intervalMs: 30 },
    http: { ...target.http, timeoutMs: 1_000 },
  };
  return {
    fake,
    relay,
    run: (more = {}, change = (same) => same) =>
      runChecksOrThrow(ordinaryRun(change(hasty), { budget: "smoke", ...more })),
    async close() {
      await relay.close();
      await fake.close();
    },
  };
}

/** Ids of the requirements that failed. */
export function failuresOf(report: Report): string[] {
  return report.requirements
    .filter((requirement) => requirement.verdict === "fail")
    .map((requirement) => requirement.id);
}
