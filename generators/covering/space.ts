/** One thing in which requests of a kind differ, and what it can be. */
export interface Factor {
  readonly name: string;
  readonly levels: readonly string[];
}

/** Levels that do not go together, by factor: no row has one of the listed levels of each factor that is named. */
export type Exclusion = Readonly<Record<string, readonly string[]>>;

/** What a row can be. */
export interface Space {
  readonly factors: readonly Factor[];
  readonly exclusions: readonly Exclusion[];
}

/** A level of each factor, by the factor's name. */
export type Row = Readonly<Record<string, string>>;

/** A row while it is created, by positions: the level of each factor, or {@link OPEN}. */
export type Levels = number[];

/** A factor that has no level yet. */
export const OPEN = -1;

/** How many levels each factor has. */
export function sizesOf({ factors }: Space): readonly number[] {
  return factors.map(({ levels }) => levels.length);
}

/** The row by names. */
export function rowOf({ factors }: Space, levels: Readonly<Levels>): Row {
  return Object.fromEntries(factors.map(({ name, levels: names }, factor) => [name, names[levels[factor] ?? 0] ?? ""]));
}

/** The row by positions; a level that the space does not have is open. */
export function levelsOf({ factors }: Space, row: Row): Levels {
  return factors.map(({ name, levels }) => levels.indexOf(row[name] ?? ""));
}

/** Tells whether the levels that are set so far go together. */
export function allowing(space: Space): (levels: Readonly<Levels>) => boolean {
  const exclusions = space.exclusions.map((exclusion) =>
    Object.entries(exclusion).map(([name, names]) => {
      const factor = space.factors.findIndex((one) => one.name === name);
      const listed = space.factors[factor]?.levels ?? [];
      return { factor, levels: new Set(names.map((each) => listed.indexOf(each)).filter((each) => each !== OPEN)) };
    }),
  );
  return (levels) =>
    !exclusions.some((parts) => parts.every(({ factor, levels: some }) => some.has(levels[factor] ?? OPEN)));
}

/** Sets the open factors in the given order, the first of the proposed levels that leads to a row; null where none does. */
export function completed(
  levels: Readonly<Levels>,
  order: readonly number[],
  allows: (levels: Readonly<Levels>) => boolean,
  propose: (factor: number, levels: Readonly<Levels>) => readonly number[],
): Levels | null {
  if (!allows(levels)) return null;
  const factor = order.find((one) => levels[one] === OPEN);
  if (factor === undefined) return [...levels];
  for (const level of propose(factor, levels)) {
    const whole = completed(levels.with(factor, level), order, allows, propose);
    if (whole !== null) return whole;
  }
  return null;
}
