import { expect, test } from "vitest";
import { loadDocument } from "../../../spec/document/document.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import { textsIn } from "../../../spec/json.ts";
import { valueAt } from "../../../spec/pointer.ts";
import type { TargetFile } from "../../../spec/target-file.ts";
import { documentFor } from "./document.ts";
import { knownIds } from "./known-ids.ts";
import { idPlaces, schemathesisSettings, usersOf } from "./settings.ts";

const target: TargetFile = {
  baseUrl: "http://127.0.0.1:4010",
  apiKey: "key of the caller",
  fixtures: {
    memberChannel: "channel-1",
    challengeTokens: ["token-1", "token-2"],
    otherWorkspace: { apiKey: "key of a stranger" },
    messages: { byHuman: "message-1" },
  },
};
const ids = knownIds(target.fixtures ?? {}, "file-1");
const { raw } = await loadDocument();

test("ids that a request carries are bound to those of the target: parameters, members, items", () => {
  const places = idPlaces(raw, ids);
  expect([...(places.get("get-messages") ?? [])]).toEqual([
    ["query.channelId", "channel"],
    ["query.before", "message"],
    ["query.after", "message"],
  ]);
  expect([...(places.get("remember") ?? [])]).toEqual([["body.derived_from[*].id", "message"]]);
});

test("a file that was sent is downloaded, and not sent again", () => {
  const places = idPlaces(raw, ids);
  expect(places.get("request-file-download")?.get("query.attachmentId")).toBe("attachment");
  expect([...(places.get("send-message")?.values() ?? [])]).not.toContain("attachment");
});

test("the settings name the ids, where they go, and two users who must not see each other's things", () => {
  const settings = schemathesisSettings(raw, target, ids, "users.json");
  expect(settings).toContain('[dictionaries.token]\nvalues = ["token-1", "token-2"]\n');
  expect(settings).toContain('"query.channelId" = { dictionary = "channel", probability = 0.8 }');
  expect(settings).toContain('user = "caller"\npeers = ["caller", "other-workspace"]\n');
  expect(JSON.stringify(usersOf(target))).toContain('"value":"Bearer key of the caller"');
});

test("without a key of another workspace there is one user", () => {
  const alone = { ...target, fixtures: {} };
  expect(schemathesisSettings(raw, alone, ids, "users.json")).not.toContain("peers");
  expect(usersOf(alone)).toMatchObject({ auth: [{ name: "caller" }] });
});

test("examples of the document name things of the target, wherever they stand", () => {
  const at = (document: JsonObject, pointer: string): Json | undefined => valueAt(document, pointer);
  const document = documentFor(raw, ids);
  const example = "/paths/~1v1~1agent~1get-messages/get/parameters/0/example";
  expect(at(raw, example)).not.toBe("channel-1");
  expect(at(document, example)).toBe("channel-1");
  expect(textsIn(document)).not.toContain(at(raw, example));
});

test("the example of a download names the file that was sent, and no body does", () => {
  const document = documentFor(raw, ids);
  expect(textsIn(document).filter((text) => text === "file-1")).toHaveLength(1);
});

test("parameters have the names of the target, in links as well", () => {
  const document = documentFor(raw, ids, { "get-messages": { channel: "ofChannel" } });
  const links = Object.entries(valueAt(document, "/components/links") as Record<string, JsonObject>);
  expect(valueAt(document, "/paths/~1v1~1agent~1get-messages/get/parameters/0/name")).toBe("ofChannel");
  expect(links.find(([name]) => name === "ReadChannel")?.[1].parameters).toEqual({
    ofChannel: "$response.body#/data/channelId",
  });
});
