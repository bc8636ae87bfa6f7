import type { Guard } from "../model.ts";
import { callGuards } from "./calls.ts";
import { inputGuards } from "./inputs.ts";
import { resourceGuards } from "./resources.ts";
import { row } from "./rows.ts";
import { valueGuards } from "./values.ts";

/** Every condition that a mutant can be confined to. */
export const GUARDS: readonly Guard[] = [...inputGuards, ...callGuards, ...valueGuards, row, ...resourceGuards];
