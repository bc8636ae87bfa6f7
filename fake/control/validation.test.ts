import { execFile } from "node:child_process";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { packageFile } from "../../spec/package-root.ts";

const BUILT_FAKE = pathToFileURL(packageFile("dist", "fake", "index.js")).href;

const START = `
  import { createRequire } from "node:module";
  const { createFake } = await import(${JSON.stringify(BUILT_FAKE)});
  const fake = await createFake();
  const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((path) => /ajv.dist.core/.test(path));
  const atStart = loaded();
  await fetch(fake.baseUrl + "/_fake/clock/advance", { method: "POST", headers: { "content-type": "application/json" }, body: '{"days":1}' });
  console.log(JSON.stringify([atStart, loaded()]));
  await fake.close();
`;

test("a fake starts without the compiler of schemas, and loads it for the first control request", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", START]);
  expect(JSON.parse(stdout)).toEqual([false, true]);
});
