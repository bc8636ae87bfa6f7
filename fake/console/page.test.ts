import { request } from "node:http";
import { expect, test } from "vitest";
import { startFake } from "../testing.ts";

const HTML = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

/** The page at `/` as a browser gets it under a host name. */
function pageUnder(baseUrl: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(`${baseUrl}/`, { headers: { ...HTML, ...headers } }, async (response) => {
      let text = "";
      for await (const piece of response) text += piece;
      resolve(text);
    });
    sent.on("error", reject).end();
  });
}

test("/ is the console for a browser, with a policy that lets it load from the fake alone and stand in no frame", async () => {
  const fake = await startFake();
  const page = await fetch(fake.baseUrl, { headers: HTML });
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const policy = page.headers.get("content-security-policy")?.split("; ");
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]));
  const text = await page.text();
  expect(text).toContain('src="/_fake/console/main.js"');
  expect(text).not.toContain(fake.apiKey);
  expect((await fetch(fake.baseUrl, { headers: HTML, method: "HEAD" })).status).toBe(200);
});

test("whom the control interface does not answer, / shows the documents and no console", async () => {
  const fake = await startFake();
  expect(await pageUnder(fake.baseUrl, { host: "localhost:1" })).toContain("/_fake/console/");
  for (const headers of [{ host: "evil.example" }, { origin: "https://evil.example" }]) {
    const text = await pageUnder(fake.baseUrl, headers);
    expect(text).toContain("Workspace Agent API fake</h1>");
    expect(text).not.toContain("/_fake/console/");
  }
});

test.each([
  ["main.js", "text/javascript; charset=utf-8", 'from "./library.js"'],
  ["library.js", "text/javascript; charset=utf-8", "export{"],
  ["style.css", "text/css; charset=utf-8", "prefers-color-scheme: dark"],
  ["licences.txt", "text/plain; charset=utf-8", "Permission is hereby granted"],
])("serves %s of the console", async (name, type, part) => {
  const fake = await startFake();
  const response = await fetch(`${fake.baseUrl}/_fake/console/${name}`);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
  expect(await response.text()).toContain(part);
});

test.each(["main.ts", "tsconfig.json", "..%2Fpage.ts", "%2Fetc%2Fpasswd"])("serves no %s", async (name) => {
  const fake = await startFake();
  const response = await fetch(`${fake.baseUrl}/_fake/console/${name}`);
  expect([response.status, await response.text()]).toEqual([404, expect.stringContaining("The console has ")]);
});
