import { expect, test } from "vitest";
import type { Json } from "../../../spec/json.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import { livingRules } from "./living.ts";
import { judged, past } from "./testing/judged.ts";

const NOW = "2026-01-01T12:00:00Z";
const grant = (expiresAt: Json, timestamp: Json = NOW) => ({
  "request-file-upload": [
    {
      ...past({ mimeType: "application/pdf" }, {}),
      exchange: answeredExchange(200, { success: true, data: { expiresAt }, meta: { timestamp } }),
    },
  ],
});

test("an upload of any type expires after the answer that grants it", () => {
  expect(judged(livingRules, "files.upload.short-lived", grant("2026-01-01T14:05:00+02:00"))).toBe(1);
  expect(judged(livingRules, "files.upload.short-lived", grant("2026-01-01T11:59:00Z"))).toBe("broken");
});

test("an answer without its time decides nothing", () => {
  expect(judged(livingRules, "files.upload.short-lived", grant("2026-01-01T11:59:00Z", null))).toBe(0);
});
