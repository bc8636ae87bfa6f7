import { nearest } from "../../spec/nearest.ts";
import { quoted } from "../../spec/quoted.ts";
import { problem } from "./problem.ts";
import type { ControlRoute } from "./route.ts";

/** A route with the path parameters of a request. */
export interface Matched {
  readonly route: ControlRoute;
  readonly params: Readonly<Record<string, string>>;
}

/** Returns the route for a method and a path below the prefix; a trailing slash is ignored. */
export function matchRoute(routes: readonly ControlRoute[], method: string, path: string): Matched {
  const segments = segmentsOf(path);
  const fitting = routes.flatMap((route) => {
    const params = paramsOf(segmentsOf(route.path), segments);
    return params === null ? [] : [{ route, params }];
  });
  const wanted = method === "HEAD" ? "GET" : method;
  const found = fitting.find(({ route }) => route.method === wanted);
  if (found !== undefined) return { route: found.route, params: decoded(found.params) };
  const methods = fitting.map(({ route }) => route.method);
  if (methods.length === 0) throw unknownRoute(routes, path);
  const message = `${method} is not what /_fake${path} takes`;
  throw problem("wrong_method", message, `Use ${methods.join(" or ")}.`, { methods });
}

function segmentsOf(path: string): readonly string[] {
  return path.split("/").filter((segment) => segment !== "");
}

function paramsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? "";
    if (part.startsWith(":")) params[part.slice(1)] = segment;
    else if (part !== segment) return null;
  }
  return params;
}

function decoded(params: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decode(value)]));
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    const hint = "Write % as %25, and other characters as the bytes of their UTF-8.";
    throw problem("invalid_input", `The path has ${quoted(segment)}, which is not percent-encoded text`, hint);
  }
}

function unknownRoute(routes: readonly ControlRoute[], path: string) {
  const paths = new Map(routes.map((route) => [concrete(route.path, path), route]));
  const close = nearest(path, paths.keys());
  const guess = close === null ? undefined : paths.get(close);
  const hint =
    guess === undefined
      ? "GET /_fake/ lists all routes."
      : `Did you mean ${guess.method} /_fake${guess.path}? GET /_fake/ lists all routes.`;
  return problem("unknown_route", `There is no control route /_fake${path.slice(0, 200)}`, hint);
}

/** Returns the route's path with its parameters filled from the requested path, to compare the two. */
function concrete(pattern: string, path: string): string {
  const segments = segmentsOf(path);
  const filled = segmentsOf(pattern).map((part, index) => (part.startsWith(":") ? (segments[index] ?? part) : part));
  return `/${filled.join("/")}`;
}
