import { expect, test } from "vitest";
import { createFake } from "../../../fake/index.ts";
import { ordinaryRun } from "../../engine/check/options.ts";
import { runChecksOrThrow } from "../../host/run-checks.ts";
import { completeTarget } from "../../target/load.ts";

test.each([
  ["secondMemberChannel", "pass", "the other workspace has no channel with that number and is rejected"],
  ["memberChannel", "pass", "the other workspace has a channel with that number, and the upload stays there"],
] as const)(
  "an upload into the %s of a server with sequential channel ids: %s, since %s",
  async (name, verdict, _why) => {
    const fake = await createFake({ variant: { "id-style": "counted" } });
    try {
      const target = completeTarget(fake.target, process.cwd());
      const fixtures = { ...target.fixtures, memberChannel: target.fixtures[name] ?? "" };
      const only = ["isolation.request-file-upload"];
      const { requirements } = await runChecksOrThrow(ordinaryRun({ ...target, fixtures }, { only }));
      expect(requirements.filter(({ id }) => only.includes(id)).map((requirement) => requirement.verdict)).toEqual([
        verdict,
      ]);
    } finally {
      await fake.close();
    }
  },
);

test("an upload into a channel with the same number, on a server that shares files between workspaces: fail", async () => {
  const fake = await createFake({ variant: { "id-style": "counted" } });
  try {
    const [first, ...others] = fake.service.workspaces.values();
    for (const other of others) Object.assign(other, { files: first?.files });
    const only = ["isolation.request-file-upload"];
    const settings = ordinaryRun(completeTarget(fake.target, process.cwd()), { only });
    const { requirements } = await runChecksOrThrow(settings);
    expect(requirements.filter(({ id }) => only.includes(id)).map((requirement) => requirement.verdict)).toEqual([
      "fail",
    ]);
  } finally {
    await fake.close();
  }
});
