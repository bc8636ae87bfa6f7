import { expect, test } from "vitest";
import type { Report } from "../../../spec/report.ts";
import { diagnosisText } from "./diagnosis-text.ts";
import { leftOutOf } from "./unproven.ts";

type Requirements = Report["requirements"];

const LEFT_OUT = "not run at this budget: other checks used its requests";

function requirement(id: string, over: Partial<Requirements[number]> = {}): Requirements[number] {
  const skipped = { level: "MUST", verdict: "skip", reason: LEFT_OUT, missingFixtures: [] } as const;
  return { id, ...skipped, ...over } as Requirements[number];
}

test("names the MUST requirements that a smoke run leaves out although they lack no fixture", () => {
  const requirements = [
    requirement("tasks.release.persists"),
    requirement("tasks.fields.version-rises", { level: "SHOULD" }),
    requirement("tasks.list.channel", { missingFixtures: ["memberChannel"] }),
    requirement("tasks.list.status", { verdict: "pass", reason: null }),
    requirement("tasks.list.total", { reason: "no response had a total in pagination" }),
  ];
  expect(leftOutOf({ requirements })).toEqual(["tasks.release.persists"]);
});

test("shows them with the budget that runs them", () => {
  const gap = { fixture: "memberChannel", wins: ["tasks.list.channel"], helps: [], accepted: false };
  const diagnosis = {
    target: "http://127.0.0.1",
    service: { reachable: false, keyAccepted: null, problem: null, remedy: null },
    measures: { latencyMs: { median: 1, worst: 1 }, clockSkewMs: null, rejectedForLoad: 0, rateLimitHeaders: {} },
    fixtures: [],
    names: [],
    gaps: [gap],
    beyondSmoke: ["tasks.release.persists"],
  };
  expect(diagnosisText(diagnosis)).toMatch(
    /--budget smoke is still incomplete: 1 MUST .*--budget standard runs them:\n {2}tasks\.release/,
  );
});
