import type { ControlRoute } from "../route.ts";
import { challengeRoutes } from "./challenges.ts";
import { chaosRoutes } from "./chaos.ts";
import { clockRoutes } from "./clock.ts";
import { consoleRoutes } from "./console.ts";
import { contentRoutes } from "./content.ts";
import { eventRoutes } from "./events.ts";
import { healthRoutes } from "./health.ts";
import { journalRoutes } from "./journal.ts";
import { messageRoutes } from "./messages.ts";
import { mutantRoutes } from "./mutants.ts";
import { agentRoutes, channelRoutes, scopeRoutes } from "./people.ts";
import { planRoutes } from "./plan.ts";
import { reportRoutes } from "./report.ts";
import { scenarioRoutes } from "./scenario.ts";
import { snapshotRoutes } from "./snapshots.ts";
import { memoryRoutes, taskRoutes } from "./tasks-and-memories.ts";
import { toolRoutes } from "./tools.ts";
import { workspaceRoutes } from "./workspaces.ts";

/** Every route of the control interface, in the order of its page. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [
  ...healthRoutes,
  ...journalRoutes,
  ...eventRoutes,
  ...reportRoutes,
  ...clockRoutes,
  ...workspaceRoutes,
  ...snapshotRoutes,
  ...channelRoutes,
  ...messageRoutes,
  ...agentRoutes,
  ...challengeRoutes,
  ...scopeRoutes,
  ...taskRoutes,
  ...memoryRoutes,
  ...contentRoutes,
  ...planRoutes,
  ...scenarioRoutes,
  ...chaosRoutes,
  ...mutantRoutes,
  ...toolRoutes,
  ...consoleRoutes,
];
