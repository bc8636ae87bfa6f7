import { expect, test } from "vitest";
import type { Exchange, NotReceived, WireRequest } from "../../client/exchange.ts";
import { createRedactor } from "../../client/redact.ts";
import { toResponse } from "../../client/response.ts";
import { answeredExchange, receivedJson } from "../../client/testing/answered-exchange.ts";
import { simpleFailure } from "../../outcome/failure.ts";
import { toReportFailure } from "./evidence.ts";

const KEY = "wak_secret";
const ANSWER = answeredExchange(200, { success: true });

/** Returns the reported failure with this exchange. */
function reported(exchange: Exchange) {
  const evidence = {
    message: `the key ${KEY} was sent`,
    expected: "no key",
    actual: KEY,
    verifier: "expectThat",
    pointer: "/data/3/id",
    keyword: "key",
    exchanges: [exchange],
  };
  const redactor = createRedactor([KEY], () => true);
  return toReportFailure("tasks.list.order", simpleFailure(evidence), redactor, KEY);
}

function sent(request: Partial<WireRequest>) {
  return reported({ ...ANSWER, request: { ...ANSWER.request, ...request } }).exchanges[0]?.request;
}

test("shows a failure without secrets, with its cause and the command that reproduces it", () => {
  expect(reported(ANSWER)).toMatchObject({
    message: "the key [redacted] was sent",
    actual: "[redacted]",
    cause: "tasks.list.order|expectThat|/data/*/id|key",
    replay: "wac replay report.json tasks.list.order",
  });
});

test("shows a request body without secrets, and a file by its size only", () => {
  expect(sent({ body: `{"text":"${KEY}"}` })?.body).toBe('{"text":"[redacted]"}');
  expect(sent({ body: new Uint8Array(7) })?.body).toBe("<7 bytes>");
  expect(sent({ body: null })?.body).toBeNull();
});

test("shows the URL and the headers of a request without secrets", () => {
  const request = sent({
    url: `http://127.0.0.1/?text=${KEY}`,
    headers: { authorization: "Bearer wak_another", cookie: "session=1", "x-trace": KEY },
  });
  expect(request).toMatchObject({
    url: "http://127.0.0.1/?text=[redacted]",
    headers: { authorization: "Bearer [redacted]", "x-trace": "[redacted]" },
  });
  expect(request?.headers).not.toHaveProperty("cookie");
});

test.each(["set-cookie", "cookie", "connection", "keep-alive", "date", "server"])(
  "omits the response header %s",
  (name) => {
    const headers = { [name]: "session=1", "content-type": "application/json" };
    const { exchanges } = reported({ ...ANSWER, outcome: { ...receivedJson(200, {}), headers } });
    expect(exchanges[0]?.response?.headers).toEqual({ "content-type": "application/json" });
  },
);

test.each([
  ["JSON", `{"data":"${KEY}"}`, '{"data":"[redacted]"}'],
  ["a text", `your key ${KEY}`, "your key [redacted]"],
])("shows a response body that is %s without secrets", (_, text, shown) => {
  const outcome = toResponse({ status: 200, headers: {} }, [Buffer.from(text)], 1_000);
  expect(reported({ ...ANSWER, outcome }).exchanges[0]?.response?.body).toBe(shown);
});

test("shows the reason of a missing response without secrets", () => {
  const outcome: NotReceived = { kind: "none", reason: "broken", message: `no response to ${KEY}` };
  expect(reported({ ...ANSWER, outcome }).exchanges).toMatchObject([
    { response: null, error: "no response to [redacted]" },
  ]);
});

test("reads a long body of a shell command from a file that is shown without secrets", () => {
  const short = reported({ ...ANSWER, request: { ...ANSWER.request, body: "a".repeat(1_000) } });
  expect([short.curl?.includes("a".repeat(1_000)), short.requestBody]).toEqual([true, undefined]);
  const body = JSON.stringify({ text: `${KEY} ${"it's long, ".repeat(1_000)}` });
  const long = reported({ ...ANSWER, request: { ...ANSWER.request, body } });
  expect(long.requestBody?.file).toMatch(/^requests\/tasks\.list\.order\.[0-9a-f]{8}\.json$/);
  expect(long.requestBody?.text).toBe(body.replace(KEY, "[redacted]"));
  expect(long.curl).toContain(`--data-binary @${long.requestBody?.file} `);
  expect(long.curl?.length).toBeLessThan(500);
});

test("omits the shell command for a body that is too large for a file", () => {
  const { curl, requestBody } = reported({ ...ANSWER, request: { ...ANSWER.request, body: "a".repeat(200_000) } });
  expect([curl, requestBody]).toEqual([null, undefined]);
});

test("shortens a long body around its first difference, and states its size", () => {
  const text = Array.from({ length: 3_000 }, (_, index) => `w${index}`).join(" ");
  const body = JSON.stringify({ text });
  const outcome = toResponse({ status: 200, headers: {} }, [Buffer.from(JSON.stringify({ data: { text } }))], 100_000);
  const evidence = {
    ...{ message: "", expected: "", actual: "", verifier: "expectEqual", keyword: "value" },
    pointer: "/data/text",
    firstDifference: text.indexOf("w2000"),
    exchanges: [{ ...ANSWER, request: { ...ANSWER.request, body }, outcome }],
  };
  const [exchange] = toReportFailure(
    "a.b",
    simpleFailure(evidence),
    createRedactor([KEY], () => true),
    KEY,
  ).exchanges;
  for (const shown of [exchange?.request, exchange?.response]) {
    expect(shown?.body).toContain("w1999 w2000 w2001");
    expect(shown?.body?.length).toBeLessThan(1_000);
    expect(shown?.size).toBeGreaterThan(text.length);
    expect(() => JSON.parse(shown?.body ?? "")).not.toThrow();
  }
});
