import type { Fake } from "../fake.ts";
import type { Routes } from "../hooks.ts";
import { type ControlAccess, isAdmitted } from "./access.ts";

/**
 * Mounts the control interface under `/_fake`, and its console at `/` for browsers that may use it; their parts are loaded when
 * they are first used.
 */
export function mountControl(routes: Routes, fake: Fake, access: ControlAccess): void {
  routes.use("/_fake", async (request, response) => {
    const { control } = await import("./dispatch.ts");
    await control(fake, access, request, response);
  });
  routes.get("/", async (request, response, next) => {
    if (request.accepts(["json", "html"]) !== "html" || !isAdmitted(request, access)) return next();
    const { PAGE, PAGE_HEADERS } = await import("../console/page.ts");
    response.set(PAGE_HEADERS).send(PAGE);
  });
}
