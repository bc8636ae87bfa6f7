/** Distinguishes limits of one operation from limits of all, by which operations have requests rejected. */
export interface RejectionsByOperation {
  /** Notes a response to a request of the operation, and whether it was a rejection for load. */
  note(operation: string, isRejected: boolean): void;
  /** Returns how many of the last responses were of other operations, and how many of these were rejections. */
  ofOthers(operation: string): { readonly others: number; readonly rejected: number };
}

const LAST_RESPONSES = 40;

/** Creates a record without any responses. */
export function createRejectionsByOperation(): RejectionsByOperation {
  const answers: { readonly operation: string; readonly isRejected: boolean }[] = [];
  return {
    note(operation, isRejected) {
      answers.push({ operation, isRejected });
      if (answers.length > LAST_RESPONSES) answers.shift();
    },
    ofOthers(operation) {
      const others = answers.filter((answer) => answer.operation !== operation);
      return { others: others.length, rejected: others.filter(({ isRejected }) => isRejected).length };
    },
  };
}
