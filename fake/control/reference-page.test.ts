import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { asObject, type JsonObject } from "../../spec/json.ts";
import { packageFile } from "../../spec/package-root.ts";
import { runExample, shellBlocks } from "../testing/shell.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { startFake } from "../testing.ts";
import { documentPath, openApiOf } from "./describe.ts";
import { referencePage } from "./reference-page.ts";
import { CONTROL_ROUTES } from "./routes/index.ts";

const run = promisify(execFile);

test("the page says what the routes say", async () => {
  await expect(referencePage(CONTROL_ROUTES)).toMatchFileSnapshot("./README.md");
});

test("every route has an id, an address and an operation of its own in the document", () => {
  const ids = CONTROL_ROUTES.map(({ id }) => id);
  const addresses = CONTROL_ROUTES.map(({ method, path }) => `${method} ${path}`);
  expect([new Set(ids).size, new Set(addresses).size]).toEqual([ids.length, addresses.length]);
  const document = JSON.parse(JSON.stringify(openApiOf(CONTROL_ROUTES, "http://127.0.0.1:4010")));
  for (const route of CONTROL_ROUTES) {
    expect(document.paths[documentPath(route)][route.method.toLowerCase()].operationId).toBe(route.id);
  }
});

const BLOCKS = shellBlocks(referencePage(CONTROL_ROUTES));

test("the page has an example for each route, without a placeholder", () => {
  expect(BLOCKS).toHaveLength(CONTROL_ROUTES.length);
  expect(BLOCKS.filter((block) => /\/[A-Z]{3,}(?=[/'?])|%3A/.test(block))).toEqual([]);
});

test("every example of the page runs as printed, top to bottom, on a fresh fake", async () => {
  const fake = await startFake({ apiKey: "wak_demo" });
  for (const block of BLOCKS) {
    const printed = block.replaceAll("http://127.0.0.1:4010", fake.baseUrl);
    expect([block, await runExample(printed)]).toEqual([block, []]);
  }
}, 120_000);

test("an example that fails would be noticed", async () => {
  const fake = await startFake({ apiKey: "wak_demo" });
  expect(await runExample(`curl -s '${fake.baseUrl}/_fake/workspaces/main/channels/none'\n`)).toEqual([
    expect.stringMatching(/404|22/),
  ]);
});

test("every operation of the document has a schema for its success, and redocly finds nothing to improve", async () => {
  const document = openApiOf(CONTROL_ROUTES, "http://127.0.0.1:4010");
  for (const item of Object.values(asObject(document.paths))) {
    for (const [method, operation] of Object.entries(asObject(item))) {
      const responses = Object.entries(asObject(asObject(operation).responses));
      const contents = responses.filter(([status]) => status.startsWith("2")).map(([, each]) => asObject(each).content);
      const schemas = contents.flatMap((content) =>
        Object.values(asObject(content)).map((one) => asObject(one).schema),
      );
      expect([method, asObject(operation).operationId, schemas.length]).toEqual([
        method,
        expect.any(String),
        expect.any(Number),
      ]);
      expect(schemas.length).toBeGreaterThan(0);
      for (const schema of schemas) expect(asObject(schema)).toSatisfy(describesMembers);
    }
  }
  expect(await lintMessages(document)).toEqual([]);
}, 60_000);

function describesMembers(schema: JsonObject): boolean {
  return "$ref" in schema || Object.keys(asObject(schema.properties)).length > 0;
}

/** What redocly says of a document, with the rules that the API's own document keeps to. */
async function lintMessages(document: JsonObject): Promise<readonly string[]> {
  const file = join(temporaryFolder(), "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  const cli = packageFile("node_modules", "@redocly", "cli", "bin", "cli.js");
  const config = packageFile("redocly.yaml");
  const { stdout } = await run(process.execPath, [cli, "lint", file, "--config", config, "--format", "json"]).catch(
    (failed: { readonly stdout: string }) => failed,
  );
  const report = JSON.parse(stdout.slice(stdout.indexOf("{"))) as { problems: { ruleId: string; message: string }[] };
  return report.problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}
