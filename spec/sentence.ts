/** A clause as a sentence: with a full stop, unless it ends in a mark of its own, as text with a question or a quotation may. */
export function sentence(clause: string): string {
  return /[.!?…]$/.test(clause) ? clause : `${clause}.`;
}
