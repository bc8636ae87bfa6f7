import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { JsonObject } from "../json.ts";
import { constraintsOf } from "./constraints.ts";
import { loadDocument } from "./document.ts";
import { applyOverlay } from "./overlay.ts";

const folder = mkdtempSync(join(tmpdir(), "wac-overlay-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

function overlay(actions: string, head = "overlay: 1.0.0\ninfo: { title: ours, version: 1.0.0 }\n"): string {
  files += 1;
  const path = join(folder, `${files}.overlay.yaml`);
  writeFileSync(path, `${head}${actions}`);
  return path;
}

const TITLE = "$.paths['/v1/agent/create-task'].post.requestBody.content['application/json'].schema.properties.title";

test("changes a bound of the document and nothing else", async () => {
  const path = overlay(`actions:\n  - target: ${TITLE}\n    update: { maxLength: 400 }\n`);
  const [ours, theirs] = [await loadDocument({ overlay: path }), await loadDocument()];
  const bound = (document: typeof ours) =>
    constraintsOf(document).find(({ address }) => address === "create-task.body.title.maxLength")?.value;
  expect([bound(ours), bound(theirs)]).toEqual([400, 500]);
  expect(ours.overlay).toBe(path);
  expect(ours.sha256).not.toBe(theirs.sha256);
  expect(constraintsOf(ours)).toHaveLength(constraintsOf(theirs).length);
});

test("adds an operation", async () => {
  const path = overlay(`actions:
  - target: $.paths
    update:
      /v1/agent/archive-task:
        post:
          operationId: archive-task
          requestBody:
            content: { application/json: { schema: { properties: { taskId: { type: string } } } } }
          responses:
            "200":
              description: done
              content: { application/json: { schema: { $ref: "#/components/schemas/Success" } } }
`);
  const { operations } = await loadDocument({ overlay: path });
  expect(operations.at(-1)).toMatchObject({
    id: "archive-task",
    effect: "change",
    family: "agent",
    authenticated: true,
  });
});

test("merges objects, appends to lists, removes members and items", () => {
  const document: JsonObject = { a: { b: { c: 1, list: [1] } }, list: [1, 2, 3, 4], gone: true };
  const path = overlay(`actions:
  - { target: $.a, update: { b: { d: 2, list: [2] } } }
  - { target: $.list, update: { new: true } }
  - { target: "$.list[?@ == 2 || @ == 3]", remove: true }
  - { target: $.list, update: [5, 6] }
  - { target: $.gone, remove: true, update: {} }
`);
  expect(applyOverlay(document, path)).toEqual({
    a: { b: { c: 1, d: 2, list: [1, 2] } },
    list: [1, 4, { new: true }, 5, 6],
  });
  expect(document.gone).toBe(true);
});

test("treats a member named __proto__ as any other", () => {
  const path = overlay('actions:\n  - { target: $.a, update: { "__proto__": { polluted: true } } }\n');
  const changed = applyOverlay({ a: {} }, path);
  expect(({} as JsonObject).polluted).toBeUndefined();
  expect(Object.hasOwn(changed.a as JsonObject, "__proto__")).toBe(true);
});

test.each([
  [
    "a target that matches nothing",
    "actions:\n  - { target: $.info, update: {} }\n  - { target: $.nothing, update: {} }\n",
    "OVERLAY-NO-MATCH",
    /line 5: action 2: the target \$\.nothing/,
  ],
  ["a target that is not a JSONPath", "actions:\n  - { target: 'paths[', update: {} }\n", "OVERLAY-TARGET", /paths\[/],
  [
    "an update of a single value",
    "actions:\n  - { target: $.info.title, update: { a: 1 } }\n",
    "OVERLAY-UPDATE",
    /single value/,
  ],
  ["text merged into an object", "actions:\n  - { target: $.info, update: text }\n", "OVERLAY-UPDATE", /is an object/],
  ["the removal of everything", "actions:\n  - { target: $, remove: true }\n", "OVERLAY-UPDATE", /whole document/],
  [
    "an action that does nothing",
    "actions:\n  - { target: $.info }\n",
    "OVERLAY-INVALID",
    /neither updates nor removes/,
  ],
  [
    "an action with a misspelt key",
    "actions:\n  - { target: $.info, updates: {} }\n",
    "OVERLAY-INVALID",
    /line 4: unknown key "updates"\. Did you mean "update"\?$/,
  ],
  [
    "an action with a key that resembles none",
    "actions:\n  - { target: $.info, zzz: {} }\n",
    "OVERLAY-INVALID",
    /line 4: unknown key "zzz"\.$/,
  ],
  ["no actions", "actions: []\n", "OVERLAY-INVALID", /no actions/],
])("rejects %s", (_, actions, code, message) => {
  const apply = () => applyOverlay({ info: { title: "t" } }, overlay(actions));
  expect(apply).toThrowError(expect.objectContaining({ code, message: expect.stringMatching(message) }));
});

test("rejects another version of overlays, a file that is not YAML and one that is not there", () => {
  const rejections = [
    [overlay("actions: []\n", "overlay: 2.0.0\n"), "OVERLAY-VERSION"],
    [overlay("", "a: [\n"), "OVERLAY-SYNTAX"],
    [join(folder, "missing.yaml"), "OVERLAY-UNREADABLE"],
  ] as const;
  for (const [path, code] of rejections) {
    expect(() => applyOverlay({}, path)).toThrowError(expect.objectContaining({ code }));
  }
});

test("rejects an overlay that brings in a keyword that is not supported, by its name and place", async () => {
  const path = overlay(`actions:\n  - target: ${TITLE}\n    update: { contentEncoding: base64 }\n`);
  await expect(loadDocument({ overlay: path })).rejects.toMatchObject({
    code: "DOCUMENT-UNSUPPORTED-KEYWORD",
    message: expect.stringMatching(/properties\/title\/contentEncoding.*"contentEncoding"/s),
  });
});

test("tells what to write when a list was meant to be replaced and was appended to", async () => {
  const parameters = "$.paths['/v1/agent/list-tasks'].get";
  const limit = "{ name: limit, in: query, schema: { type: integer } }";
  const path = overlay(`actions:\n  - { target: "${parameters}", update: { parameters: [${limit}] } }\n`);
  await expect(loadDocument({ overlay: path })).rejects.toMatchObject({
    code: "DOCUMENT-INVALID",
    hint: expect.stringContaining(
      `{ target: "${parameters}.parameters", remove: true }, { target: "${parameters}", update: { parameters: […] } }`,
    ),
  });
  const types = overlay(`actions:\n  - { target: "$..[?@.type[1]=='null']", update: { type: [string] } }\n`);
  const error = await loadDocument({ overlay: types }).catch((problem) => problem);
  expect(error.hint).toMatch(
    /^An overlay appends to lists; this one had 2 items\..*remove: true.*update: \{ type: \[…\] \}/,
  );
});

test("a list that is removed first and then set is replaced", async () => {
  const body = "$.paths['/v1/agent/create-task'].post.requestBody.content['application/json'].schema";
  const path = overlay(
    `actions:\n  - { target: "${body}.required", remove: true }\n  - { target: "${body}", update: { required: [title, body] } }\n`,
  );
  await expect(loadDocument({ overlay: path })).resolves.toBeDefined();
});

const BODY = "$.paths['/v1/agent/create-task'].post.requestBody.content['application/json'].schema";

test("follows a path behind a reference, and changes what is referred to for this place alone", async () => {
  const path = overlay(`actions:
  - { target: "${BODY}.properties.priority", update: { enum: [later] } }
  - { target: "${BODY}.properties.status.enum[?@=='triage']", remove: true }
`);
  const constraints = constraintsOf(await loadDocument({ overlay: path }));
  const value = (address: string) => constraints.find((constraint) => constraint.address === address)?.value;
  expect(value("create-task.body.priority.enum")).toEqual(["none", "low", "medium", "high", "urgent", "later"]);
  expect(value("TaskPriority.enum")).toEqual(["none", "low", "medium", "high", "urgent"]);
  expect(value("create-task.body.status.enum")).toEqual(["backlog", "todo", "in_progress", "blocked", "in_review"]);
});

test("merges into the rules that stand apart under x-rules", async () => {
  const path = overlay(`actions:
  - target: $.components.schemas.AgentError.properties.code['x-rules']
    update: { enum: [teapot] }
`);
  const codes = constraintsOf(await loadDocument({ overlay: path })).find(
    ({ address }) => address === "AgentError.code.enum",
  );
  expect(codes?.value).toContain("teapot");
  expect(codes?.value).toContain("conflict");
});
