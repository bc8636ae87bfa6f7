import { expect, test } from "vitest";
import { createFake } from "../../../fake/index.ts";
import { runChecksOrThrow } from "../../host/run-checks.ts";
import { completeTarget } from "../../target/load.ts";
import { ordinaryRun } from "../check/options.ts";

async function tagsOn(options: Parameters<typeof createFake>[0]) {
  const fake = await createFake(options);
  const target = completeTarget(fake.target, process.cwd());
  const report = await runChecksOrThrow(
    ordinaryRun(target, { only: ["memories.search.tags", "memories.search.tags-max"] }),
  );
  await fake.close();
  return report.requirements.filter(({ level }) => level === "MUST").map(({ id, verdict }) => `${id} ${verdict}`);
}

test.each(["repeated", "commas", "bars"])(
  "sends several tags in the format that the target reads: %s",
  async (form) => {
    expect(await tagsOn({ variant: { "tags-form": form } })).toEqual(
      expect.arrayContaining(["memories.search.tags pass", "memories.search.tags-max pass"]),
    );
  },
);

test("finds the format if every second search lags", async () => {
  const variant = { "tags-form": "commas", "index-lag": "short-every-second-call" };
  expect(await tagsOn({ variant })).toContain("memories.search.tags pass");
});

test("finds the format by a memory that no search returns by itself", async () => {
  const variant = { "tags-form": "bars", "low-confidence-status": "proposed", "confidence-default": "0.25" };
  expect(await tagsOn({ variant })).toContain("memories.search.tags pass");
});

test("fails a filter that is broken in every format", async () => {
  expect(await tagsOn({ mutants: ["match-any@rules.memories.filters.tags"] })).toContain("memories.search.tags fail");
});
