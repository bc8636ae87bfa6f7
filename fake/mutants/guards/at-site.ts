import type { Call } from "../../http/call.ts";
import type { Site } from "../model.ts";

/** Is the call one of the operation that a site is about? Some sites are about every operation. */
export const isAtSite = ({ operation }: Site, call: Call): boolean => operation === "*" || operation === call.operation;
