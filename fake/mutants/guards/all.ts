import type { Guard } from "../model.ts";
import { after } from "./after.ts";
import { beside, without } from "./beside.ts";
import { caller } from "./caller.ts";
import { items } from "./items.ts";
import { nth } from "./nth.ts";
import { page } from "./page.ts";
import { text } from "./text.ts";
import { where } from "./where.ts";

/** Every condition that a mutant can be confined to. */
export const GUARDS: readonly Guard[] = [where, beside, without, page, caller, after, items, text, nth];
