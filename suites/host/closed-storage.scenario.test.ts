import { createServer, type RequestListener, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { Report } from "../../spec/report.ts";
import type { ResolvedTarget } from "../target/types.ts";
import { failuresOf, startRelayedFake } from "./testing/relayed-fake.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Starts a storage on a port of its own; returns its host. */
async function storage(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return hostOf(server.address() as AddressInfo);
}

function hostOf({ port }: AddressInfo): string {
  return `127.0.0.1:${port}`;
}

/** The host of a storage that is closed. */
async function closed(): Promise<string> {
  const host = await storage(() => undefined);
  await closers.pop()?.();
  return host;
}

/** A fake whose presigned URLs, or those under one name, lead to another host. */
async function fakeWithStorage(host: string, names = "uploadUrl|signedUrl") {
  const urls = new RegExp(`("(?:${names})":\\s*"http://)[^/"]+`, "g");
  const relayed = await startRelayedFake(undefined, (text) => text.replace(urls, `$1${host}`));
  closers.push(relayed.close);
  return relayed;
}

/** With what needs no bytes, and what does. */
const SOME = [
  ...["files.upload.succeeds", "files.upload.short-lived", "messages.flag.succeeds", "messages.send.succeeds"],
  ...["files.flow.put", "files.flow.attach"],
];
const FLOW = ["files.*", ...SOME];
const verdicts = (report: Report) => new Map(report.requirements.map(({ id, verdict }) => [id, verdict]));
const reasonOf = (report: Report, id: string) =>
  report.requirements.find((requirement) => requirement.id === id)?.reason;

test.each<[string, () => Promise<string>]>([
  ["closed", closed],
  ["hanging", () => storage(() => undefined)],
  ["closing every connection", () => storage((incoming) => incoming.destroy())],
])("a storage that is %s is one finding, and costs only what needs bytes", async (_, start) => {
  const { run } = await fakeWithStorage(await start());
  const report = await run({ only: SOME });
  expect([report.exitCode, failuresOf(report)]).toEqual([1, ["files.flow.put"]]);
  expect(reasonOf(report, "files.flow.put")).toMatch(/gave no response .* while the API responded/);
  const of = verdicts(report);
  for (const id of ["files.upload.succeeds", "files.upload.short-lived", "messages.flag.succeeds"])
    expect([id, of.get(id)]).toEqual([id, "pass"]);
  expect([of.get("messages.send.succeeds"), of.get("files.flow.attach")]).toEqual(["pass", "inconclusive"]);
});

test("a storage for downloads that is closed is one finding", async () => {
  const { run } = await fakeWithStorage(await closed(), "signedUrl");
  const report = await run({ only: FLOW });
  expect([report.exitCode, failuresOf(report)]).toEqual([1, ["files.download.get"]]);
  expect(verdicts(report).get("files.flow.put")).toBe("pass");
});

test.each<[string, (asked: number, ms: number) => boolean]>([
  ["responds now and then", (asked) => asked % 3 === 0],
  ["responds after some seconds only", (_asked, ms) => ms > 3_000],
])("a storage that %s is not a finding", async (_, isUp) => {
  let asked = 0;
  let to = "";
  const begin = performance.now();
  const host = await storage((incoming, response) => {
    asked += 1;
    if (!isUp(asked, performance.now() - begin)) {
      incoming.destroy();
      return;
    }
    const { method, url, headers } = incoming;
    const onward = request(to + url, { method, headers: { ...headers, host: new URL(to).host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(onward);
  });
  const { run, fake } = await fakeWithStorage(host);
  to = fake.baseUrl;
  const report = await run({ only: FLOW });
  expect([failuresOf(report), verdicts(report).get("files.flow.put")]).toEqual([[], "pass"]);
});

test.each<[string, () => Promise<string>, (target: ResolvedTarget, proxy: string) => ResolvedTarget, RegExp]>([
  ["whose name is not known here", async () => "storage.invalid", (target) => target, /ENOTFOUND|EAI_AGAIN/],
  [
    "behind a proxy that does not respond",
    closed,
    (target, proxy) => {
      const bypass = [new URL(target.baseUrl).host];
      return { ...target, http: { ...target.http, proxy: { http: `http://${proxy}`, https: null, bypass } } };
    },
    /NO_PROXY/,
  ],
])("a storage %s leaves open what needs it, with what to do", async (_, start, change, reason) => {
  const { run } = await fakeWithStorage(await start());
  const proxy = await closed();
  const report = await run({ only: SOME }, (target) => change(target, proxy));
  expect([report.exitCode, failuresOf(report)]).toEqual([3, []]);
  const checks = report.requirements.find(({ id }) => id === "files.flow.put")?.checks;
  expect(checks?.map((check) => check.reason).join("\n")).toMatch(reason);
});

test("a run that only reads asks no storage", async () => {
  const { run } = await fakeWithStorage(await closed());
  const report = await run({ only: SOME, readOnly: true });
  expect([failuresOf(report), verdicts(report).get("files.flow.put")]).toEqual([[], "skip"]);
});
