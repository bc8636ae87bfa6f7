import { OPERATIONS } from "../operations.ts";
import { type Rejection, rejection } from "../rejection.ts";
import type { Call } from "./call.ts";

/** Returns the rejection for an unknown path, or for an unsupported method of a known path. */
export function unknownRoute({ method, path }: Pick<Call, "method" | "path">): Rejection {
  const known = OPERATIONS.filter((operation) => operation.path === path).map((operation) => operation.method);
  if (known.length > 0) return wrongMethod(method, path, known);
  return rejection("unknown-route", `There is no ${method} ${path.slice(0, 200)}`, {
    suggestion: "See the OpenAPI document for the operations and their methods.",
  });
}

/** Returns the rejection for a method that a path does not support; HEAD is supported with GET. */
export function wrongMethod(method: string, path: string, known: readonly string[]): Rejection {
  const allowed = known.flatMap((each) => (each === "GET" ? ["GET", "HEAD"] : [each]));
  return rejection("wrong-method", `${path} does not take ${method}`, {
    suggestion: `Use ${allowed.join(" or ")}.`,
    details: { methods: allowed },
    headers: { Allow: allowed.join(", ") },
  });
}
