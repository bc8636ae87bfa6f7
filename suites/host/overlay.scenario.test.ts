import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFake, type Fake } from "../../fake/index.ts";
import { ordinaryRun } from "../engine/check/options.ts";
import { loadTarget } from "../target/load.ts";
import { runChecksOrThrow } from "./run-checks.ts";
import { runConformance } from "./run-conformance.ts";
import { failuresOf } from "./testing/relayed-fake.ts";

let fake: Fake;
const folder = mkdtempSync(join(tmpdir(), "wac-overlay-"));

beforeAll(async () => {
  fake = await createFake({});
});
afterAll(async () => {
  await fake.close();
  rmSync(folder, { recursive: true, force: true });
});

function settingsWith(overlay: string, only: readonly string[] = []) {
  const file = join(folder, "target.yaml");
  writeFileSync(join(folder, "overlay.yaml"), overlay);
  writeFileSync(file, JSON.stringify({ ...fake.target, contract: { overlay: "./overlay.yaml" } }));
  const { target } = loadTarget({ file, env: {} });
  return ordinaryRun(target, { only });
}

const HEAD = "overlay: 1.0.0\ninfo: { title: Ours, version: 1.0.0 }\nactions:\n";

test("a lower maximum of the title makes that requirement fail against the unchanged fake, and no other", async () => {
  const report = await runChecksOrThrow(
    settingsWith(`${HEAD}  - target: $.paths['/v1/agent/create-task'].post.requestBody.content['application/json'].schema.properties.title
    update: { maxLength: 400 }
`),
  );
  expect(failuresOf(report)).toEqual(["tasks.create.title-max"]);
  const failed = report.requirements.find((requirement) => requirement.id === "tasks.create.title-max");
  expect(failed?.statement).toContain("400");
});

test("an operation that an overlay adds is tested, and fails where the target responds with 404", async () => {
  const report = await runChecksOrThrow(
    settingsWith(
      `${HEAD}  - target: $.paths
    update:
      /v1/agent/list-channels:
        get:
          operationId: list-channels
          summary: List channels
          description: Every channel of the caller.
          tags: [Messages]
          x-effect: read
          parameters:
            - { name: limit, in: query, description: How many., schema: { type: integer, minimum: 1, maximum: 7 } }
          responses:
            "200":
              description: The channels.
              content:
                application/json:
                  schema:
                    allOf:
                      - $ref: "#/components/schemas/Success"
                      - type: object
                        properties:
                          data: { type: array, items: { type: object } }
`,
      ["document.*"],
    ),
  );
  const succeeds = report.requirements.find((requirement) => requirement.id === "document.list-channels.succeeds");
  expect(succeeds?.verdict).toBe("fail");
  const failed = succeeds?.checks.find(({ verdict }) => verdict === "fail");
  expect(failed?.failure?.actual).toContain("404");
});

test("a schema keyword that nobody would test is a mistake of the operator that names it", async () => {
  const settings = settingsWith(`${HEAD}  - target: $.components.schemas.Task.properties.title
    update: { unevaluatedItems: false }
`);
  await expect(runConformance(settings)).rejects.toMatchObject({
    name: "OperatorError",
    message: expect.stringContaining("unevaluatedItems"),
  });
});
