import { expect, test } from "vitest";
import { codeDistinguishedAfter, originalOf } from "./distinguish.ts";
import { instrumented } from "./instrument.ts";

test("the original meets the workload with successes and rejections, the same each time", async () => {
  const statuses = new Set((await originalOf(1, 1)).map((reply) => reply.slice(0, 3)));
  for (const status of ["200", "400", "401", "403", "404"]) expect(statuses).toContain(status);
  expect(await codeDistinguishedAfter(null, 1)).toBeNull();
});

test("the workload tells a mutant from the original", async () => {
  const { mutants } = await instrumented();
  const told = mutants.find(
    ({ file, original }) => file === "server.ts" && original === "request.method !== operation.method",
  );
  expect(await codeDistinguishedAfter(told?.id ?? "", 1)).toBeLessThan(3000);
});

test("a mutant that there is not is an error", async () => {
  await expect(codeDistinguishedAfter("code:server.ts:1:1:None#1", 1)).rejects.toThrow('"code:server.ts:1:1:None#1"');
});
