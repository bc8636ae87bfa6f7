/** A one-shot token of the connection test. */
export interface ChallengeToken {
  readonly token: string;
  /** The agent that it verifies. */
  readonly agentId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  usedAt: number | null;
}

/** The challenge tokens of one workspace. */
export interface ChallengeStore {
  get(token: string): ChallengeToken | undefined;
  add(token: ChallengeToken): ChallengeToken;
  readonly count: number;
  /** Every token, oldest first. */
  all(): IterableIterator<ChallengeToken>;
}

/** Creates an empty store. */
export function createChallengeStore(): ChallengeStore {
  const tokens = new Map<string, ChallengeToken>();
  return {
    get: (token) => tokens.get(token),
    all: () => tokens.values(),
    get count() {
      return tokens.size;
    },
    add: (token) => {
      tokens.set(token.token, token);
      return token;
    },
  };
}
