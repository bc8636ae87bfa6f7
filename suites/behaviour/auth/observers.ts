import type { CallOptions, Observer } from "../../engine/check/check.ts";
import { statusAndCode } from "../../verifiers/expect.ts";
import { defineObserver } from "../observe.ts";

/**
 * Observers of how a key may be sent, which the contract leaves open. A key is never sent in a URL, since logs would
 * store it.
 */
export function schemeObservers(): Observer[] {
  return [
    defineObserver(
      { name: "the bearer scheme in other cases", operations: ["list-tasks"], writes: false },
      async (check) => {
        const { apiKey } = check.context.target;
        const answers: string[] = [];
        for (const scheme of ["bearer", "BEARER"]) {
          const exchange = await check.call("list-tasks", {}, { authorization: `${scheme} ${apiKey}` });
          answers.push(`${scheme}: ${statusAndCode(exchange)}`);
        }
        check.observe("auth.scheme-case", answers.join(", "), "list-tasks with the scheme in another case");
      },
    ),
    defineObserver({ name: "a key in other headers", operations: ["list-tasks"], writes: false }, async (check) => {
      const { apiKey } = check.context.target;
      const keyHeaders: readonly (readonly [string, CallOptions])[] = [
        ["X-API-Key", { apiKey: null, headers: { "x-api-key": apiKey } }],
        ["Cookie", { apiKey: null, headers: { cookie: `api_key=${encodeURIComponent(apiKey)}` } }],
      ];
      const answers: string[] = [];
      for (const [name, options] of keyHeaders) {
        answers.push(`${name}: ${statusAndCode(await check.call("list-tasks", {}, options))}`);
      }
      check.observe(
        "auth.other-places",
        answers.join(", "),
        "list-tasks with the key in other headers, never in a URL",
      );
    }),
  ];
}
