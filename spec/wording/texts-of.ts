/** A stretch of text in a source file that a person reads. */
export interface Text {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

// In this order: what begins first wins, so that a quote inside a comment opens no string. A `/` that begins a regular
// expression is told from a division by what stands before it.
const TOKEN =
  /\/\*[\s\S]*?\*\/|\/\/.*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|(?<=[(,=:[!&|?{};]\s*|return )\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//g;

/**
 * The comments of TypeScript source, and its strings of more than one word: a single word is a name or a value.
 * Of the code inside `${…}` of a template, an ellipsis is left.
 */
export function textsOf(source: string): readonly Text[] {
  const texts: Text[] = [];
  for (const { 0: text, index } of source.matchAll(TOKEN)) {
    if (/^["'`]/.test(text) && !text.includes(" ")) continue;
    texts.push({ line: source.slice(0, index).split("\n").length, text: text.replace(/\$\{[^}]*\}/g, "…") });
  }
  return texts;
}
