import { expect, test } from "vitest";
import type { Operation } from "../../spec/document/model.ts";
import { receivedJson } from "../client/testing/answered-exchange.ts";
import { envelopeAspect } from "./envelope.ts";

test("states the location of a redirect whose body is not JSON", () => {
  const response = { ...receivedJson(307, {}), headers: { location: "https://api.example.com/v1" }, text: "" };
  const json = { ok: false as const, problem: "it is empty" };
  const { violations } = envelopeAspect.judge({ id: "list-tasks" } as unknown as Operation, { ...response, json });
  expect(violations[0]?.message).toBe(
    "list-tasks responded with 307, which leads to https://api.example.com/v1, with a body that is not JSON: it is empty",
  );
});

test("distinguishes the response to a malformed body from all others", () => {
  const request = { method: "POST", url: "http://target/", headers: {} };
  const verifierFor = (body: string | Uint8Array | null) =>
    envelopeAspect.judge({ id: "create-task" } as unknown as Operation, receivedJson(400, { message: "?" }), {
      ...request,
      body,
    }).violations[0]?.verifier;
  expect(verifierFor("{")).toBe("envelope-of-malformed");
  expect(verifierFor(new Uint8Array([0x22, 0xff, 0x22]))).toBe("envelope-of-malformed");
  expect(verifierFor('{"title":"a"}')).toBe("envelope");
  expect(verifierFor(new TextEncoder().encode("[]"))).toBe("envelope");
  expect(verifierFor(null)).toBe("envelope");
});
