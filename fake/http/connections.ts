import type { Server } from "node:http";

/** A connection to the fake, in real time. */
export interface Connection {
  /** Counts from 1. */
  readonly number: number;
  /** Milliseconds since the process began. */
  readonly openedMs: number;
  /** The same; null while it is open. */
  closedMs: number | null;
}

const known = new WeakMap<object, Connection>();
let last = 0;

/** Notes when connections are opened and closed. */
export function noteConnections(server: Server): void {
  server.on("connection", (socket) => {
    const connection = connectionOf(socket);
    socket.once("close", () => {
      connection.closedMs = performance.now();
    });
  });
}

/** Returns the data of a connection. A connection that was not recorded, such as one without a socket, begins now. */
export function connectionOf(socket: object): Connection {
  const noted = known.get(socket);
  if (noted !== undefined) return noted;
  last += 1;
  const connection: Connection = { number: last, openedMs: performance.now(), closedMs: null };
  known.set(socket, connection);
  return connection;
}
