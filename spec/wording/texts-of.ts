/** A stretch of text in a source file that a person reads. */
export interface Text {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

// The order matters: the first match wins, so that a quote inside a comment opens no string. The characters before a
// `/` distinguish a regular expression from a division.
const TOKEN =
  /\/\*[\s\S]*?\*\/|\/\/.*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|(?<=[(,=:[!&|?{};]\s*|return )\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//g;

/**
 * Returns the comments of TypeScript source, and its strings of more than one word, since a single word is a name or a
 * value. Code inside `${…}` of a template becomes an ellipsis.
 */
export function textsOf(source: string): readonly Text[] {
  const texts: Text[] = [];
  for (const { 0: text, index } of source.matchAll(TOKEN)) {
    if (/^["'`]/.test(text) && !text.includes(" ")) continue;
    texts.push({ line: source.slice(0, index).split("\n").length, text: text.replace(/\$\{[^}]*\}/g, "…") });
  }
  return texts;
}
