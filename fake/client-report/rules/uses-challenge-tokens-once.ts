import { dataOf, nameOf } from "../exchanges.ts";
import type { ClientRule } from "../rule.ts";

/** A client uses a challenge token once. */
export const usesChallengeTokensOnce: ClientRule = {
  id: "uses-challenge-tokens-once",
  severity: "error",
  title: "Uses a challenge token once",
  clause: {
    section: "verify-connection",
    text: "One-time token from the connection test of the web interface.",
  },
  remedy: "Forget the token after verify-connection has responded; request a new one for a further test.",
  judge: ({ clients }) => {
    const verifications = clients.flatMap((client) => {
      const own = client.filter(({ operation }) => operation === "verify-connection");
      // A client that got no response to the first use does not know of it.
      return own.filter((_, index) => own.slice(0, index).every(({ status }) => status !== null));
    });
    return {
      judged: verifications.length,
      violations: verifications
        .filter((entry) => dataOf(entry).reason === "token_already_used")
        .map((entry) => ({
          cause: "used before",
          message: `${nameOf(entry)} sent a token that had been used before`,
          exchanges: [entry],
        })),
    };
  },
};
