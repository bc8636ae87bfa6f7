import { expect, test } from "vitest";
import type { Answer, Asker } from "./asker.ts";
import { checkService } from "./service.ts";

function asked(answer: Partial<Answer>): Promise<{ readonly problem: string | null; readonly remedy: string | null }> {
  const nothing = {
    problem: null,
    isEnvelope: false,
    data: null,
    code: null,
    message: null,
    headers: {},
    durationMs: 1,
    at: 0,
  };
  const asker: Asker = {
    baseUrl: "https://host",
    answers: [],
    close: async () => {},
    ask: async () => ({ status: 200, ...nothing, ...answer }),
  };
  return checkService(asker);
}

test("a redirect says where it leads, and what to state", async () => {
  const headers = { location: "https://api.example.com/v1/agent/list-tasks" };
  expect((await asked({ status: 307, headers })).remedy).toBe(
    "It leads to https://api.example.com/v1/agent/list-tasks: state as baseUrl everything before /v1 there.",
  );
});

test("a limit of the rate does not concern the URL, another status is", async () => {
  expect((await asked({ status: 429 })).remedy).toMatch(/^Try again later/);
  expect((await asked({ status: 404 })).remedy).toMatch(/above \/v1/);
});
