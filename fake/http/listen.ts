import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { OperatorError } from "../../spec/operator-error.ts";

/** Starts listening; returns the URL. An IPv6 host may be in brackets, as in URLs, or not. */
export function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(cannotListen(error, port, host)));
    server.listen(port, host.replace(/^\[(.*)\]$/, "$1"), () => {
      const { port: taken } = server.address() as AddressInfo;
      resolve(`http://${reachable(host)}:${taken}`);
    });
  });
}

/** Returns a host that clients on this machine can use if the server listens on all addresses. */
function reachable(host: string): string {
  return ["0.0.0.0", "::", "[::]"].includes(host) ? "127.0.0.1" : inUrl(host);
}

function inUrl(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

function cannotListen(error: NodeJS.ErrnoException, port: number, host: string): OperatorError {
  if (error.code === "EADDRINUSE") {
    return new OperatorError({
      code: "FAKE-PORT-TAKEN",
      message: `Port ${port} on ${host} is taken by another process.`,
      hint: "Stop that process, choose another port with --port, or let the system choose with --port 0.",
      cause: error,
    });
  }
  return new OperatorError({
    code: "FAKE-CANNOT-LISTEN",
    message: `Cannot listen on ${inUrl(host)}:${port}.`,
    hint: "Check --host and --port: the host must be an address of this machine, and ports below 1024 need privileges.",
    cause: error,
  });
}

/** Stops listening and ends every connection. */
export function stop(server: Server): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
