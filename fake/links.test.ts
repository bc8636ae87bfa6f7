import { expect, test } from "vitest";
import { loadDocument } from "../spec/document/document.ts";
import { resolvedSchema } from "../spec/document/resolved-schema.ts";
import { asObject, isObject, type Json, type JsonObject } from "../spec/json.ts";
import { valueAt } from "../spec/pointer.ts";
import { type ParsedResponse, startFake } from "./testing.ts";

type Client = Awaited<ReturnType<typeof startFake>>;

const { raw, operations } = await loadDocument();
const resolved = (value: Json | undefined) => resolvedSchema(raw, asObject(value));

const isGet = (id: string) => operations.some((operation) => operation.id === id && operation.method === "GET");

/** Each link of a success: the operation that returns it, its name, the link. */
const LINKS = operations.flatMap(({ id, pointer }) => {
  const success = resolved(valueAt(raw, `${pointer}/responses/200`));
  return Object.entries(asObject(success.links)).map(([name, link]) => [id, name, resolved(link)] as const);
});

/** The requests that the document gives as examples of an operation; of a query, its required parameters and a page of one item. */
function examplesOf(id: string): readonly JsonObject[] {
  const operation = asObject(valueAt(raw, operations.find((one) => one.id === id)?.pointer ?? ""));
  if (isGet(id)) {
    const parameters = [operation.parameters].flat().map(resolved);
    const required = parameters.filter(({ required }) => required === true);
    const limit = parameters.some(({ name }) => name === "limit") ? { limit: 1 } : {};
    return [{ ...Object.fromEntries(required.map(({ name, example }) => [name, example ?? null])), ...limit }];
  }
  const content = asObject(asObject(asObject(operation.requestBody).content)["application/json"]);
  const values = Object.values(asObject(content.examples)).map((each) => asObject(each).value ?? null);
  return [content.example, ...values].filter(isObject);
}

function send(fake: Client, id: string, request: JsonObject): Promise<ParsedResponse> {
  return isGet(id) ? fake.get(id, request as Record<string, string>) : fake.post(id, request);
}

/** A value of a link with its runtime expressions evaluated; null where one leads to nothing. */
function evaluated(value: Json, bodies: Readonly<Record<string, Json>>): Json {
  if (Array.isArray(value)) {
    const items = value.map((item) => evaluated(item, bodies));
    return items.includes(null) ? null : items;
  }
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, one]) => [name, evaluated(one, bodies)] as const);
    return members.some(([, one]) => one === null) ? null : Object.fromEntries(members);
  }
  const [, whose = "", pointer = ""] = /^\$(request|response)\.body#(.*)$/.exec(String(value)) ?? [];
  return whose === "" ? value : (valueAt(bodies[whose] ?? null, pointer) ?? null);
}

/** Puts as many bytes as an upload was asked for. */
async function upload(fake: Client, request: JsonObject): Promise<ParsedResponse> {
  const response = await fake.post("request-file-upload", request);
  const { uploadUrl, headers } = response.data as unknown as { uploadUrl: string; headers: Record<string, string> };
  const body = new Uint8Array(Number(request.sizeBytes));
  expect((await fetch(uploadUrl, { method: "PUT", headers, body })).status).toBe(200);
  return response;
}

/** A fake that has done what the examples show, and the ids that stand for those of the examples. */
async function preparedFake() {
  const fake = await startFake({ apiKey: "wak_demo" });
  const { agent, memberChannel, scope, seedMemory, messages, user, challengeTokens } = fake.fixtures;
  const ids: Record<string, unknown> = {
    ident_scribe: agent?.identityId,
    ident_ines: agent?.identityId,
    agent_scribe: agent?.id,
    chan_general: memberChannel,
    scope_platform: scope,
    mem_4f1c: seedMemory,
    msg_91ab: messages?.byHuman,
    user_ines: user,
    tok_5d2e: challengeTokens?.[0],
  };
  const withIds = (request: JsonObject) =>
    JSON.parse(JSON.stringify(request).replace(/\b[a-z]+_[0-9a-z]{4,}\b/g, (id) => String(ids[id] ?? id)));
  const attach = async () =>
    (await upload(fake, withIds(examplesOf("request-file-upload")[0] ?? {}))).data.attachmentId;
  ids.att_77d0 = await attach();
  ids.task_20e8 = (await fake.post("create-task", withIds(examplesOf("create-task")[0] ?? {}))).data.id;
  const written = ["remember", "send-message"].flatMap((id) => examplesOf(id).map((body) => [id, body] as const));
  for (const [id, body] of written) expect((await fake.post(id, withIds(body))).status).toBe(200);
  // A file is attached once.
  ids.att_77d0 = await attach();
  return { fake, withIds };
}

test.each(LINKS)("%s: the link %s leads to a success", async (id, _name, link) => {
  const { fake, withIds } = await preparedFake();
  const statuses: number[] = [];
  for (const example of examplesOf(id).map(withIds)) {
    const source = id === "request-file-upload" ? await upload(fake, example) : await send(fake, id, example);
    expect([id, source.status]).toEqual([id, 200]);
    const bodies = { request: example, response: source.body as unknown as Json };
    const next = evaluated({ ...asObject(link.parameters), ...asObject(link.requestBody) }, bodies);
    if (isObject(next)) statuses.push((await send(fake, String(link.operationId), next)).status);
  }
  expect(statuses.length).toBeGreaterThan(0);
  expect(statuses).toEqual(statuses.map(() => 200));
});
