import { expect, test } from "vitest";
import type { Json } from "../../spec/json.ts";
import type { Received } from "../client/exchange.ts";
import { answeredExchange, receivedJson } from "../client/testing/answered-exchange.ts";
import { loadContract } from "../engine/contract.ts";
import { createMonitors } from "./monitors.ts";

const { document, catalogue } = await loadContract({ overlay: null, parameters: {} });
const operation = document.operations.find(({ id }) => id === "list-tasks");

/** Returns the requirements that a response of list-tasks violates, and those that it is evidence for. */
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

test("hides violations inside an envelope that is broken as a whole", () => {
  const { broken, asserted } = judge({ success: "yes", data: [{ id: 1 }] });
  expect(broken).toEqual(["envelope.success-flag"]);
  expect(asserted).not.toContain("tasks.fields.types");
});

test("keeps violations inside an envelope with another violation", () => {
  const { broken, asserted } = judge({ success: true, data: [{ id: 1, version: 1 }] }, "text/plain");
  expect(broken).toEqual(["envelope.content-type", "tasks.fields.types"]);
  expect(asserted).toContain("tasks.fields.types");
});
