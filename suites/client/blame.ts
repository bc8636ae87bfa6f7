/** Tells limits of one operation from those of all: by whose requests are rejected, and whose are not. */
export interface Blame {
  /** A request of the operation got a response, a rejection for load or otherwise. */
  note(operation: string, isRejected: boolean): void;
  /** Of the last responses, how many were of other operations, and how many of these were rejections. */
  ofOthers(operation: string): { readonly others: number; readonly rejected: number };
}

const LAST_ANSWERS = 40;

/** Without any response yet. */
export function createBlame(): Blame {
  const answers: { readonly operation: string; readonly isRejected: boolean }[] = [];
  return {
    note(operation, isRejected) {
      answers.push({ operation, isRejected });
      if (answers.length > LAST_ANSWERS) answers.shift();
    },
    ofOthers(operation) {
      const others = answers.filter((answer) => answer.operation !== operation);
      return { others: others.length, rejected: others.filter(({ isRejected }) => isRejected).length };
    },
  };
}
