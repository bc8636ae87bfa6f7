import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";

/** Starts a server that writes any bytes to the socket of each request, even against the rules of HTTP. */
export async function startRawServer(answer: (socket: Socket, head: string) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    let head = "";
    socket.on("data", (chunk) => {
      head += chunk.toString("latin1");
      if (!head.includes("\r\n\r\n")) return;
      const whole = head;
      head = "";
      answer(socket, whole);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns a response as bytes. Its length is stated unless the headers say otherwise. */
export function wire(status: string, headers: readonly string[], body: string | Buffer = ""): Buffer {
  const bytes = Buffer.from(body);
  const hasFraming = headers.some((header) => /^(content-length|transfer-encoding):/i.test(header));
  const lines = [`HTTP/1.1 ${status}`, ...headers, ...(hasFraming ? [] : [`content-length: ${bytes.length}`]), "", ""];
  return Buffer.concat([Buffer.from(lines.join("\r\n")), bytes]);
}
