import type { Json } from "../../../spec/json.ts";
import type { Exchange, Received } from "../exchange.ts";

/** Returns a response with a JSON body that no server sent. */
export function receivedJson(status: number, value: Json, headers: Received["headers"] = {}): Received {
  return { kind: "response", status, headers, bytes: new Uint8Array(), text: "", json: { ok: true, value } };
}

/** Returns an exchange with such a response, as a run keeps it. */
export function answeredExchange(status: number, value: Json, headers: Received["headers"] = {}): Exchange {
  return {
    sequence: 1,
    sentAfter: 0,
    operation: null,
    request: { method: "POST", url: "http://127.0.0.1/", headers: {}, body: null },
    outcome: receivedJson(status, value, headers),
    durationMs: 1,
    violations: [],
  };
}
