import { expect, test } from "vitest";
import { createFake } from "../../fake/index.ts";
import { runInPlace } from "../host/in-place.ts";
import { completeTarget } from "../target/load.ts";
import { ordinaryRun } from "./options.ts";

const GRANTS = ["files.upload.short-lived", "files.download.short-lived"];

test.each(["never", "refusals"])("without a time to compare with, with a meta %s, no expiry is a gap", async (meta) => {
  const fake = await createFake({ variant: { meta } });
  const target = completeTarget(fake.target, process.cwd());
  const { requirements } = await runInPlace(ordinaryRun(target, { only: GRANTS }));
  await fake.close();
  const grants = requirements.filter(({ id }) => GRANTS.includes(id));
  expect(grants.map(({ verdict, notApplicable }) => ({ verdict, notApplicable }))).toEqual(
    GRANTS.map(() => ({ verdict: "skip", notApplicable: true })),
  );
});
