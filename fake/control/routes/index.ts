import type { ControlRoute } from "../route.ts";
import { chaosRoutes } from "./chaos.ts";
import { healthRoutes } from "./health.ts";

/** Every route of the control interface, in the order of its page. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [...healthRoutes, ...chaosRoutes];
