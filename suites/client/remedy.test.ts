import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { remedyFor } from "./remedy.ts";
import { type Certified, selfSigned, signedByUnknownAuthority } from "./testing/certificate.ts";
import { createTransport } from "./transport.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Returns the problem of a request to a server with this certificate if `ca` is trusted. */
async function problemWith(certificate: Certified, ca?: string): Promise<string> {
  const server = createServer(certificate, (_request, response) => response.end("{}"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => server.close());
  const transport = createTransport({ timeoutMs: 2_000, connections: 1, ...(ca === undefined ? {} : { ca }) });
  closers.push(() => transport.close());
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
  const outcome = await transport.send({ method: "GET", url, headers: {}, body: null });
  return outcome.kind === "none" ? outcome.message : "a response";
}

const trusted = (certificate: Certified) => problemWith(certificate, certificate.cert);

test.each<[string, () => Promise<string>, RegExp]>([
  ["for another host name", () => trusted(selfSigned({ host: "other.example.com" })), /for another host name/],
  ["that has expired", () => trusted(selfSigned({ valid: ["200101", "200201"] })), /has expired: have it renewed/],
  [
    "that is not valid yet",
    () => trusted(selfSigned({ valid: ["480101", "490101"] })),
    /not valid yet: check the clock/,
  ],
  ["that signs itself", () => problemWith(selfSigned()), /self-signed: name a PEM file with it under http\.ca/],
  ["of an unknown issuer", () => problemWith(signedByUnknownAuthority()), /issuer of the certificate is unknown/],
])("states a remedy for a certificate %s", async (_, problem, remedy) => {
  expect(remedyFor(await problem())).toMatch(remedy);
});

test.each([
  ["ENOTFOUND: getaddrinfo ENOTFOUND x", "Check the host name in baseUrl, and the network."],
  ["ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:9", "Is the service up, and the port right?"],
  ["an unknown problem", "Check baseUrl, the network, and proxies in between."],
])("returns a remedy for %s: %s", (problem, remedy) => {
  expect(remedyFor(problem)).toBe(remedy);
});
