/** The behaviour of the target at an open point. */
export interface Observation {
  readonly id: string;
  readonly answer: string;
  readonly evidence: string;
}

/**
 * The sources of an answer, best first: a request sent for this question, requests in the zone where interpretations
 * differ, or other traffic of the run.
 */
const EVIDENCE_SOURCES = ["asked", "disputed", "watched"] as const;
export type EvidenceSource = (typeof EVIDENCE_SOURCES)[number];

/** Collects answers to open points. */
export interface Answers {
  add(observation: Observation, source: EvidenceSource): void;
  /**
   * Returns one answer for each open point: that of the best source, or all of them if equally good sources disagree.
   */
  all(): readonly Observation[];
}

/** Creates an empty collection. */
export function createAnswers(): Answers {
  const points = new Map<string, Map<EvidenceSource, Observation[]>>();
  return {
    add(observation, source) {
      const bySource = points.get(observation.id) ?? new Map<EvidenceSource, Observation[]>();
      points.set(observation.id, bySource);
      const known = bySource.get(source) ?? [];
      bySource.set(source, known);
      if (known.every(({ answer }) => answer !== observation.answer)) known.push(observation);
    },
    all: () =>
      [...points.values()].flatMap((bySource) => {
        const best = EVIDENCE_SOURCES.map((source) => bySource.get(source)).find((known) => known !== undefined);
        return best === undefined ? [] : combinedAnswer(best);
      }),
  };
}

function combinedAnswer(observations: readonly Observation[]): Observation[] {
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
