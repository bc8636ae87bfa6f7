import type { AddressInfo } from "node:net";
import express from "express";

/** A bare Express app that says where it listens. */
const app = express();
app.get("/", (_request, response) => {
  response.json({ ok: true });
});
const server = app.listen(0, "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
);
