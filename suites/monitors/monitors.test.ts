import { expect, test } from "vitest";
import type { Json } from "../../spec/json.ts";
import type { Received } from "../client/exchange.ts";
import { answeredExchange, receivedJson } from "../client/testing/answered-exchange.ts";
import { loadContract } from "../engine/contract.ts";
import { createMonitors } from "./monitors.ts";

const { document, catalogue } = await loadContract({ overlay: null, parameters: {} });
const operation = document.operations.find(({ id }) => id === "list-tasks");

/** What the monitors say of a response to list-tasks, and which requirements it was evidence for. */
function judge(value: Json, type = "application/json") {
  if (operation === undefined) throw new Error("the document has no list-tasks");
  const monitors = createMonitors(document, catalogue);
  const outcome: Received = { ...receivedJson(200, value), headers: { "content-type": type } };
  const violations = monitors.judge(operation, outcome);
  return {
    broken: violations.map(({ requirement }) => requirement),
    asserted: monitors.asserted({ ...answeredExchange(200, value), outcome }),
  };
}

test("what breaks the envelope as a whole hides what is broken inside, which nobody can read", () => {
  const { broken, asserted } = judge({ success: "yes", data: [{ id: 1 }] });
  expect(broken).toEqual(["envelope.success-flag"]);
  expect(asserted).not.toContain("tasks.fields.types");
});

test("what is broken with the body hides nothing inside", () => {
  const { broken, asserted } = judge({ success: true, data: [{ id: 1, version: 1 }] }, "text/plain");
  expect(broken).toEqual(["envelope.content-type", "tasks.fields.types"]);
  expect(asserted).toContain("tasks.fields.types");
});
