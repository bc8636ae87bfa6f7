import type { Express } from "express";
import type { Fake } from "../fake.ts";
import type { ControlAccess } from "./access.ts";

/** Mounts the control interface under `/_fake`; its parts are loaded when it is first used. */
export function mountControl(app: Express, fake: Fake, access: ControlAccess): void {
  app.use("/_fake", async (request, response) => {
    const { control } = await import("./dispatch.ts");
    await control(fake, access, request, response);
  });
}
