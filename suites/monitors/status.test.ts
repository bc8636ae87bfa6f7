import { expect, test } from "vitest";
import type { Operation } from "../../spec/document/model.ts";
import { receivedJson } from "../client/testing/answered-exchange.ts";
import { statusAspect } from "./status.ts";

const asserted = ["statuses.known", "statuses.success"];

function judge(status: number) {
  return statusAspect.judge({ id: "recall" } as unknown as Operation, receivedJson(status, {}));
}

test.each([200, 400, 401, 403, 404, 409, 429, 500, 503])("accepts %d", (status) => {
  expect(judge(status)).toEqual({ violations: [], asserted });
});

test.each([
  [201, "statuses.success", "200"],
  [204, "statuses.success", "200"],
  [302, "statuses.known", "200, 400, 401, 403, 404, 409, 429, 500, 503"],
  [422, "statuses.known", "200, 400, 401, 403, 404, 409, 429, 500, 503"],
  [502, "statuses.known", "200, 400, 401, 403, 404, 409, 429, 500, 503"],
])("reports %d as a violation of %s that leaves the body readable", (status, requirement, expected) => {
  const judged = judge(status);
  expect(judged.violations).toMatchObject([{ requirement, expected, actual: String(status), pointer: "status" }]);
  expect(judged.asserted).toEqual(asserted);
});
