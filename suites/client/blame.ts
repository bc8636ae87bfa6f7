/** Tells limits of one operation from those of all: by whose requests are refused, and whose are not. */
export interface Blame {
  /** A request of the operation was answered, by a refusal for load or otherwise. */
  note(operation: string, isRefused: boolean): void;
  /** Of the last answers, how many were of other operations, and how many of these were refusals. */
  ofOthers(operation: string): { readonly others: number; readonly refused: number };
}

const LAST_ANSWERS = 40;

/** Without any answer yet. */
export function createBlame(): Blame {
  const answers: { readonly operation: string; readonly isRefused: boolean }[] = [];
  return {
    note(operation, isRefused) {
      answers.push({ operation, isRefused });
      if (answers.length > LAST_ANSWERS) answers.shift();
    },
    ofOthers(operation) {
      const others = answers.filter((answer) => answer.operation !== operation);
      return { others: others.length, refused: others.filter(({ isRefused }) => isRefused).length };
    },
  };
}
