import type { Settings } from "../../service.ts";
import type { Plan } from "../../workspace.ts";
import { PLAN_CHANGES } from "../api/plan.ts";
import { SETTINGS_CHANGES } from "../api/settings.ts";
import { integer, object } from "../json-schema.ts";
import { responseOf } from "../response-schemas.ts";
import { route } from "../route.ts";

const plan = "Plan and settings";

/** Routes of the plan of a workspace, and of the fake's settings. */
export const planRoutes = [
  route({
    id: "get-plan",
    method: "GET",
    path: "/workspaces/:workspace/plan",
    area: plan,
    summary: "Shows the plan of a workspace.",
    gives: responseOf("Plan", "monthlyTasks, used, remaining, month and maxFileBytes"),
    handle: ({ fake, params: { workspace } }) => fake.control.workspace(workspace).plan(),
  }),
  route<Partial<Pick<Plan, "monthlyTasks" | "used" | "maxFileBytes">>>({
    id: "change-plan",
    method: "PATCH",
    path: "/workspaces/:workspace/plan",
    area: plan,
    summary: "Changes numbers of the plan.",
    gives: responseOf("Plan", "the plan"),
    body: PLAN_CHANGES,
    example: { body: { used: 9_999 } },
    handle: ({ fake, body, params: { workspace } }) => fake.control.workspace(workspace).changePlan(body),
  }),
  route<{ monthlyTasks?: number }>({
    id: "upgrade-plan",
    method: "POST",
    path: "/workspaces/:workspace/plan/upgrade",
    area: plan,
    summary: "Upgrades the plan: ten times the monthly tasks, or the number given.",
    gives: responseOf("Plan", "the plan"),
    body: object({ monthlyTasks: integer("Tasks that may be made in a month", 0) }),
    example: { body: {} },
    handle: ({ fake, body, params: { workspace } }) => fake.control.workspace(workspace).upgradePlan(body.monthlyTasks),
  }),
  route({
    id: "get-settings",
    method: "GET",
    path: "/settings",
    area: plan,
    summary: "Shows the numbers that hold for the whole fake.",
    gives: responseOf("Settings", "urlLifetimeMs, rateLimit and latencyMs"),
    handle: ({ fake }) => fake.control.settings,
  }),
  route<Partial<Settings>>({
    id: "change-settings",
    method: "PATCH",
    path: "/settings",
    area: plan,
    summary: "Changes numbers that hold for the whole fake.",
    gives: responseOf("Settings", "the settings"),
    body: SETTINGS_CHANGES,
    example: { body: { rateLimit: 5 } },
    handle: ({ fake, body }) => fake.control.changeSettings(body),
  }),
];
