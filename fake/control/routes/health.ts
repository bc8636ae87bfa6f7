import { isoInstant } from "../../runtime/clock.ts";
import { route } from "../route.ts";

/** Is it there, and what does it hold? */
export const healthRoutes = [
  route({
    id: "health",
    method: "GET",
    path: "/health",
    area: "Health",
    summary: "Says that the fake answers, for how long it has, and how much it holds.",
    gives: "version, uptimeMs, clock and counts",
    handle: ({ service }) => ({
      status: "ok",
      clock: isoInstant(service.clock.now()),
      counts: { workspaces: service.workspaces.size },
    }),
  }),
];
