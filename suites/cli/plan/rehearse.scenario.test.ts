import { afterEach, expect, test } from "vitest";
import { createFake, type Fake } from "../../../fake/index.ts";
import { ordinaryRun } from "../../engine/check/options.ts";
import { runChecksOrThrow } from "../../host/run-checks.ts";
import { FIXTURE_PATHS } from "../../target/fixtures.ts";
import { completeTarget } from "../../target/load.ts";
import { rehearse } from "./rehearse.ts";

const fakes: Fake[] = [];
afterEach(async () => {
  for (const fake of fakes.splice(0)) await fake.close();
});

/** How far a run may differ from the estimate. */
const MARGIN = 0.2;

// None that lags behind: how often such a one is asked again nobody can estimate.
const ANOTHER = {
  ...{ "parameter-names": "other", "extra-fields": "many", pagination: "full", "unknown-members": "rejected" },
  ...{
    "confidence-default": "0.5",
    "hidden-resources": "404",
    "unauthenticated-code": "other",
    "first-page": "oldest",
  },
  ...{
    "memory-order": "oldest-first",
    "released-status": "backlog",
    "file-origin": "other",
    "listed-replies": "omitted",
  },
  ...{
    "upload-size": "any",
    "null-members": "rejected",
    "two-assignees": "rejected",
    "reason-length": "255-characters",
  },
} as const;

// A correct server that decides otherwise on many open points, and the reference with few fixtures.
test.each([
  ["another server", { variant: ANOTHER }, FIXTURE_PATHS],
  ["few fixtures", {}, ["memberChannel", "scope", "agent.id", "agent.identityId"]],
] as const)("estimates what a run against %s sends and creates", async (_name, options, paths) => {
  const fake = await createFake(options);
  fakes.push(fake);
  const fixtures = Object.fromEntries(Object.entries(fake.fixtures).filter(([name]) => isWanted(name, paths)));
  const target = completeTarget({ ...fake.target, fixtures }, process.cwd());
  const hasty = { ...target, consistency: { timeoutMs: 500, intervalMs: 50 } };
  const settings = ordinaryRun(hasty, { budget: "smoke", only: ["tasks.create.*", "tasks.block.*", "files.flow.*"] });
  const estimated = (await rehearse(target, settings, () => {})).report.run;
  const { run } = await runChecksOrThrow(settings);
  const counts = ({ requests, created }: typeof run) => ({ requests, ...created });
  for (const [name, count] of Object.entries(counts(run))) {
    const expected = counts(estimated)[name as keyof ReturnType<typeof counts>];
    expect([name, Math.abs(count - expected) <= MARGIN * count]).toEqual([name, true]);
  }
});

function isWanted(name: string, paths: readonly string[]): boolean {
  return paths.some((path) => path === name || path.startsWith(`${name}.`));
}
