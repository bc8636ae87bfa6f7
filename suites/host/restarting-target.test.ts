import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { createFake, type Fake } from "../../fake/index.ts";
import type { Report } from "../../spec/report.ts";
import { ordinaryRun } from "../engine/check/options.ts";
import { completeTarget } from "../target/load.ts";
import { runInPlace } from "./in-place.ts";

const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** What happens to the target after so many requests of a run. */
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

function run(fake: Fake, baseUrl: string): Promise<Report> {
  const target = completeTarget({ ...fake.target, baseUrl }, process.cwd());
  const settings = { budget: "smoke", only: ["tasks.create.*", "messages.send.*"] } as const;
  return runInPlace(ordinaryRun({ ...target, http: { ...target.http, timeoutMs: 3_000 } }, settings));
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
  const report = await run(first, `http://127.0.0.1:${port}`);
  await Promise.all(restarting);
  expect([openMust(report), report.exitCode, restarts]).toEqual([[], 0, 1]);
}, 60_000);
