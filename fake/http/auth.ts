import { refusal } from "../refusal.ts";
import type { ApiKey, Caller, Service } from "../service.ts";
import type { Call } from "./call.ts";

/** How callers are recognised and held back. */
export interface AuthRules {
  /** The agent behind a call's credentials; throws a refusal without valid ones. */
  readonly identify: (service: Service, call: Call) => ApiKey;
  /** Throws a refusal for a caller that is too fast. */
  readonly throttle: (caller: Caller) => void;
}

const BEARER = /^Bearer +([^\s]+) *$/i;

/** The reference: a bearer key, exactly as issued; the rate limit is a bucket for each agent that refills every second. */
export function authRules(): AuthRules {
  const buckets = new Map<string, { second: number; used: number }>();
  return {
    identify: (service, call) => {
      const header = call.headers.authorization;
      const key = header === undefined ? undefined : BEARER.exec(header)?.[1];
      if (key === undefined) {
        throw refusal("no-credentials", "Authentication required: send the header Authorization: Bearer <API_KEY>", {
          suggestion: "Send the header Authorization: Bearer <API_KEY>.",
          headers: { "WWW-Authenticate": "Bearer" },
        });
      }
      const known = service.keys.get(key);
      if (known !== undefined) return known;
      throw refusal("unknown-key", "Authentication required: this API key is not known", {
        suggestion: "Check that the whole key is sent, exactly as issued.",
        headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
      });
    },
    throttle: ({ service, workspace, agent, now }) => {
      const limit = service.settings.rateLimit;
      if (limit === 0) return;
      const second = Math.floor(now / 1000);
      // Ids are unique in a workspace: in copies of a seeded one agents have the same.
      const who = `${workspace.id}/${agent.id}`;
      const bucket = buckets.get(who);
      if (bucket === undefined || bucket.second !== second) {
        buckets.set(who, { second, used: 1 });
        return;
      }
      bucket.used += 1;
      if (bucket.used <= limit) return;
      throw refusal("rate-limited", `More than ${limit} requests in a second`, { headers: { "Retry-After": "1" } });
    },
  };
}
