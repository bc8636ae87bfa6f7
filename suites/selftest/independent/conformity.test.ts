import { request } from "undici";
import { expect, test } from "vitest";
import { loadDocument } from "../../../spec/document/document.ts";
import type { Json } from "../../../spec/json.ts";
import { validatorOf } from "../../../spec/validation/validate.ts";
import { createWorkload, requestPools, type WorkloadRequest } from "../mutants/workload.ts";
import { createIndependentServer, type IndependentServerOptions } from "./independent-server.ts";

const REQUESTS = 1500;

interface Reply {
  /** `create-task.200`. */
  readonly place: string;
  readonly body: Json;
}

/** Responses of the API to random valid and invalid traffic; those of the storage are bytes. */
async function repliesOf(options: IndependentServerOptions): Promise<readonly Reply[]> {
  const { target, close } = await createIndependentServer({ lagMs: 0, ...options });
  const document = await loadDocument({ parameters: target.contract?.parameters ?? {} });
  const workload = createWorkload(requestPools(document, 1), target, options.seed ?? 1);
  const replies: Reply[] = [];
  try {
    for (let sent = 0; sent < REQUESTS; sent++) {
      const next = workload.next();
      const { status, text } = await send(target.baseUrl, next);
      if (!next.url.startsWith("/")) continue;
      const body = JSON.parse(text) as Json;
      if (status === 200) workload.learn(body);
      replies.push({ place: `${next.url.split(/[/?]/)[3]}.${status}`, body });
    }
  } finally {
    await close();
  }
  return replies;
}

async function send(baseUrl: string, { method, url, headers, body }: WorkloadRequest) {
  const address = url.startsWith("/") ? `${baseUrl.replace(/\/$/, "")}${url}` : url;
  const response = await request(address, { method, headers, body });
  return { status: response.statusCode, text: await response.body.text() };
}

const COURSES = [
  [2, false],
  [7, false],
  [11, true],
] as const;

test.each(COURSES)("seed %i, liberties %s: every response is one that the document allows", async (seed, liberties) => {
  const validator = validatorOf(await loadDocument());
  const replies = await repliesOf({ seed, liberties });
  const wrong = replies.flatMap(({ place, body }) =>
    validator.validate(place, body).map((one) => `${place} ${one.instancePointer} ${one.message} (${one.address})`),
  );
  expect([...new Set(wrong)]).toEqual([]);
  const succeeded = new Set(replies.map(({ place }) => place).filter((place) => place.endsWith(".200")));
  expect(succeeded.size).toBeGreaterThanOrEqual(13);
});
