import type { JsonObject } from "../../../spec/json.ts";
import type { Scenario } from "../../people/scenario.ts";
import { list, object } from "../json-schema.ts";
import { listOfNamed, responseWith } from "../response-schemas.ts";
import { route } from "../route.ts";

const area = "People";

/** The published schema describes the steps and validates them too. */
const scenario: JsonObject = object(
  { steps: list({ type: "object" }, "Steps, as spec/schemas/scenario.schema.json describes them") },
  ["steps"],
);

const gives = responseWith({ steps: listOfNamed("Step") }, "steps, each with how often it was done and when it is due");

/** Routes of the scenario of people and other agents. */
export const scenarioRoutes = [
  route({
    id: "get-scenario",
    method: "GET",
    path: "/scenario",
    area,
    summary: "Lists the steps of the scenario.",
    gives,
    handle: ({ fake }) => ({ steps: fake.people.steps() }),
  }),
  route<Scenario>({
    id: "play-scenario",
    method: "PUT",
    path: "/scenario",
    area,
    summary: "Starts a scenario, replacing the current one; its times count from now.",
    gives,
    body: scenario,
    example: {
      body: {
        steps: [
          {
            name: "Robin answers",
            on: { operation: "send-message", channel: "general", text: "?" },
            after: "2m",
            reply: { user: "Robin", content: "Go ahead." },
          },
        ],
      },
    },
    handle: ({ fake, body }) => {
      fake.people.play(body);
      return { steps: fake.people.steps() };
    },
  }),
  route({
    id: "stop-scenario",
    method: "DELETE",
    path: "/scenario",
    area,
    summary: "Ends the scenario; what is due does not happen.",
    gives,
    handle: ({ fake }) => {
      fake.people.stop();
      return { steps: fake.people.steps() };
    },
  }),
];
