import { expect, test } from "vitest";
import type { Exchange, WireRequest } from "../../client/exchange.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import { sendFollowingRedirects } from "./redirects.ts";

/** A target that responds to each address with a status, and where it leads on. */
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

test("bytes that are put go on to where the store has moved, as they were sent", async () => {
  const { check, sent, paths } = target({ "/a": [307, "/b?sig=2"], "/b": [200] });
  const { outcome } = await sendFollowingRedirects(check, to("PUT"));
  expect(outcome).toMatchObject({ status: 200 });
  expect(paths()).toEqual(["/a", "/b"]);
  expect(sent[1]).toEqual({ ...to("PUT"), url: "http://127.0.0.1/b?sig=2" });
});

test("what is put goes on by no redirect that makes another request of it", async () => {
  const { check, paths } = target({ "/a": [302, "/b"], "/b": [200] });
  expect((await sendFollowingRedirects(check, to("PUT"))).outcome).toMatchObject({ status: 302 });
  expect(paths()).toEqual(["/a"]);
});

test("what is read goes on by each of them, and comes to an end", async () => {
  const { check, paths } = target({ "/a": [302, "/a"] });
  await sendFollowingRedirects(check, to("GET"));
  expect(paths()).toHaveLength(4);
});
