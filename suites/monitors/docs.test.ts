import { expect, test } from "vitest";
import { loadDocument } from "../../spec/document/document.ts";
import type { Received } from "../client/exchange.ts";
import { docsAspect } from "./docs.ts";

const { operations } = await loadDocument();

function judge(operationId: string, docs: string) {
  const operation = operations.find(({ id }) => id === operationId);
  if (!operation) throw new Error(`no operation ${operationId}`);
  const value = { success: false, error: { code: "NOT_FOUND", message: "x", docs } };
  const text = JSON.stringify(value);
  const response: Received = {
    kind: "response",
    status: 404,
    headers: {},
    bytes: Buffer.from(text),
    text,
    json: { ok: true, value },
  };
  return docsAspect.judge(operation, response);
}

test.each(["https://docs.example.com/errors#not-found", "/docs/errors", "errors.html", "docs/errors?code=1"])(
  "accepts %s as a URL",
  (docs) => {
    expect(judge("recall", docs)).toEqual({ violations: [], asserted: ["errors.docs-url"] });
  },
);

test.each(["see the manual. It says why", "", "manual"])("rejects %j as a URL", (docs) => {
  expect(judge("recall", docs).violations).toMatchObject([{ requirement: "errors.docs-url", pointer: "/error/docs" }]);
});

test("does not judge the family without the member", () => {
  expect(judge("create-task", "nowhere at all")).toEqual({ violations: [], asserted: [] });
});
