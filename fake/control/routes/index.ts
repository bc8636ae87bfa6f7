import type { ControlRoute } from "../route.ts";
import { chaosRoutes } from "./chaos.ts";
import { clockRoutes } from "./clock.ts";
import { contentRoutes } from "./content.ts";
import { healthRoutes } from "./health.ts";
import { journalRoutes } from "./journal.ts";
import { memoryRoutes, taskRoutes } from "./moves.ts";
import { agentRoutes, channelRoutes, scopeRoutes } from "./people.ts";
import { planRoutes } from "./plan.ts";
import { snapshotRoutes } from "./snapshots.ts";
import { toolRoutes } from "./tools.ts";
import { workspaceRoutes } from "./workspaces.ts";

/** Every route of the control interface, in the order of its page. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [
  ...healthRoutes,
  ...journalRoutes,
  ...clockRoutes,
  ...workspaceRoutes,
  ...snapshotRoutes,
  ...channelRoutes,
  ...agentRoutes,
  ...scopeRoutes,
  ...taskRoutes,
  ...memoryRoutes,
  ...contentRoutes,
  ...planRoutes,
  ...chaosRoutes,
  ...toolRoutes,
];
