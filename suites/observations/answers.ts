/** What the target did at an open point. */
export interface Observation {
  readonly id: string;
  readonly answer: string;
  readonly evidence: string;
}

/**
 * How a response was come by, the finest first: a question of its own was put, requests in the zone where readings differ
 * were sent, or it shows in the traffic by the way.
 */
const FINENESS = ["asked", "disputed", "watched"] as const;
export type Fineness = (typeof FINENESS)[number];

/** Collects answers to open points. */
export interface Answers {
  add(observation: Observation, fineness: Fineness): void;
  /** One response for each point: the finest, and where equally fine ones contradict each other, all of them. */
  all(): readonly Observation[];
}

/** An empty collection. */
export function createAnswers(): Answers {
  const points = new Map<string, Map<Fineness, Observation[]>>();
  return {
    add(observation, fineness) {
      const grades = points.get(observation.id) ?? new Map<Fineness, Observation[]>();
      points.set(observation.id, grades);
      const known = grades.get(fineness) ?? [];
      grades.set(fineness, known);
      if (known.every(({ answer }) => answer !== observation.answer)) known.push(observation);
    },
    all: () =>
      [...points.values()].flatMap((grades) => {
        const finest = FINENESS.map((fineness) => grades.get(fineness)).find((known) => known !== undefined);
        return finest === undefined ? [] : together(finest);
      }),
  };
}

function together(observations: readonly Observation[]): Observation[] {
  const [first] = observations;
  if (first === undefined || observations.length === 1) return [...observations];
  return [
    {
      id: first.id,
      answer: `it depends: ${observations.map(({ answer }) => answer).join(" · ")}`,
      evidence: observations.map(({ evidence }) => evidence).join(" · "),
    },
  ];
}
