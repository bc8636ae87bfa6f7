import { expect, test } from "vitest";
import { createFake } from "../../fake/index.ts";
import { runChecksOrThrow } from "../host/run-checks.ts";
import { completeTarget } from "../target/load.ts";
import { ordinaryRun } from "./check/options.ts";

const META = ["meta.request-id", "meta.timestamp"];
const GRANTS = ["files.upload.short-lived", "files.download.short-lived"];

async function verdictsOf(meta: string, only: string[]) {
  const fake = await createFake({ variant: { meta } });
  const target = completeTarget(fake.target, process.cwd());
  const { requirements } = await runChecksOrThrow(ordinaryRun(target, { only, budget: "smoke" }));
  await fake.close();
  const asked = requirements.filter(({ id }) => only.includes(id));
  return asked.map(({ verdict, notApplicable }) => ({ verdict, notApplicable }));
}

test("without a meta, what it would hold is no gap", async () => {
  expect(await verdictsOf("never", META)).toEqual(META.map(() => ({ verdict: "skip", notApplicable: true })));
});

test.each(["never", "refusals"])("with a meta %s, an expiry is compared with what was stated before", async (meta) => {
  expect(await verdictsOf(meta, GRANTS)).toEqual(GRANTS.map(() => ({ verdict: "pass", notApplicable: false })));
});
