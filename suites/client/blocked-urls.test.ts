import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { type BlockedUrls, blockedUrls } from "./blocked-urls.ts";
import { createTransport } from "./transport.ts";

const { NAMES } = vi.hoisted(() => ({
  NAMES: {
    "staging.example.com": ["203.0.113.7"],
    "bucket.example.com": ["2001:db8::1", "203.0.113.8"],
    "files.internal": ["10.1.2.3"],
    "inside.example.com": ["127.0.0.1"],
    "both.example.com": ["203.0.113.9", "::ffff:127.0.0.1"],
    "secrets.example.com": ["169.254.169.254"],
    "api.test": ["127.0.0.1"],
    "files.test": ["127.0.0.1"],
  } as Record<string, string[]>,
}));

vi.mock("node:dns", async (original) => {
  type Found = (error: Error | null, found: { address: string; family: number }[]) => void;
  const lookup = (host: string, _options: object, found: Found) =>
    found(
      null,
      (NAMES[host.replace(/\.$/, "")] ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  return { ...(await original<typeof import("node:dns")>()), lookup };
});

const staging = blockedUrls("https://staging.example.com/api");
const local = blockedUrls("http://127.0.0.1:4010");

/** Returns the outcome of looking a host name up: its addresses, or why it is blocked. */
function lookedUp({ lookup }: BlockedUrls, host: string): unknown {
  let result: unknown;
  lookup(host, { all: true }, (error, found) => {
    result = error?.message ?? [found].flat().map((one) => (typeof one === "string" ? one : one.address));
  });
  return result;
}

test.each([
  "http://127.0.0.1:22/",
  "http://localhost:8080/",
  "http://localhost.:8080/",
  "http://2130706433/",
  "http://0.0.0.0/",
  "http://[::1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://169.254.169.254/latest/meta-data/",
  "http://[::ffff:169.254.169.254]/",
  "http://metadata.google.internal./",
  "http://[fe80::1]/",
])("does not request %s for a target elsewhere", (url) => {
  expect(staging.reject(new URL(url))).toMatch(/is this machine|own network/);
});

test("requests other hosts, and any URL of this machine for a target on this machine", () => {
  for (const url of ["https://bucket.s3.example/up?sig=1", "http://10.1.2.3/x", "https://staging.example.com/up"]) {
    expect(staging.reject(new URL(url))).toBeNull();
  }
  for (const url of ["http://localhost:9000/up", "http://127.0.0.1:4010/up"])
    expect(local.reject(new URL(url))).toBeNull();
  expect(local.reject(new URL("http://169.254.169.254/"))).not.toBeNull();
});

test("does not request a host name that resolves to such an address", () => {
  const limits = blockedUrls("https://staging.example.com/api");
  expect(lookedUp(limits, "staging.example.com")).toEqual(["203.0.113.7"]);
  expect(lookedUp(limits, "bucket.example.com")).toEqual(["2001:db8::1", "203.0.113.8"]);
  expect(lookedUp(limits, "files.internal")).toEqual(["10.1.2.3"]);
  for (const host of ["inside.example.com", "inside.example.com.", "both.example.com"]) {
    expect(lookedUp(limits, host)).toContain("is this machine, and the target is another one");
  }
  expect(lookedUp(limits, "secrets.example.com")).toContain("inside the machine's own network");
});

test("allows files on this machine for a target that is named by a host name of this machine", () => {
  const limits = blockedUrls("http://api.test:4010");
  expect(lookedUp(limits, "api.test")).toEqual(["127.0.0.1"]);
  expect(lookedUp(limits, "files.test")).toEqual(["127.0.0.1"]);
  expect(limits.reject(new URL("http://localhost:9000/up"))).toBeNull();
  expect(lookedUp(limits, "secrets.example.com")).toContain("own network");
});

test("sends nothing to a host name of this machine for a target elsewhere", async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.end("secret");
  }).listen(0, "127.0.0.1");
  const transport = createTransport({ timeoutMs: 5_000, connections: 1, offLimits: staging });
  try {
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const request = { method: "GET", url: `http://inside.example.com:${port}/`, headers: {}, body: null };
    const outcome = await transport.send(request);
    expect(outcome).toMatchObject({
      kind: "none",
      reason: "withheld",
      message: expect.stringContaining("this machine"),
    });
    expect(requests).toBe(0);
  } finally {
    await transport.close();
    server.close();
  }
});
