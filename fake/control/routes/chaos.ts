import type { JsonObject } from "../../../spec/json.ts";
import type { Chaos } from "../../chaos/chaos.ts";
import type { ChaosRule } from "../../chaos/rule.ts";
import { list, object } from "../json-schema.ts";
import { problem } from "../problem.ts";
import { listOfNamed, responseWith } from "../response-schemas.ts";
import { type ControlRequest, route } from "../route.ts";

const area = "Chaos";

/** The published schema describes the rules and validates them too. */
const rules: JsonObject = object(
  { rules: list({ type: "object" }, "Chaos rules, as spec/schemas/chaos.schema.json describes them") },
  ["rules"],
);
const example = { body: { rules: [{ name: "busy", operation: "send-message", times: 2, error: 429 }] } };

interface Rules {
  readonly rules: readonly ChaosRule[];
}

/** Disturbances for clients: errors, delays, broken responses, cut connections. */
export const chaosRoutes = [
  route({
    id: "list-chaos",
    method: "GET",
    path: "/chaos",
    area,
    summary: "Lists the chaos rules in the order in which they are asked.",
    gives: responseWith(
      { rules: listOfNamed("ChaosRule") },
      "rules, each with how many calls it concerned (matched) and acted on (acted)",
    ),
    handle: ({ fake }) => listed(fake.chaos),
  }),
  route<Rules>({
    id: "add-chaos",
    method: "POST",
    path: "/chaos",
    area,
    summary: "Adds chaos rules behind those in force.",
    gives: responseWith({ rules: listOfNamed("ChaosRule") }, "rules, all of them"),
    body: rules,
    example,
    handle: ({ fake, body }) => {
      fake.chaos.add(...body.rules);
      return listed(fake.chaos);
    },
  }),
  route<Rules>({
    id: "replace-chaos",
    method: "PUT",
    path: "/chaos",
    area,
    summary: "Replaces all chaos rules and resets their counters.",
    gives: responseWith({ rules: listOfNamed("ChaosRule") }, "rules, all of them"),
    body: rules,
    example,
    handle: ({ fake, body }) => {
      fake.chaos.replace(body.rules);
      return listed(fake.chaos);
    },
  }),
  route({
    id: "remove-chaos",
    method: "DELETE",
    path: "/chaos/:name",
    area,
    summary: "Takes one chaos rule away.",
    gives: responseWith({ rules: listOfNamed("ChaosRule") }, "rules, those that are left"),
    example: { params: { name: "busy" } },
    handle: ({ fake, params }: ControlRequest) => {
      const { name = "" } = params;
      if (fake.chaos.remove(name)) return listed(fake.chaos);
      const names = fake.chaos.list().map((rule) => rule.name);
      const hint = names.length === 0 ? "There is none at all." : `In force: ${names.join(", ")}.`;
      throw problem("not_found", `There is no chaos rule ${JSON.stringify(name)}`, hint);
    },
  }),
  route({
    id: "clear-chaos",
    method: "DELETE",
    path: "/chaos",
    area,
    summary: "Takes all chaos rules away.",
    gives: responseWith({ rules: listOfNamed("ChaosRule") }, "rules, an empty list"),
    handle: ({ fake }) => {
      fake.chaos.clear();
      return listed(fake.chaos);
    },
  }),
];

function listed(chaos: Chaos) {
  return { rules: chaos.list() };
}
