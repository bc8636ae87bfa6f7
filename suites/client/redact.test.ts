import { expect, test } from "vitest";
import { createRedactor } from "./redact.ts";

const redactor = createRedactor(["wak_secret", "wak_secret_longer"], (id) => id.startsWith("own"));

test("hides every secret wherever it stands, the longer of two first", () => {
  expect(redactor.text("a wak_secret_longer b wak_secret c")).toBe("a [redacted] b [redacted] c");
});

test("hides the signature of a presigned URL and leaves the rest readable", () => {
  const url = "https://files.example/up/1?X-Amz-Signature=abc&part=2&token=xyz";
  expect(redactor.text(url)).toBe("https://files.example/up/1?X-Amz-Signature=[redacted]&part=2&token=[redacted]");
});

test("keeps records of this run and reduces those of others to their types", () => {
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

test("leaves a value without records as it is", () => {
  const value = { success: false, error: { code: "not_found", message: "no" } };
  expect(redactor.json(value)).toEqual(value);
});
