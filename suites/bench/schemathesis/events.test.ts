import { expect, test } from "vitest";
import { readEvents } from "./events.ts";

const STARTED_AT = 1_000_000;
/** A time of an event, in the seconds of Python. */
const after = (seconds: number) => STARTED_AT / 1000 + seconds;

const failed = (name: string, operation: string) => ({
  name,
  status: "failure",
  failure_info: { failure: { type: "JsonSchemaError", operation, title: "Response violates schema" } },
});

/** A scenario as `schemathesis run --report ndjson` writes it, cut down to what is read. */
const scenario = (seconds: number, checks: readonly object[], response: object | null = { status_code: 200 }) => ({
  ScenarioFinished: {
    timestamp: after(seconds + 1),
    phase: "fuzzing",
    recorder: {
      label: "POST /tasks",
      checks: { aaaaaa: [{ name: "not_a_server_error", status: "success" }, ...checks] },
      interactions: { aaaaaa: { request: { method: "POST" }, response, timestamp: after(seconds) } },
    },
  },
});

const stream = (...events: readonly object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join("");
const END = { EngineFinished: { timestamp: after(30), running_time: 30, stop_reason: "max_time" } };

test("a failed check is a finding of its operation, at the time of its exchange", () => {
  const text = stream(scenario(4, [failed("response_schema_conformance", "POST /tasks")]), END);
  expect(readEvents(text, STARTED_AT)).toEqual({
    findings: [{ key: "response_schema_conformance POST /tasks", seconds: 4 }],
    responses: 1,
  });
});

test("of equal failures the first counts, whatever the order of the scenarios", () => {
  const check = failed("status_code_conformance", "GET /tasks");
  const text = stream(scenario(9, [check]), scenario(2, [check]), scenario(5, [check]), END);
  expect(readEvents(text, STARTED_AT).findings).toEqual([{ key: "status_code_conformance GET /tasks", seconds: 2 }]);
});

test("an error such as a cut connection is a finding, too", () => {
  const text = stream(
    { NonFatalError: { timestamp: after(3), label: "GET /tasks", value: "Connection aborted" } },
    END,
  );
  expect(readEvents(text, STARTED_AT).findings).toEqual([{ key: "error GET /tasks", seconds: 3 }]);
});

test("checks that passed or were skipped are none, and a request without a response is not counted", () => {
  const text = stream(scenario(1, [{ name: "use_after_free", status: "skip" }], null), END);
  expect(readEvents(text, STARTED_AT)).toEqual({ findings: [], responses: 0 });
});

test("a stream that breaks off in its last line gives what came before", () => {
  const text = `${stream(scenario(4, [failed("ignored_auth", "GET /tasks")]))}{"ScenarioFin`;
  expect(readEvents(text, STARTED_AT).findings).toHaveLength(1);
});

test("a broken line in the middle is an error", () => {
  expect(() => readEvents(`nonsense\n${stream(END)}`, STARTED_AT)).toThrow("not JSON: nonsense");
});
