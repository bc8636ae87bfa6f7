import { createFake } from "../../../fake/index.ts";
import type { Report } from "../../../spec/report.ts";
import type { Fixtures, TargetFile } from "../../../spec/target-file.ts";
import { runInPlace } from "../../host/in-place.ts";
import type { RunEvent } from "../../index.ts";
import { FIXTURE_PATHS, fixturePaths } from "../../target/fixtures.ts";
import { completeTarget } from "../../target/load.ts";
import type { ResolvedTarget } from "../../target/types.ts";
import type { Selection } from "../run/settings.ts";

/** Foretells a run: the same checks, seed, budget and fixtures, against the bundled fake in place of the target. */
export async function rehearse(
  target: ResolvedTarget,
  selection: Selection,
  onProgress: (event: RunEvent) => void,
): Promise<Report> {
  const fake = await createFake();
  try {
    const fixtures = likeThose(fake.fixtures, target.fixtures);
    const stage = completeTarget({ baseUrl: fake.baseUrl, apiKey: fake.apiKey, fixtures }, process.cwd());
    const { overlay, limits, acceptSkips } = target;
    const settings = { ...selection, target: { ...stage, overlay, limits, acceptSkips }, knownFailures: null };
    return await runInPlace({ ...settings, onProgress });
  } finally {
    await fake.close();
  }
}

/** The fake's fixtures, without those that the target lacks; of lists as many as the target has. */
function likeThose(own: Fixtures, target: Fixtures): Fixtures {
  const { present } = fixturePaths(target);
  const kept = {};
  for (const path of FIXTURE_PATHS) {
    const value = at(own, path);
    if (!present.includes(path) || value === undefined) continue;
    const wanted = at(target, path);
    put(kept, path.split("."), Array.isArray(value) && Array.isArray(wanted) ? value.slice(0, wanted.length) : value);
  }
  return kept satisfies TargetFile["fixtures"];
}

function at(fixtures: Fixtures, path: string): unknown {
  let value: unknown = fixtures;
  for (const step of path.split(".")) value = isRecord(value) ? value[step] : undefined;
  return value;
}

function put(into: object, [step = "", ...rest]: readonly string[], value: unknown): void {
  const holder = into as Record<string, unknown>;
  if (rest.length === 0) {
    holder[step] = value;
    return;
  }
  const inner = isRecord(holder[step]) ? holder[step] : {};
  holder[step] = inner;
  put(inner, rest, value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
