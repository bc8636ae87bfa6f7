import { expect, test } from "vitest";
import { createRedactor } from "./redact.ts";

const redactor = createRedactor(["wak_secret", "wak_secret_longer"], (id) => id.startsWith("own"));

test("hides every secret at any position, the longer of two first", () => {
  expect(redactor.text("a wak_secret_longer b wak_secret c")).toBe("a [redacted] b [redacted] c");
});

test("hides the signature of a presigned URL, and leaves the rest readable", () => {
  const url = "https://files.example/up/1?X-Amz-Signature=abc&part=2&token=xyz";
  expect(redactor.text(url)).toBe("https://files.example/up/1?X-Amz-Signature=[redacted]&part=2&token=[redacted]");
});

test.each([
  "X-Amz-Credential",
  "X-Goog-Signature",
  "X-Amz-Security-Token",
  "AWSAccessKeyId",
  "Key-Pair-Id",
  "Policy",
  "Expires",
  "authorization",
  "sig",
])("hides the %s of a presigned URL", (name) => {
  expect(redactor.text(`https://files.example/up/1?${name}=abc&part=2`)).toBe(
    `https://files.example/up/1?${name}=[redacted]&part=2`,
  );
});

test("hides parameters by complete words of their names", () => {
  const { text } = createRedactor([], () => false);
  const kept = "http://h/v1?assigned_agent=agt-1&keyword=word&author=a-1&design=d&limit=2";
  expect(text(kept)).toBe(kept);
  for (const name of [
    "X-Amz-Signature",
    "AWSAccessKeyId",
    "upload_token",
    "accessToken",
    "sig",
    "Key-Pair-Id",
    "apikey",
  ])
    expect(text(`http://h/f?a=1&${name}=abc`)).toBe(`http://h/f?a=1&${name}=[redacted]`);
});

test("keeps records of this run, and reduces those of others to their types", () => {
  const value = {
    data: [
      { id: "own-1", title: "mine" },
      { id: "other", title: "theirs", version: 3, tags: ["x"], gone: null },
    ],
  };
  expect(redactor.json(value)).toEqual({
    data: [
      { id: "own-1", title: "mine" },
      { id: "<string>", title: "<string>", version: "<number>", tags: ["<string>"], gone: null },
    ],
  });
});

test("hides the headers of an upload that grant access", () => {
  const headers = { "x-amz-security-token": "FwoG", authorization: "AWS4", "content-type": "image/png" };
  expect(redactor.json({ data: { headers } })).toEqual({
    data: {
      headers: { "x-amz-security-token": "[redacted]", authorization: "[redacted]", "content-type": "image/png" },
    },
  });
});

test("returns a value without records unchanged", () => {
  const value = { success: false, error: { code: "not_found", message: "no" } };
  expect(redactor.json(value)).toEqual(value);
});

const KEY = "SeKret+KEY/abc=0123456789xyzQ";
const strict = createRedactor([KEY], () => true);

test.each([
  ["as it is", KEY],
  ["in capitals", KEY.toUpperCase()],
  ["in small letters", KEY.toLowerCase()],
  ["escaped for a URL", encodeURIComponent(KEY)],
  ["escaped for a URL as a whole", [...Buffer.from(KEY)].map((byte) => `%${byte.toString(16)}`).join("")],
  ["in hexadecimal", Buffer.from(KEY).toString("hex")],
  ["in base64", Buffer.from(KEY).toString("base64")],
  ["in base64 with its scheme", Buffer.from(`Bearer ${KEY}`).toString("base64")],
  ["in base64 after a name", Buffer.from(`user:${KEY}`).toString("base64")],
  ["in base64 for URLs", Buffer.from(`{"key":"${KEY}"}`).toString("base64url")],
  ["its first half", KEY.slice(0, 15)],
  ["its second half", KEY.slice(15)],
  ["as a header name could have it", KEY.replace(/[^A-Za-z0-9]/g, "").toLowerCase()],
  ["with a stroke escaped", KEY.replaceAll("/", "\\/")],
  ["in entities of HTML", [...Buffer.from(KEY)].map((byte) => `&#${byte};`).join("")],
  ["in hexadecimal entities", [...Buffer.from(KEY)].map((byte) => `&#x${byte.toString(16)};`).join("")],
  ["in escapes of JSON", [...Buffer.from(KEY)].map((byte) => `\\u00${byte.toString(16)}`).join("")],
])("hides a key that comes back %s", (_, form) => {
  const shown = strict.text(`the key ${form}, it says`);
  // Fewer than three bytes at either end stay, since base64 encodes them together with their neighbours.
  expect(shown).toMatch(/^the key \S{0,14}\[redacted\]\S{0,6},? it says$/);
  expect(strict.text(JSON.stringify({ form }))).not.toContain(form);
});

test("hides a key in the name of a member", () => {
  expect(strict.json({ error: { details: { [KEY]: { [`x${KEY}`]: 1 } } } })).toEqual({
    error: { details: { "[redacted]": { "x[redacted]": 1 } } },
  });
});

test("does not hide words that share a few characters with a key", () => {
  const text = "a key, secrets, abc=0123456 and xyz";
  expect(strict.text(text)).toBe(text);
});

test("hides a short key", () => {
  expect(createRedactor(["wak_demo"], () => true).text("x WAK_DEMO d2FrX2RlbW8= y")).toBe(
    "x [redacted] [redacted]8= y",
  );
});

test("takes time in proportion to the length of an adversarial text", () => {
  const text = `${"?sig".repeat(200_000)}${"&token".repeat(200_000)}`;
  expect(strict.text(text)).toBe(text);
});

test("stops at the depth to which values are read", () => {
  const deep = JSON.parse(`${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`);
  expect(JSON.stringify(strict.json(deep))).toContain("deeper levels left out");
  expect(JSON.stringify(strict.json({ id: "theirs", deep }))).toContain("a");
});
