import { listOfNamed, memberSchemas, openApiDocument, responseOf, responseWith } from "../response-schemas.ts";
import { route } from "../route.ts";

const area = "Health and documents";

/** Routes of the state and the documents. */
export const healthRoutes = [
  route({
    id: "index",
    method: "GET",
    path: "/",
    area,
    summary: "Lists every route, with an example of each.",
    gives: responseWith(
      { about: memberSchemas.text, openapi: memberSchemas.text, routes: listOfNamed("Route") },
      "routes, with method, path, summary and a curl line",
    ),
    handle: async ({ service, routes }) => {
      const { indexOf } = await import("../describe.ts");
      return indexOf(routes, service.origin);
    },
  }),
  route({
    id: "health",
    method: "GET",
    path: "/health",
    area,
    summary: "Says that the fake responds, for how long it has, and how much it holds.",
    gives: responseOf("Health", "status, version, uptimeMs, clock and counts"),
    handle: ({ fake }) => fake.control.health(),
  }),
  route({
    id: "openapi",
    method: "GET",
    path: "/openapi.json",
    area,
    summary: "Returns the OpenAPI document of this control interface.",
    gives: openApiDocument("an OpenAPI 3.1 document"),
    handle: async ({ service, routes }) => {
      const { openApiOf } = await import("../describe.ts");
      return openApiOf(routes, service.origin);
    },
  }),
  route({
    id: "contract",
    method: "GET",
    path: "/contract.yaml",
    area,
    summary: "Returns the OpenAPI document of the API itself.",
    gives: openApiDocument("an OpenAPI 3.1 document in YAML"),
    produces: ["application/yaml"],
    handle: async () => {
      const { contractText } = await import("../documents.ts");
      return contractText();
    },
  }),
  route({
    id: "target",
    method: "GET",
    path: "/target",
    area,
    summary:
      "Gives a target file for the fake's own workspace, as `wac run --target` reads it; YAML when Accept asks for it.",
    gives: responseOf("TargetFile", "a target file"),
    produces: ["application/json", "application/yaml"],
    handle: async ({ fake, accept }) => {
      const { targetFile } = await import("../documents.ts");
      return targetFile(fake.target, accept);
    },
  }),
  route({
    id: "target-yaml",
    method: "GET",
    path: "/target.yaml",
    area,
    summary: "The same in YAML.",
    gives: responseOf("TargetFile", "a target file in YAML"),
    produces: ["application/yaml"],
    handle: async ({ fake }) => {
      const { targetFile } = await import("../documents.ts");
      return targetFile(fake.target, "application/yaml");
    },
  }),
];
