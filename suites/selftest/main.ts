import { parseArgs } from "node:util";
import { FAULTS } from "../../fake/index.ts";
import { globMatcher } from "../../spec/glob.ts";
import type { BudgetName } from "../engine/check.ts";
import { type Kill, tryFault } from "./kill.ts";

// Plants every fault of the fake, one at a time, and says which the suite caught: `npm run selftest`.

const { values } = parseArgs({
  options: {
    fault: { type: "string", multiple: true, default: [] },
    requirement: { type: "string", multiple: true, default: [] },
    budget: { type: "string", default: "standard" },
    seed: { type: "string", default: "1" },
    full: { type: "boolean", default: false },
    slice: { type: "string", default: "1/1" },
  },
});

const [part, parts] = values.slice.split("/").map(Number) as [number, number];
const faults = FAULTS.filter(
  (fault) => chosen(fault.id, values.fault) && chosen(fault.breaks, values.requirement),
).filter((_, index) => index % parts === part - 1);

function chosen(name: string, globs: readonly string[]): boolean {
  return globs.length === 0 || globs.some((glob) => globMatcher(glob)(name));
}

const kills: Kill[] = [];
for (const fault of faults) {
  const kill = await tryFault(fault, {
    seed: Number(values.seed),
    budget: values.budget as BudgetName,
    whole: values.full,
  });
  kills.push(kill);
  if (!kill.caught) {
    console.log(
      `MISSED ${kill.fault} (breaks ${kill.breaks}): ${kill.verdict}${kill.reason ? `, ${kill.reason}` : ""}`,
    );
  }
  if (kill.echoes.length > 0) console.log(`ECHO ${kill.fault} (breaks ${kill.breaks}): also ${kill.echoes.join(", ")}`);
}

const caught = kills.filter((kill) => kill.caught).length;
console.log(
  `${caught} of ${kills.length} faults caught, ${kills.filter((kill) => kill.echoes.length > 0).length} with echoes`,
);
console.log(`${caught} passed, ${kills.length - caught} failed`);
process.exitCode = caught === kills.length && kills.length > 0 ? 0 : 1;
