import { expect, test } from "vitest";
import type { Exchange, WireRequest } from "../../client/exchange.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import { sendFollowingRedirects } from "./redirects.ts";

/** Returns a target that responds to each path with a status and a location. */
function target(places: Readonly<Record<string, readonly [status: number, location?: string]>>) {
  const sent: WireRequest[] = [];
  async function send(request: WireRequest): Promise<Exchange> {
    sent.push(request);
    const [status, location] = places[new URL(request.url).pathname] ?? [404];
    const exchange = answeredExchange(status, {});
    return {
      ...exchange,
      outcome: { ...exchange.outcome, headers: location === undefined ? {} : { location } },
    } as Exchange;
  }
  return { check: { send }, sent, paths: () => sent.map(({ url }) => new URL(url).pathname) };
}

const to = (method: string): WireRequest => ({
  method,
  url: "http://127.0.0.1/a?sig=1",
  headers: { "content-type": "text/plain" },
  body: method === "PUT" ? new Uint8Array([1, 2]) : null,
});

test("follows redirects of an upload that keep its method and body", async () => {
  const { check, sent, paths } = target({ "/a": [307, "/b?sig=2"], "/b": [200] });
  const { outcome } = await sendFollowingRedirects(check, to("PUT"));
  expect(outcome).toMatchObject({ status: 200 });
  expect(paths()).toEqual(["/a", "/b"]);
  expect(sent[1]).toEqual({ ...to("PUT"), url: "http://127.0.0.1/b?sig=2" });
});

test("does not follow a redirect that changes the method of an upload", async () => {
  const { check, paths } = target({ "/a": [302, "/b"], "/b": [200] });
  expect((await sendFollowingRedirects(check, to("PUT"))).outcome).toMatchObject({ status: 302 });
  expect(paths()).toEqual(["/a"]);
});

test("follows every kind of redirect of a download, up to a limit", async () => {
  const { check, paths } = target({ "/a": [302, "/a"] });
  await sendFollowingRedirects(check, to("GET"));
  expect(paths()).toHaveLength(4);
});
