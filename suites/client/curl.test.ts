import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlLine } from "./curl.ts";

test("names the key by its environment variable and quotes what a shell would change", () => {
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

test("shows of a damaged credential only its scheme", () => {
  const line = curlLine(
    { method: "GET", url: "http://h/", headers: { authorization: "Basic azE6" }, body: null },
    "k-1",
  );
  expect(line).toContain("Basic [redacted]");
  expect(line).not.toContain("azE6");
  const bare = curlLine({ method: "GET", url: "http://h/", headers: { authorization: "k-1" }, body: null }, "k-1");
  expect(bare).not.toContain("k-1");
});
