/** Returns a function that converts ids of a service to valid names of a seed; each stays unique. */
export function createSeedNames(): (id: string) => string {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  return (id) => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const plain =
      id
        .replace(/[^A-Za-z0-9._:-]/g, "-")
        .replace(/^[^A-Za-z0-9]+/, "")
        .slice(0, 70) || "unnamed";
    let name = plain;
    for (let count = 2; taken.has(name); count += 1) name = `${plain}-${count}`;
    taken.add(name);
    names.set(id, name);
    return name;
  };
}
