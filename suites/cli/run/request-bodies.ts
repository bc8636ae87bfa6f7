import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder, writeFileAtomic } from "../../../reports/write.ts";
import type { ReportRequirement } from "../../../spec/report.ts";

/** Folder of the bodies that curl lines read, next to the report. */
const REQUESTS = "requests";
/** The suffix of such bodies' names; other files in that folder are not ours. */
const BODY_NAME = /\.[0-9a-f]{8}\.json$/u;

/**
 * Writes the bodies that curl lines read; returns the path of their folder if there are any.
 *
 * @throws OperatorError `REPORT-FOLDER-UNWRITABLE`, `REPORT-FILE-UNWRITABLE`.
 */
export async function writeBodies(requirements: readonly ReportRequirement[], folder: string): Promise<string[]> {
  const failures = requirements.flatMap(({ checks }) => checks.flatMap(({ failure }) => failure ?? []));
  const bodies = failures.flatMap(({ requestBody }) => requestBody ?? []);
  for (const { file, text } of bodies) {
    const path = join(folder, file);
    await makeFolder(dirname(path));
    await writeFileAtomic(path, text);
  }
  return bodies.length > 0 ? [join(folder, REQUESTS)] : [];
}

/** Paths of the bodies that an earlier run wrote into the folder of its report. */
export async function bodiesIn(folder: string): Promise<string[]> {
  const requests = join(folder, REQUESTS);
  // Without the folder there are none.
  const names = await readdir(requests).catch(() => []);
  return names.filter((name) => BODY_NAME.test(name)).map((name) => join(requests, name));
}
