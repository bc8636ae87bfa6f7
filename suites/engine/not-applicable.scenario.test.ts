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
  const selected = requirements.filter(({ id }) => only.includes(id));
  return selected.map(({ verdict, notApplicable }) => ({ verdict, notApplicable }));
}

test("does not report members of a meta as gaps if responses have no meta", async () => {
  expect(await verdictsOf("never", META)).toEqual(META.map(() => ({ verdict: "skip", notApplicable: true })));
});

test.each(["never", "refusals"])(
  "compares an expiry with the latest time stated before if the meta %s",
  async (meta) => {
    expect(await verdictsOf(meta, GRANTS)).toEqual(GRANTS.map(() => ({ verdict: "pass", notApplicable: false })));
  },
);
