import type { IncomingMessage } from "node:http";

/** The most bytes that are read of an unwanted body: a client that is still sending would not read the response. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

/**
 * Reads a body to its end without keeping it, so that the response reaches a client that reads only after it has sent.
 */
export function drain(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  // A sender that announces this much may take very long.
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
