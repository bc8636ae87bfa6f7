import type { ServerResponse } from "node:http";
import cors from "cors";
import { addressOf, type Incoming } from "./exchange-io.ts";
import { isLoopbackName, originHost } from "./loopback.ts";

/**
 * The origins whose pages may read responses, in addition to those of this machine: the listed ones, `*` for any,
 * false for none.
 */
export type Cors = false | "*" | readonly string[];

/** Which pages may use the fake from a browser. */
export interface CrossOrigin {
  readonly allows: (origin: string) => boolean;
  /** True if this applies to the control interface too. */
  readonly control: boolean;
}

/** Response headers that a page may read in addition to those that every page may. */
const EXPOSED = [
  "Allow",
  "Content-Disposition",
  "Preference-Applied",
  "Retry-After",
  "WWW-Authenticate",
  "X-Fake-Rule",
];

const PREFLIGHT_SECONDS = 600;

/** Returns the pages that an option allows; by default those of http://localhost, 127.0.0.1 and [::1], at any port. */
export function crossOrigin(option: Cors = [], control = false): CrossOrigin {
  return { allows: (origin) => option !== false && (option === "*" || isListed(option, origin)), control };
}

function isListed(origins: readonly string[], origin: string): boolean {
  const host = originHost(origin);
  return origins.includes(origin) || (host !== null && isLoopbackName(host));
}

/** A handler of the Express app, declared here so that the package's declarations need no types of Express. */
type Handler = (request: Incoming, response: ServerResponse, next: (error?: unknown) => void) => void;

/** Responds to preflights and adds the headers of the CORS protocol for pages that are allowed; others get none. */
export function allowPages({ allows, control }: CrossOrigin): Handler {
  const handle = cors({
    origin: (origin, decide) => decide(null, origin !== undefined && allows(origin)),
    methods: ["GET", "HEAD", "POST", "PUT", ...(control ? ["PATCH", "DELETE"] : [])],
    exposedHeaders: EXPOSED,
    maxAge: PREFLIGHT_SECONDS,
  });
  return (request, response, next) => {
    if (request.headers.origin === undefined || (!control && isControl(request))) return next();
    handle(request, response, next);
  };
}

function isControl(request: Incoming): boolean {
  return /^\/_fake(?:\/|$)/i.test(addressOf(request).path);
}
