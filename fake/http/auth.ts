import { rejection } from "../rejection.ts";
import type { ApiKey, Caller, Service } from "../service.ts";
import type { Workspace } from "../workspace.ts";
import type { Call } from "./call.ts";

/** The rules to authenticate callers and limit their rate. */
export interface AuthRules {
  /** Returns the key of a call's credentials. Throws a rejection without valid ones. */
  readonly identify: (service: Service, call: Call) => ApiKey;
  /** Throws a rejection for a caller that is too fast. */
  readonly throttle: (caller: Caller) => void;
}

/** The number of requests of an agent in a second, counted since 1970. */
interface Bucket {
  readonly second: number;
  used: number;
}

const BEARER = /^Bearer +([^\s]+) *$/i;

/**
 * Returns the rules of the reference: a bearer key, exactly as issued; the rate limit is a bucket for each agent that
 * refills every second.
 */
export function authRules(): AuthRules {
  // Each workspace has its own, and loses them with its content when a reset makes it again.
  const buckets = new WeakMap<Workspace, Map<string, Bucket>>();
  return {
    identify: (service, call) => {
      const header = call.headers.authorization;
      const key = header === undefined ? undefined : BEARER.exec(header)?.[1];
      if (key === undefined) {
        throw rejection("no-credentials", "Authentication required: send the header Authorization: Bearer <API_KEY>", {
          suggestion: "Send the header Authorization: Bearer <API_KEY>.",
          headers: { "WWW-Authenticate": "Bearer" },
        });
      }
      const known = service.keys.get(key);
      if (known !== undefined) return known;
      throw rejection("unknown-key", "Authentication required: this API key is not known", {
        suggestion: "Check that the whole key is sent, exactly as issued.",
        headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
      });
    },
    throttle: ({ service, workspace, agent, now }) => {
      const limit = service.settings.rateLimit;
      if (limit === 0) return;
      const second = Math.floor(now / 1000);
      // The workspace of the service, not that of the caller, which is a copy for a stale read: stale reads count too.
      const home = service.workspaces.get(workspace.id) ?? workspace;
      const ofAgents = buckets.get(home) ?? new Map<string, Bucket>();
      buckets.set(home, ofAgents);
      const bucket = ofAgents.get(agent.id);
      if (bucket === undefined || bucket.second !== second) {
        ofAgents.set(agent.id, { second, used: 1 });
        return;
      }
      bucket.used += 1;
      if (bucket.used <= limit) return;
      throw rejection("rate-limited", `More than ${limit} requests in a second`, { headers: { "Retry-After": "1" } });
    },
  };
}
