import { replace, showing } from "../../changes/hooks.ts";
import type { Edit } from "../../changes/paths.ts";
import type { Shown } from "../../rules.ts";
import type { Fault } from "../fault.ts";

/** One member of a thing shown that is wrong wherever it is shown. */
export type Wrong = readonly [id: string, breaks: string, path: string, edit: Edit, title: string];

/** Faults of a thing shown, from a table. */
export const faultsOf = (
  what: Shown | readonly Shown[],
  operations: readonly string[],
  wrongs: readonly Wrong[],
): readonly Fault[] =>
  wrongs.map(([id, breaks, path, edit, title]) => ({
    id,
    breaks,
    title,
    operations,
    plant: () => showing(what, path, edit),
  }));

/** The edit that counts seconds since 1970 in place of a date-time. */
export const seconds = replace((value) => Math.floor(Date.parse(String(value)) / 1000));
/** The edit that drops the offset of a date-time. */
export const localTime = replace((value) => String(value).replace("Z", ""));
/** The edit that tells a date-time in words. */
export const spoken = replace(() => "yesterday at noon");
/** The edit that makes a text of a value. */
export const asText = replace((value) => String(value));
