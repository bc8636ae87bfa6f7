import type { AddressInfo } from "node:net";
import express from "express";

/** Starts a bare Express app that prints its URL. */
const app = express();
app.get("/", (_request, response) => {
  response.json({ ok: true });
});
const server = app.listen(0, "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
);
