/**
 * Returns a clause as a sentence: a full stop is added unless it ends in another mark, as a question or a quotation
 * may.
 */
export function sentence(clause: string): string {
  return /[.!?…]$/.test(clause) ? clause : `${clause}.`;
}
