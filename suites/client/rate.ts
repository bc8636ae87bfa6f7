/** How far apart requests start: as fast as is allowed, and slower where the target limits their rate. */
export interface Rate {
  /** Milliseconds from one start to the next; 0 for no distance. */
  gap(): number;
  /** A request starts. */
  started(): void;
  /** A request was answered, and not refused for its rate. */
  accepted(): void;
  /** A request was refused for its rate. True where that is a limit, false for a lone refusal that says nothing of the others. */
  refused(): boolean;
}

export interface RateOptions {
  /** Requests started in any second; 0 for no bound. */
  readonly perSecond: number;
  readonly now?: () => number;
}

/** So many refusals among the last answers are a limit: whoever sheds some load at random refuses fewer. */
const A_LIMIT = 3;
const LAST_ANSWERS = 20;
/** Of the requests that started in the second before a lesson, so many are tried in a second after it. */
const AFTER_LESSON = 0.8;
/** How much shorter each start makes the gap to the next: what was learned is tried again after some dozens of requests. */
const RECOVERY = 0.995;
/** Milliseconds: limits that are lower than one in a second are kept by waiting as long as the target asks. */
const WIDEST_GAP = 1000;
/** Milliseconds below which requests go unhindered. */
const NO_GAP = 1;

/** A rate that is learned from refusals, and tried anew while none come. */
export function createRate({ perSecond, now = Date.now }: RateOptions): Rate {
  const least = perSecond > 0 ? 1000 / perSecond : 0;
  const starts: number[] = [];
  const answers: boolean[] = [];
  let learned = 0;
  let mayLearn = true;

  function note(isRefused: boolean): void {
    answers.push(isRefused);
    if (answers.length > LAST_ANSWERS) answers.shift();
  }

  function learn(): void {
    const before = learned > 0 ? learned : 1000 / Math.max(1, starts.length);
    learned = Math.min(WIDEST_GAP, before / AFTER_LESSON);
    answers.length = 0;
    // Those in flight beside a refused request are refused with it: the next lesson is of what is tried after this one.
    mayLearn = false;
  }

  return {
    gap: () => Math.max(least, learned),
    started() {
      starts.push(now());
      while ((starts[0] ?? 0) <= now() - 1000) starts.shift();
      learned = learned * RECOVERY < NO_GAP ? 0 : learned * RECOVERY;
    },
    accepted() {
      note(false);
      mayLearn = true;
    },
    refused() {
      if (!mayLearn) return true;
      note(true);
      if (answers.filter(Boolean).length < A_LIMIT) return false;
      learn();
      return true;
    },
  };
}
