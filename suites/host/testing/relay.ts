import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that a relay has received. */
export interface Relayed {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

/** Responds to a request itself and returns true, or returns false to forward it. */
export type Intercept = (relayed: Relayed, response: ServerResponse) => boolean;

/** Changes the text of a JSON response. */
export type Rewrite = (text: string) => string;

/** Starts a server in front of another one that records requests, and may respond itself or change responses. */
export async function startRelay(to: string, intercept: Intercept = () => false, rewrite: Rewrite = (text) => text) {
  const seen: Relayed[] = [];
  const accepted: Relayed[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = "GET", url = "/", headers } = incoming;
    const relayed = { method, path: url, headers, body: Buffer.concat(chunks) };
    seen.push(relayed);
    response.on("finish", () => {
      if (response.statusCode === 200) accepted.push(relayed);
    });
    if (!intercept(relayed, response)) forward(to, relayed, response, rewrite);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    /** Those of `seen` that got 200. */
    accepted,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forward(
  to: string,
  { method, path, headers, body }: Relayed,
  response: ServerResponse,
  rewrite: Rewrite,
): void {
  const { "transfer-encoding": _chunked, ...rest } = headers;
  const sized = body.length > 0 ? { "content-length": body.length } : {};
  const onward = request(to + path, { method, headers: { ...rest, ...sized } }, (answer) => {
    const isJson = answer.headers["content-type"]?.includes("json");
    const { "content-length": length, ...others } = answer.headers;
    response.writeHead(answer.statusCode ?? 500, isJson || length === undefined ? others : answer.headers);
    if (isJson) sendRewritten(answer, response, rewrite);
    else answer.pipe(response);
  });
  onward.on("error", () => response.destroy());
  onward.end(body);
}

async function sendRewritten(answer: IncomingMessage, response: ServerResponse, rewrite: Rewrite): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  response.end(rewrite(Buffer.concat(chunks).toString("utf8")));
}
