import { integer } from "../json-schema.ts";
import { memberSchemas, responseWith } from "../response-schemas.ts";
import { reply, route } from "../route.ts";

/** Routes of live events. */
export const eventRoutes = [
  route<object, { since?: number; timeoutMs?: number }>({
    id: "events",
    method: "GET",
    path: "/events",
    area: "Events",
    summary:
      "Streams server-sent events: hello, then request (a journal entry without bodies), change (the control interface has changed something) and missed (a count of requests that a slow reader was not told of).",
    gives: responseWith(
      { event: memberSchemas.text, id: memberSchemas.text, data: { type: "object" } },
      "a stream of events",
    ),
    produces: ["text/event-stream"],
    query: {
      since: integer("Begins with the requests of greater numbers; Last-Event-ID does the same", 0),
      timeoutMs: integer(
        "Ends the stream after this many milliseconds; it goes on until the client ends it by default",
        0,
      ),
    },
    example: { query: "since=0&timeoutMs=100" },
    handle: async ({ fake, query: { since, timeoutMs }, headers, signal }) => {
      const { eventStream } = await import("../events/stream.ts");
      const last = headers["last-event-id"];
      const from = typeof last === "string" && /^\d{1,15}$/.test(last) ? Number(last) : since;
      return reply(eventStream(fake, { since: from, timeoutMs, signal }), "text/event-stream");
    },
  }),
];
