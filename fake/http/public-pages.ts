import type { RequestHandler } from "express";
import { tool } from "../../spec/tool.ts";
import type { Service } from "../service.ts";
import { originOf } from "./exchange-io.ts";

/**
 * Pages in addition to the API, for probes and for people who explore: they need no key and are not in the journal.
 */
export const PUBLIC_PAGES: Readonly<Record<string, (service: Service, control: boolean) => RequestHandler>> = {
  "/": (service, control) => async (request, response) => {
    const { welcomeJson, welcomeHtml } = await import("./welcome.ts");
    const origin = originOf(service, request.headers);
    response.set("Cache-Control", "no-store").vary("Accept");
    if (request.accepts(["json", "html"]) === "html") response.type("html").send(welcomeHtml(origin, control));
    else response.json(welcomeJson(origin, control));
  },
  "/health": () => (_request, response) => {
    response.set("Cache-Control", "no-store").json({ status: "ok", name: tool.name, version: tool.version });
  },
};
