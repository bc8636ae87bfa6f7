/** A test for names by a glob in which `*` stands for any characters; everything else stands for itself. */
export function globMatcher(glob: string): (name: string) => boolean {
  if (!glob.includes("*")) return (name) => name === glob;
  const pattern = new RegExp(`^${glob.split("*").map(escapePattern).join(".*")}$`, "su");
  return (name) => pattern.test(name);
}

/** How narrowly a glob picks: the number of characters that it spells out; a name without `*` beats every glob. */
export function globSpecificity(glob: string): number {
  const literal = glob.replaceAll("*", "").length;
  return glob.includes("*") ? literal : Number.MAX_SAFE_INTEGER;
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.+?()[\]{}|/]/gu, "\\$&");
}
