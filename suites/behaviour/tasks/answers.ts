import { isObject, type Json } from "../../../spec/json.ts";
import { type Exchange, jsonOf } from "../../client/exchange.ts";
import type { Check } from "../../engine/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { judging } from "../evidence.ts";

/** The data of an answer is the task itself: not a wrapping around it, not a word of success, not another task. */
export function answerChecks(): Check[] {
  return [
    defineCheck(
      {
        requirement: "tasks.create.answer",
        name: "the data is a task, with an id of its own",
        operations: ["create-task"],
      },
      async (check) => {
        const { exchange } = await check.baseline("create-task");
        check.witnessed();
        judging([exchange], () => expectTask(exchange, "created", null));
      },
    ),
    ...(["block", "release"] as const).map((done) =>
      defineCheck(
        {
          requirement: `tasks.${done}.answer`,
          name: "the data is the task that was named",
          operations: [`${done}-task`],
        },
        async (check) => {
          const { exchange } = await check.baseline(`${done}-task`);
          check.witnessed();
          judging([exchange], () => expectTask(exchange, done === "block" ? "blocked" : "released", namedIn(exchange)));
        },
      ),
    ),
  ];
}

/** Read without regard to what monitors found: where the id is missing, this is the reason. */
function expectTask(exchange: Exchange, what: string, id: Json): void {
  const body = jsonOf(exchange);
  const data = isObject(body) ? body.data : undefined;
  const actual = isObject(data) ? data.id : undefined;
  expectThat(id === null ? typeof actual === "string" : actual === id, {
    message: `the data of a ${what} task must be the task`,
    expected: id === null ? "a task with its id" : `the task ${String(id)}`,
    actual: JSON.stringify(actual === undefined ? (data ?? null) : actual).slice(0, 120),
    pointer: "/data",
    keyword: "task",
  });
}

/** The task that a request named, as it was sent. */
function namedIn({ request }: Exchange): Json {
  const body: Json = typeof request.body === "string" ? JSON.parse(request.body) : null;
  return isObject(body) ? (body.taskId ?? null) : null;
}
