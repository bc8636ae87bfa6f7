import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener, request, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { createFake, type Fake } from "../../fake/index.ts";
import type { Report } from "../../spec/report.ts";
import { selfSigned } from "../client/testing/certificate.ts";
import { ordinaryRun } from "../engine/check/options.ts";
import { completeTarget } from "../target/load.ts";
import { runChecksOrThrow } from "./run-checks.ts";

const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** What happens to the target after this many requests of a run. */
const AFTER = 60;
const DOWN_MS = 2_000;

async function listen(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** Sends each request on to the fake; calls `interrupt` once, in the middle. */
function forwarding(to: () => Fake, interrupt: () => void): RequestListener {
  let count = 0;
  return (incoming, response) => {
    count += 1;
    if (count === AFTER) interrupt();
    const { method = "GET", url = "/", headers } = incoming;
    const onward = request(to().baseUrl + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    incoming.pipe(onward);
  };
}

function run(fake: Fake, baseUrl: string, only: string[], ca: string | null = null): Promise<Report> {
  const target = completeTarget({ ...fake.target, baseUrl }, process.cwd());
  const http = { ...target.http, ca, timeoutMs: 3_000 };
  return runChecksOrThrow(ordinaryRun({ ...target, http }, { budget: "smoke", only }));
}

function openMust({ requirements }: Report): string[] {
  return requirements
    .filter(({ level, verdict }) => level === "MUST" && ["fail", "inconclusive"].includes(verdict))
    .map(({ id, reason }) => `${id}: ${reason}`);
}

test("a target that stops listening for two seconds and comes back with what it held is waited for", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wac-restart-"));
  const snapshotFile = join(folder, "state.json");
  let fake = await createFake({ snapshotFile });
  const first = fake;
  let restarts = 0;
  const server = createServer(
    forwarding(
      () => fake,
      () => restarting.push(restart()),
    ),
  );
  const restarting: Promise<void>[] = [];
  const port = await listen(server);
  async function restart(): Promise<void> {
    server.close();
    server.closeAllConnections();
    await Promise.all([fake.close(), sleep(DOWN_MS)]);
    fake = await createFake({ snapshotFile });
    await listen(server, port);
    restarts += 1;
  }
  closers.push(
    () => rmSync(folder, { recursive: true }),
    () => fake.close(),
    () => {
      server.closeAllConnections();
      server.close();
    },
  );
  const report = await run(first, `http://127.0.0.1:${port}`, ["tasks.create.*", "messages.send.*"]);
  await Promise.all(restarting);
  expect([openMust(report), report.exitCode, restarts]).toEqual([[], 0, 1]);
});

/** A run against a target whose TLS fails for so long in the middle: each handshake is ended by `fail`. */
async function runOverTls(failingMs: number, fail: (socket: Socket) => void) {
  const { key, cert } = selfSigned();
  const fake = await createFake();
  const sockets = new Set<Socket>();
  let isFailing = false;
  let failures = 0;
  const interrupt = () => {
    isFailing = true;
    for (const socket of sockets) socket.destroy();
    if (failingMs < Number.POSITIVE_INFINITY) {
      setTimeout(() => {
        isFailing = false;
      }, failingMs);
    }
  };
  const server = createTlsServer(
    { key, cert },
    forwarding(() => fake, interrupt),
  );
  server.prependListener("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    if (!isFailing) return;
    failures += 1;
    fail(socket);
  });
  const port = await listen(server);
  closers.push(
    () => fake.close(),
    () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  );
  // No files: the fake's presigned URLs have no TLS. No tasks: each creation without a response counts against the few of a run.
  const report = await run(fake, `https://127.0.0.1:${port}`, ["memories.remember.*"], cert);
  return { report, failures };
}

test("TLS that fails for a second in the middle of a run is waited for", async () => {
  const { report, failures } = await runOverTls(1_000, (socket) => socket.destroy());
  expect([openMust(report), report.exitCode]).toEqual([[], 0]);
  expect(failures).toBeGreaterThan(0);
});

test.each<[string, (socket: Socket) => void, RegExp]>([
  ["closes each connection before it is encrypted", (socket) => socket.destroy(), /ECONNRESET/],
  ["responds without TLS", (socket) => socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"), /wrong version number/],
])("a target that from some moment on %s ends the run early, and the report says why", async (_, fail, cause) => {
  const { report } = await runOverTls(Number.POSITIVE_INFINITY, fail);
  expect(report).toMatchObject({ verdict: "incomplete", exitCode: 3 });
  expect(report.run.durationMs).toBeLessThan(20_000);
  expect(report.problem).toMatch(cause);
  expect(openMust(report)).toContainEqual(expect.stringMatching(cause));
});
