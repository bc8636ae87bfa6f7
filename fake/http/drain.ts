import type { IncomingMessage } from "node:http";

/** What is read of a body that nobody wants, in bytes: a sender that is still sending would not hear the response. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

/** Reads a body to its end without keeping it, so that the response reaches a client that sends first and listens then. */
export function drain(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  // Who announces so much may be in no hurry to send it.
  if (Number(request.headers["content-length"] ?? 0) > MAX_DRAINED_BYTES) return Promise.resolve();
  return new Promise((resolve) => {
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_DRAINED_BYTES) resolve();
    });
    for (const end of ["end", "close", "error"]) request.on(end, () => resolve());
    request.resume();
  });
}
