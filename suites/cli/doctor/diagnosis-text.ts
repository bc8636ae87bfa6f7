import { oneLine } from "../../../spec/format-text.ts";
import { table } from "../core/table.ts";
import type { Finding, State } from "./finding.ts";
import { NAME_REMEDY, type NameFinding } from "./parameter-names.ts";
import type { Measurements, Service } from "./service.ts";
import type { Gap, Unproven } from "./unproven.ts";

/** Everything that a diagnosis found. */
export interface Diagnosis extends Unproven {
  readonly target: string;
  readonly service: Service;
  readonly measures: Measurements;
  readonly fixtures: readonly ({ readonly fixture: string } & Finding)[];
  /** Query parameters whose names the contract leaves open. */
  readonly names: readonly NameFinding[];
}

const MARKS: Readonly<Record<State, string>> = {
  ok: "ok",
  wrong: "WRONG",
  unclear: "unclear",
  unchecked: "not checked",
};
/** Gaps that are listed; the rest win little. */
const GAPS = 15;

/** Returns the diagnosis as text. */
export function diagnosisText(diagnosis: Diagnosis): string {
  const { target, service, measures, fixtures, names, gaps, beyondSmoke } = diagnosis;
  const blocks = [
    `${target}: ${service.problem === null ? "reachable, and the key is accepted" : oneLine(service.problem)}`,
    ...(service.remedy === null ? [] : [`  ${service.remedy}`]),
    ...(service.reachable ? [measuresText(measures)] : []),
    ...(fixtures.length === 0 ? [] : [`Fixtures\n${table(fixtures.flatMap(fixtureRows))}`.trimEnd()]),
    ...(names.length === 0 ? [] : [namesText(names)]),
    ...(gaps.length === 0 ? [] : [gapsText(gaps, beyondSmoke)]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function measuresText({ latencyMs, clockSkewMs, rejectedForLoad, rateLimitHeaders }: Measurements): string {
  const limits = Object.entries(rateLimitHeaders).map(([name, value]) => `${name}: ${oneLine(value)}`);
  const skew =
    clockSkewMs === null
      ? "no Date header"
      : `${Math.abs(clockSkewMs) < 1500 ? "none seen" : `${(clockSkewMs / 1000).toFixed(1)} s (harmless: its times are compared with each other only)`}`;
  return table([
    ["  latency", `median ${Math.round(latencyMs.median)} ms, worst ${Math.round(latencyMs.worst)} ms`],
    ["  clock skew", skew],
    [
      "  rate limit",
      rejectedForLoad > 0 ? `${rejectedForLoad} responses were 429: set limits.requestsPerSecond` : "none met",
    ],
    ...(limits.length === 0 ? [] : [["", limits.join(", ")]]),
  ]).trimEnd();
}

function fixtureRows({ fixture, state, text, remedy }: { readonly fixture: string } & Finding): string[][] {
  const row = [`  ${MARKS[state]}`, fixture, oneLine(text)];
  return remedy === null ? [row] : [row, ["", "", `→ ${remedy}`]];
}

/** Returns the lines on names; known names are only counted. */
function namesText(names: readonly NameFinding[]): string {
  const known = names.filter(({ state }) => state === "ok").length;
  const others = names.filter(({ state }) => state !== "ok");
  const rows = others.map(({ operation, role, name, state, text }) => [
    `  ${MARKS[state]}`,
    operation,
    role === name ? role : `${role}, sent as ${name}`,
    oneLine(text),
  ]);
  const remedy = others.some(({ state }) => state === "wrong") ? `  → ${NAME_REMEDY}` : "";
  const title = `Parameter names that the contract leaves open: ${known} of ${names.length} that can be tried are known`;
  return `${title}\n${table(rows)}${remedy}`.trimEnd();
}

function gapsText(gaps: readonly Gap[], beyondSmoke: readonly string[]): string {
  const rows = gaps
    .slice(0, GAPS)
    .map(({ fixture, wins, helps, accepted }) => [
      `  ${fixture}`,
      `proves ${wins.length} MUST`,
      `${helps.length > 0 ? `helps with ${helps.length} more` : ""}${accepted ? " (accepted as missing)" : ""}`.trim(),
      wins.slice(0, 3).join(", ") + (wins.length > 3 ? " …" : ""),
    ]);
  const rest = gaps.length > GAPS ? [`  and ${gaps.length - GAPS} more`] : [];
  const open = gaps.filter(({ accepted }) => !accepted).map(({ fixture }) => fixture);
  const accept =
    open.length === 0
      ? []
      : [
          "",
          "Add the ones at the top first. For a gate that passes without the others, accept in the target file what this",
          "server does not have:",
          `  acceptSkips: [${open.join(", ")}]`,
          ...beyondSmokeLines(beyondSmoke),
        ];
  return ["Missing, and what adding it would prove", table(rows).trimEnd(), ...rest, ...accept].join("\n");
}

/** Requirements that are named; the rest are counted. */
const NAMED = 5;

function beyondSmokeLines(ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  const rest = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : "";
  return [
    `A gate at --budget smoke is still incomplete: ${ids.length} MUST lack no fixture and are not run there; --budget standard runs them:`,
    `  ${ids.slice(0, NAMED).join(", ")}${rest}`,
  ];
}
