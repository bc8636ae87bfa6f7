import { expect, test } from "vitest";
import { loadDocument } from "../../../spec/document/document.ts";
import type { Json } from "../../../spec/json.ts";
import { validatorOf } from "../../../spec/validation/validate.ts";
import { runWorkload } from "../mutants/run-workload.ts";
import { sender } from "../mutants/sender.ts";
import { createWorkload, requestPools } from "../mutants/workload.ts";
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
    await runWorkload(workload, REQUESTS, sender(target.baseUrl), ({ request, status, body }) => {
      if (request.url.startsWith("/")) replies.push({ place: `${request.url.split(/[/?]/)[3]}.${status}`, body });
      return true;
    });
  } finally {
    await close();
  }
  return replies;
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
    validator
      .validate(place, body)
      .map((violation) => `${place} ${violation.instancePointer} ${violation.message} (${violation.address})`),
  );
  expect([...new Set(wrong)]).toEqual([]);
  const succeeded = new Set(replies.map(({ place }) => place).filter((place) => place.endsWith(".200")));
  expect(succeeded.size).toBeGreaterThanOrEqual(14);
});
