import { type LoadRequest, load, printVerdict, type ServerProcess, startServer } from "./measure.ts";

/**
 * An operation whose cost must not grow with the stored data: at most `most` times the median with a hundredth of it.
 */
interface Case {
  readonly name: string;
  readonly most: number;
  readonly request: (fixtures: ServerProcess["fixtures"], turn: number) => LoadRequest;
}

const SMALL = 200;
const LARGE = 20_000;
const ROUND_MS = 2000;

const get = (path: string): LoadRequest => ({ method: "GET", path });
const post = (path: string, body: object): LoadRequest => ({ method: "POST", path, body: JSON.stringify(body) });

const CASES: readonly Case[] = [
  {
    name: "send",
    most: 2,
    request: ({ memberChannel }) => post("/v1/agent/send-message", { channelId: memberChannel, content: "Hello" }),
  },
  {
    name: "page",
    most: 2,
    request: ({ memberChannel }) => get(`/v1/agent/get-messages?channelId=${memberChannel}&limit=50`),
  },
  {
    name: "page behind a message",
    most: 2,
    request: ({ memberChannel, messages }) => {
      const { byHuman } = messages as { readonly byHuman: string };
      return get(`/v1/agent/get-messages?channelId=${memberChannel}&limit=50&after=${byHuman}`);
    },
  },
  { name: "list", most: 2, request: () => get("/v1/agent/list-tasks") },
  { name: "list by status", most: 2, request: () => get("/v1/agent/list-tasks?status=in_review") },
  {
    name: "list by status, none",
    most: 2,
    request: () => get("/v1/agent/list-tasks?status=cancelled&priority=urgent"),
  },
  { name: "list by priority", most: 2, request: () => get("/v1/agent/list-tasks?priority=high") },
  {
    name: "list by channel",
    most: 2,
    request: ({ memberChannel }) => get(`/v1/agent/list-tasks?channelId=${memberChannel}`),
  },
  {
    name: "search messages, rare",
    most: 10,
    request: (_fixtures, turn) => get(`/v1/agent/search-messages?query=n${turn % 1000}`),
  },
  { name: "search messages, common", most: 10, request: () => get("/v1/agent/search-messages?query=ferry%20queue") },
  { name: "search memories", most: 10, request: () => get("/v1/agent/search-memories") },
  {
    name: "search memories, tag",
    most: 10,
    request: (_fixtures, turn) => get(`/v1/agent/search-memories?tags=t${turn % 100}`),
  },
  { name: "search memories, text", most: 10, request: () => get("/v1/agent/search-memories?q=ferry") },
  { name: "recall by query", most: 10, request: () => post("/v1/sdk/recall", { query: "night backup of the ferry" }) },
];

/** Compares the median latencies, one request at a time. */
async function compare(small: ServerProcess, large: ServerProcess, { name, most, request }: Case) {
  const medianOf = async (server: ServerProcess) => {
    let turn = 0;
    const next = () => request(server.fixtures, turn++);
    await load(server, next, 300, 1);
    return (await load(server, next, ROUND_MS, 1)).median;
  };
  const [before, after] = [await medianOf(small), await medianOf(large)];
  const ratio = after / before;
  const figures = `median ${before.toFixed(2)} ms, with a hundred times as much ${after.toFixed(2)} ms`;
  printVerdict(name, figures, ratio, { most });
}

const [small, large] = [
  await startServer({ kind: "fake", size: SMALL, assigned: 0 }),
  await startServer({ kind: "fake", size: LARGE, assigned: 0 }),
];
const only = process.argv.slice(2);
for (const one of CASES) if (only.length === 0 || only.includes(one.name)) await compare(small, large, one);
small.stop();
large.stop();
