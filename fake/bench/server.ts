import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Ajv2020 } from "ajv/dist/2020.js";
import express from "express";
import { createFake } from "../create.ts";
import { assign, grow } from "./grow.ts";

/** The order to a server process: to be the fake, or a bare Express route. */
export type ServerOrder =
  | { readonly kind: "fake"; readonly size: number; readonly assigned: number }
  | {
      readonly kind: "bare";
      readonly method: "GET" | "POST";
      readonly path: string;
      readonly schema: object;
      /** The response, as JSON text. */
      readonly answer: string;
    };

/** The report of a server when it is ready. */
export interface ServerReport {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fixtures: Readonly<Record<string, unknown>>;
}

/** Starts the fake with content of a size, and tasks that are assigned to the caller. */
async function serveFake(size: number, assigned: number): Promise<ServerReport> {
  const fake = await createFake({ seed: 1 });
  grow(fake, size);
  return {
    baseUrl: fake.baseUrl,
    apiKey: fake.apiKey,
    fixtures: { ...fake.fixtures, assigned: assign(fake, assigned) },
  };
}

/** Starts an Express route that only parses, validates and responds. */
async function serveBare(order: Extract<ServerOrder, { kind: "bare" }>): Promise<ServerReport> {
  const validate = new Ajv2020({ strict: false }).compile(order.schema);
  const answer: unknown = JSON.parse(order.answer);
  const app = express();
  app.disable("etag");
  app.disable("x-powered-by");
  if (order.method === "GET") {
    app.get(order.path, (request, response) => {
      response.status(validate(request.query) ? 200 : 400).json(answer);
    });
  } else {
    app.post(order.path, express.json(), (request, response) => {
      response.status(validate(request.body) ? 200 : 400).json(answer);
    });
  }
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, apiKey: "none", fixtures: {} };
}

process.once("message", async (order: ServerOrder) => {
  const report = await (order.kind === "fake" ? serveFake(order.size, order.assigned) : serveBare(order));
  process.send?.(report);
});
