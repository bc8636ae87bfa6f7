import { expect, test } from "vitest";
import { withoutCredentials } from "./credentials.ts";

test("a credential keeps its place in the headers, and nothing of what it says", () => {
  const headers = { Authorization: "Bearer wak_1", "set-cookie": "session=1", "x-api-key": "wak_2", accept: "*/*" };
  expect(withoutCredentials(headers)).toEqual({
    Authorization: "[redacted]",
    "set-cookie": "[redacted]",
    "x-api-key": "[redacted]",
    accept: "*/*",
  });
});
