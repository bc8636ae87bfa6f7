import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect, test } from "vitest";
import { createTransport } from "./transport.ts";

test("keeps connections until the target closes an idle one", async () => {
  const connections: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    connections.push(request.headers.connection);
    sockets.add(request.socket);
    response.setHeader("content-type", "application/json");
    response.end('{"success":true}');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
  const transport = createTransport({ timeoutMs: 5_000, connections: 1 });
  const ask = () => transport.send({ method: "GET", url, headers: {}, body: null });

  await ask();
  await ask();
  expect([connections, sockets.size]).toEqual([["keep-alive", "keep-alive"], 1]);
  const [waiting] = sockets;
  waiting?.destroy();
  // The client notices the closed connection later.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await ask()).kind).toBe("response");
  expect((await ask()).kind).toBe("response");
  expect([connections.slice(2), sockets.size]).toEqual([["close", "close"], 3]);

  await transport.close();
  server.close();
});
