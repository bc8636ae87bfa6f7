import { integer, object, text } from "../json-schema.ts";
import { problem } from "../problem.ts";
import { memberSchemas, responseOf, responseWith } from "../response-schemas.ts";
import { route } from "../route.ts";
import { duration } from "../schemas.ts";

const area = "Clock";
const gives = responseOf(
  "ClockMove",
  "before, now, expired (memories, uploads, number of challenges) and renewed (workspaces whose month began again)",
);

interface Advance {
  readonly duration?: string;
  readonly [unit: string]: unknown;
}

/** Routes of the fake's time. */
export const clockRoutes = [
  route({
    id: "get-clock",
    method: "GET",
    path: "/clock",
    area,
    summary: "Returns the fake's time.",
    gives: responseWith({ now: memberSchemas.date }, "now"),
    handle: ({ fake }) => ({ now: fake.control.clock.now() }),
  }),
  route<Advance>({
    id: "advance-clock",
    method: "POST",
    path: "/clock/advance",
    area,
    summary: "Moves the clock forward, and tells what that ended.",
    gives,
    body: { ...duration, minProperties: 1 },
    example: { body: { days: 31 } },
    handle: ({ fake, body: { duration: iso, ...units } }) => {
      if (iso !== undefined && Object.keys(units).length > 0) {
        throw problem("invalid_input", "duration was given with units", "Give duration, or units that are added up.");
      }
      return fake.control.clock.advance(iso ?? units);
    },
  }),
  route<{ now?: string; milliseconds?: number }>({
    id: "set-clock",
    method: "PUT",
    path: "/clock",
    area,
    summary: "Sets the clock to an instant, also back.",
    gives,
    body: {
      ...object({
        now: text("ISO 8601 with an offset", {
          pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d)$",
        }),
        milliseconds: integer("Milliseconds since 1970, in place of now", 0),
      }),
      minProperties: 1,
      maxProperties: 1,
    },
    example: { body: { now: "2026-12-31T23:59:00Z" } },
    handle: ({ fake, body }) => fake.control.clock.set(body.now ?? body.milliseconds ?? 0),
  }),
];
