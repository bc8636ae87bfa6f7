import type { Guard } from "../model.ts";
import { callGuards } from "./calls.ts";
import { inputGuards } from "./inputs.ts";
import { row } from "./rows.ts";
import { thingGuards } from "./things.ts";
import { valueGuards } from "./values.ts";

/** Every condition that a mutant can be confined to. */
export const GUARDS: readonly Guard[] = [...inputGuards, ...callGuards, ...valueGuards, row, ...thingGuards];
