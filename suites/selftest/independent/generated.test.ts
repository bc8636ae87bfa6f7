import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  boundaryRequests,
  findTokens,
  invalidRequests,
  type RequestInput,
  resolveReferences,
  toWire,
  validRequests,
} from "../../../generators/index.ts";
import { loadDocument } from "../../../spec/document/document.ts";
import type { Operation } from "../../../spec/document/model.ts";
import type { ReferenceKind } from "../../../spec/family.ts";
import { createIndependentServer } from "./independent-server.ts";
import { type Probe, probe, type Reply } from "./probe.ts";

const document = await loadDocument();
const SAMPLES = 5;
const SEEDS = [4];

/** One operation of one independent server, and the tokens that are left to spend. */
interface Course {
  readonly client: Probe;
  readonly operation: Operation;
  readonly tokens: string[];
}

/** An identifier that fits, made afresh where a call uses it up. */
async function identifier({ client, operation, tokens }: Course, kind: ReferenceKind): Promise<string | undefined> {
  const { post, target } = client;
  const { memberChannel: channelId = "", agent, user, scope, seedMemory } = target.fixtures ?? {};
  if (kind === "token") return tokens.pop();
  if (kind === "attachment") return upload(client, channelId, operation.id !== "send-message");
  if (kind === "message") return String((await post("agent/send-message", { channelId, content: "A call" })).data.id);
  if (kind === "task") {
    const body = { title: "A call", status: "todo", assigneeAgentId: agent?.id ?? "" };
    return String((await post("agent/create-task", body)).data.id);
  }
  return { channel: channelId, agent: agent?.id, identity: agent?.identityId, user, scope, memory: seedMemory }[kind];
}

async function upload({ post }: Probe, channelId: string, sent: boolean): Promise<string> {
  const body = { channelId, fileName: "a.txt", mimeType: "text/plain", sizeBytes: 1 };
  const { data } = await post("agent/request-file-upload", body);
  await fetch(String(data.uploadUrl), { method: "PUT", headers: data.headers as Record<string, string>, body: "x" });
  const id = String(data.attachmentId);
  if (sent) await post("agent/send-message", { channelId, content: "A file", attachmentIds: [id] });
  return id;
}

async function call(course: Course, input: RequestInput): Promise<Reply> {
  const { client, operation } = course;
  const found = findTokens({ parameters: { ...input.parameters }, body: input.body ?? null });
  const given = new Map<string, string | undefined>();
  for (const { kind, index } of found) given.set(`${kind} ${index}`, await identifier(course, kind));
  const resolved = resolveReferences(document, operation, input, (kind, _, index) => given.get(`${kind} ${index}`));
  const path = operation.path.replace("/v1/", "");
  if (operation.method === "POST") return client.post(path, {}, { raw: JSON.stringify(resolved.body) });
  const byRole = {
    ...operation,
    parameters: operation.parameters.map((parameter) => ({ ...parameter, name: parameter.role })),
  };
  const roles: Record<string, string[]> = {};
  for (const [role, value] of toWire(byRole, resolved).query) roles[role] = [...(roles[role] ?? []), value];
  return client.get(path, roles);
}

/** The requests that get another status. */
async function astray(course: Course, inputs: readonly RequestInput[], expected: number): Promise<string[]> {
  const wrong: string[] = [];
  for (const input of inputs) {
    const { status, text } = await call(course, input);
    if (status !== expected) wrong.push(`${JSON.stringify(input).slice(0, 300)} → ${status} ${text.slice(0, 300)}`);
  }
  return wrong;
}

const COURSES = SEEDS.flatMap((seed) =>
  document.operations.map((operation) => [seed, operation.id, operation] as const),
);

test.each(COURSES)(
  "seed %i takes every safe request of %s and rejects every invalid one",
  async (seed, _, operation) => {
    const server = await createIndependentServer({ seed, lagMs: 0 });
    try {
      const tokens = [...(server.target.fixtures?.challengeTokens ?? [])];
      const course = { client: probe(server.target), operation, tokens };
      const valid = fc.sample(validRequests(document, operation), { seed, numRuns: SAMPLES });
      const edges = boundaryRequests(document, operation).filter(({ open }) => open === null);
      expect(await astray(course, [...valid, ...edges.map(({ input }) => input)], 200)).toEqual([]);
      const invalid = invalidRequests(document, operation).map(({ input }) => input);
      expect(await astray(course, invalid, 400)).toEqual([]);
    } finally {
      await server.close();
    }
  },
);
