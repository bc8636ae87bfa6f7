import { execFile, execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { curlLine } from "./curl.ts";
import type { WireRequest } from "./exchange.ts";

test("quotes a method that a shell would interpret", () => {
  const line = curlLine({ method: "we;rd", url: "http://h/", headers: {}, body: null }, "k-1");
  expect(line).toContain("-X 'we;rd' ");
});

test("names the key by its environment variable, and quotes what a shell would change", () => {
  const line = curlLine(
    {
      method: "POST",
      url: "https://api.example/v1/x?a=1&b=$HOME",
      headers: { authorization: "Bearer k-1", "content-type": "application/json" },
      body: `{"text":"it's $5 \`now\`"}`,
    },
    "k-1",
  );
  expect(line).toContain(`-H "authorization: Bearer $WAC_API_KEY"`);
  expect(line).not.toContain("k-1");
  const printed = execFileSync("bash", ["-c", line.replace(/^curl/, "printf '%s\\n'")], {
    env: { ...process.env, WAC_API_KEY: "from-env" },
    encoding: "utf8",
  });
  expect(printed.split("\n")).toEqual(
    expect.arrayContaining([
      `{"text":"it's $5 \`now\`"}`,
      "https://api.example/v1/x?a=1&b=$HOME",
      "authorization: Bearer from-env",
    ]),
  );
});

/** Returns the request that a server receives when a shell runs the line. */
async function received(lineFor: (url: string) => string) {
  const requests: {
    method: string | undefined;
    path: string | undefined;
    headers: IncomingHttpHeaders;
    body: string;
    size: number;
  }[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { method, url, headers } = request;
    requests.push({ method, path: url, headers, body: body.toString(), size: body.length });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await promisify(execFile)("sh", ["-c", lineFor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  expect(requests).toHaveLength(1);
  return requests[0] ?? { method: "", path: "", headers: {}, body: "", size: 0 };
}

const withCurl = test.skipIf(spawnSync("curl", ["--version"]).status !== 0);

withCurl.each<WireRequest & { body: string | null }>([
  { method: "GET", url: "", headers: {}, body: null },
  { method: "GET", url: "", headers: {}, body: '{"a":1}' },
  { method: "POST", url: "", headers: { "Content-Type": "application/json" }, body: "@/etc/hostname\nit's 'so'" },
  { method: "POST", url: "", headers: { "x-b": 'a\\b "c" $HOME' }, body: '{"a"' },
  { method: "POST", url: "", headers: {}, body: "" },
])("sends again what $method with $body sent", async ({ method, headers, body }) => {
  const request = await received((url) => curlLine({ method, url: `${url}/p?q=it's`, headers, body }, "k-1"));
  expect(request).toMatchObject({ method, path: "/p?q=it's", body: body ?? "" });
  expect(request.headers["content-type"]).toBe(Object.values(headers).find((value) => value.includes("json")));
});

withCurl("sends a body that it reads from a file as it is there", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wac-curl-"));
  const file = join(folder, "body.json");
  const body = '{"text":"it\'s\\n $HOME"}\n';
  writeFileSync(file, body);
  try {
    const request = await received((url) => curlLine({ method: "POST", url, headers: {}, body }, "k-1", file));
    expect(request.body).toBe(body);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

withCurl("sends as many bytes as the file had", async () => {
  const body = new Uint8Array(70_000);
  const request = await received((url) =>
    curlLine({ method: "PUT", url, headers: { "content-type": "image/png" }, body }, ""),
  );
  expect([request.method, request.size, request.headers["content-type"]]).toEqual(["PUT", 70_000, "image/png"]);
});

test("shows only the scheme of a damaged credential", () => {
  const line = curlLine(
    { method: "GET", url: "http://h/", headers: { authorization: "Basic azE6" }, body: null },
    "k-1",
  );
  expect(line).toContain("Basic [redacted]");
  expect(line).not.toContain("azE6");
  const bare = curlLine({ method: "GET", url: "http://h/", headers: { authorization: "k-1" }, body: null }, "k-1");
  expect(bare).not.toContain("k-1");
});

test("omits headers of an upload that grant access", () => {
  const headers = { "x-amz-security-token": "FwoG", "content-type": "image/png" };
  const line = curlLine({ method: "PUT", url: "http://h/", headers, body: new Uint8Array(1) }, "k-1");
  expect(line).toContain("'x-amz-security-token: [redacted]' -H 'content-type: image/png'");
});
