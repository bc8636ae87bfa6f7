import { expect, test } from "vitest";
import { type FirstResponse, findBaseUrlProblem, isEnvelope, nearbyBaseUrls } from "./wrong-base-url.ts";

const HTML = { "content-type": "text/html; charset=utf-8" };
const answer = (status: number, more: Partial<FirstResponse> = {}): FirstResponse => ({
  status,
  headers: {},
  isEnvelope: false,
  ...more,
});
const typed = (status: number) => answer(status, { isEnvelope: true });

function problemOf(authorized: FirstResponse[], anonymous: FirstResponse[], below: Record<string, FirstResponse> = {}) {
  return findBaseUrlProblem("https://host/app/v1", { authorized, anonymous }, async (url) => below[url] ?? null);
}

test.each([
  ["a 404 for everything, without the envelope", [answer(404)], [answer(404), answer(405)]],
  ["a login redirect", [answer(302, { headers: { location: "https://id.host/login" } })], [answer(302)]],
  ["a web site that has pages for GET alone", [answer(200, { headers: HTML })], [answer(405), answer(404)]],
  ["a gateway without a service", [answer(502)], [answer(502)]],
  ["another API that asks for another key", [answer(401)], [answer(401), answer(403)]],
])("does not recognise %s as a response of the API", async (_, authorized, anonymous) => {
  const found = await problemOf(authorized, anonymous);
  expect(found?.problem).toMatch(/none in the envelope/);
  expect(found?.remedy.length).toBeGreaterThan(20);
});

test.each([
  ["an empty object to everything", [answer(200)], [answer(200)]],
  ["a page to everything", [answer(200, { headers: HTML })], [answer(200, { headers: HTML })]],
  ["500 to everything", [answer(500)], [answer(500)]],
  ["a rejected key", [typed(401)], [typed(401)]],
  ["a typed 404 to everything", [typed(404)], [typed(404)]],
  ["success without the envelope", [answer(200)], [answer(401)]],
  ["one operation that is there", [answer(404), typed(200)], [answer(404)]],
  ["a rate limit", [typed(429)], [typed(429)]],
])("leaves %s to the checks", async (_, authorized, anonymous) => {
  expect(await problemOf(authorized, anonymous)).toBeNull();
});

test.each([
  ["a typed 404 where only the key is looked at first", [typed(404)], [typed(401)]],
  ["a page to everything", [answer(200, { headers: HTML })], [answer(200, { headers: HTML })]],
])("reports %s as a wrong URL if the API responds nearby", async (_, authorized, anonymous) => {
  const found = await problemOf(authorized, anonymous, { "https://host/app": typed(200) });
  expect(found?.remedy).toBe("State https://host/app as baseUrl.");
  expect(await problemOf(authorized, anonymous, { "https://host/app": typed(404) })).toBeNull();
});

test("looks for the API below shorter paths and usual prefixes of the same origin, but not at the base URL itself", () => {
  expect(nearbyBaseUrls("https://host/app/v1")).toEqual([
    "https://host/app",
    "https://host",
    "https://host/app/api",
    "https://host/api",
    "https://host/app/v1/api",
  ]);
  expect(nearbyBaseUrls("https://host")).toEqual(["https://host/api"]);
  expect(nearbyBaseUrls("https://host/api")).toEqual(["https://host", "https://host/api/api"]);
});

test("requires data, or an error with a code, in an envelope", () => {
  expect(isEnvelope({ success: true, data: [] })).toBe(true);
  expect(isEnvelope({ success: false, error: { code: "not_found", message: "no" } })).toBe(true);
  for (const other of [{}, [], "x", { success: true }, { success: false, errors: [] }, undefined]) {
    expect(isEnvelope(other)).toBe(false);
  }
});
