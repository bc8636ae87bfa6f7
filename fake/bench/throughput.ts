import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { packageFile } from "../../spec/package-root.ts";
import { type LoadRequest, load, median, printVerdict, type ServerProcess, startServer } from "./measure.ts";

/** An operation under load, with the minimum share of a bare route's throughput. */
interface Case {
  readonly id: string;
  readonly least: number;
  readonly request: (fake: ServerProcess) => Promise<() => LoadRequest>;
}

const ROUNDS = 15;
const ROUND_MS = 400;
const WARM_UP_MS = 800;
/** Tasks to release: each can be released once. */
const ASSIGNED = 100_000;

const post = (path: string, body: object): LoadRequest => ({ method: "POST", path, body: JSON.stringify(body) });
const fixed = (request: LoadRequest) => async () => () => request;

/** Sends a request once and reads the response's data. */
async function once(fake: ServerProcess, { method, path, body }: LoadRequest) {
  const headers = { authorization: `Bearer ${fake.apiKey}`, "content-type": "application/json" };
  const response = await fetch(fake.baseUrl + path, { method, headers, ...(body === undefined ? {} : { body }) });
  return { text: await response.text(), status: response.status };
}

async function idOf(fake: ServerProcess, request: LoadRequest): Promise<string> {
  return JSON.parse((await once(fake, request)).text).data.id;
}

const CASES: readonly Case[] = [
  {
    id: "verify-connection",
    least: 0.85,
    request: fixed({ method: "GET", path: "/v1/agent/verify-connection?token=none" }),
  },
  {
    id: "block-task",
    least: 0.85,
    request: async (fake) => {
      const ids = await Promise.all(
        Array.from({ length: 200 }, () => idOf(fake, post("/v1/agent/create-task", { title: "t" }))),
      );
      let turn = 0;
      return () => post("/v1/agent/block-task", { taskId: ids[turn++ % ids.length], reason: "waiting" });
    },
  },
  {
    id: "release-task",
    least: 0.85,
    request: async ({ fixtures }) => {
      const ids = fixtures.assigned as string[];
      return () => post("/v1/agent/release-task", { taskId: ids.pop() ?? "none left" });
    },
  },
  {
    id: "get-messages",
    least: 0.85,
    request:
      async ({ fixtures }) =>
      () => ({ method: "GET", path: `/v1/agent/get-messages?channelId=${fixtures.memberChannel}` }),
  },
  { id: "list-tasks", least: 0.85, request: fixed({ method: "GET", path: "/v1/agent/list-tasks" }) },
  {
    id: "send-message",
    least: 0.5,
    request:
      async ({ fixtures }) =>
      () =>
        post("/v1/agent/send-message", { channelId: fixtures.memberChannel, content: "Hello **there**" }),
  },
  { id: "create-task", least: 0.5, request: fixed(post("/v1/agent/create-task", { title: "Title", priority: "low" })) },
  {
    id: "remember",
    least: 0.5,
    request:
      async ({ fixtures }) =>
      () =>
        post("/v1/sdk/remember", {
          content: "A claim",
          kind: "fact",
          scope_id: fixtures.scope,
          derived_from: [{ id: "m" }],
        }),
  },
];

/**
 * Measures one operation against a bare route that returns the same bytes. They alternate, so that both have the same
 * machine load.
 */
async function measure({ id, least, request }: Case) {
  const fake = await startServer({ kind: "fake", size: 100, assigned: id === "release-task" ? ASSIGNED : 0 });
  const next = await request(fake);
  const sample = next();
  const { text } = await once(fake, sample);
  const bare = await startServer({
    kind: "bare",
    method: sample.method,
    path: sample.path.split("?")[0] ?? "/",
    schema: bodySchema(sample),
    answer: text,
  });
  const rates: { fake: number[]; bare: number[] } = { fake: [], bare: [] };
  await load(fake, next, WARM_UP_MS);
  await load(bare, () => sample, WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round++) {
    rates.bare.push((await load(bare, () => sample, ROUND_MS)).perSecond);
    rates.fake.push((await load(fake, next, ROUND_MS)).perSecond);
  }
  fake.stop();
  bare.stop();
  // The ratio of each pair of rounds, since other load of the machine changes between rounds and affects both equally.
  const ratio = median(rates.fake.map((rate, round) => rate / (rates.bare[round] ?? Number.NaN)));
  const figures = `${Math.round(median(rates.fake))} requests a second, bare Express ${Math.round(median(rates.bare))}`;
  printVerdict(id, figures, ratio, { least });
}

/** Returns the schema of a request's body in the document; any object for a request without one. */
function bodySchema({ method, path }: LoadRequest): object {
  if (method === "GET") return { type: "object" };
  const document = parse(readFileSync(packageFile("spec", "openapi.yaml"), "utf8"));
  const { schema } = document.paths[path].post.requestBody.content["application/json"];
  // References of the schema begin at the root of the document.
  return { ...schema, components: document.components };
}

const only = process.argv.slice(2);
for (const one of CASES) if (only.length === 0 || only.includes(one.id)) await measure(one);
