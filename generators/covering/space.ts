/** One aspect in which requests of a kind differ, with its possible values. */
export interface Factor {
  readonly name: string;
  readonly levels: readonly string[];
}

/** Levels that exclude each other, by factor: no row has one of the listed levels of every named factor. */
export type Exclusion = Readonly<Record<string, readonly string[]>>;

/** The possible rows. */
export interface Space {
  readonly factors: readonly Factor[];
  readonly exclusions: readonly Exclusion[];
}

/** A level of each factor, by the factor's name. */
export type Row = Readonly<Record<string, string>>;

/** A row under construction, by positions: the level of each factor, or {@link OPEN}. */
export type Levels = number[];

/** A factor that has no level yet. */
export const OPEN = -1;

/** Returns the number of levels of each factor. */
export function sizesOf({ factors }: Space): readonly number[] {
  return factors.map(({ levels }) => levels.length);
}

/** Returns the row by names. */
export function rowOf({ factors }: Space, levels: Readonly<Levels>): Row {
  return Object.fromEntries(factors.map(({ name, levels: names }, factor) => [name, names[levels[factor] ?? 0] ?? ""]));
}

/** Returns the row by positions; a level that the space does not have is open. */
export function levelsOf({ factors }: Space, row: Row): Levels {
  return factors.map(({ name, levels }) => levels.indexOf(row[name] ?? ""));
}

/** Returns a test of whether the exclusions allow the levels set so far. */
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

/**
 * Sets the open factors in the given order, each to the first of the proposed levels that leads to a row; null if none
 * does.
 */
export function completeRow(
  levels: Readonly<Levels>,
  order: readonly number[],
  allows: (levels: Readonly<Levels>) => boolean,
  propose: (factor: number, levels: Readonly<Levels>) => readonly number[],
): Levels | null {
  if (!allows(levels)) return null;
  const factor = order.find((one) => levels[one] === OPEN);
  if (factor === undefined) return [...levels];
  for (const level of propose(factor, levels)) {
    const whole = completeRow(levels.with(factor, level), order, allows, propose);
    if (whole !== null) return whole;
  }
  return null;
}
