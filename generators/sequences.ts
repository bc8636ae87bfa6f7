import * as fc from "fast-check";

/**
 * One kind of step in a sequence of calls against a model: when it makes sense, with which input, and what it does to
 * model and target. `when` and `run` see the model as the steps before have left it.
 */
export interface Step<Model extends object, Real, Input> {
  /** Permanent name: `block a task`. */
  readonly name: string;
  readonly input: fc.Arbitrary<Input>;
  readonly when: (model: Readonly<Model>, input: Input) => boolean;
  /** Sends, asserts and brings the model up to date; throws where model and target differ. */
  readonly run: (model: Model, real: Real, input: Input) => Promise<void>;
}

/** A step of any input, for lists of steps. */
export interface AnyStep<Model extends object, Real> {
  readonly name: string;
  readonly command: fc.Arbitrary<fc.AsyncCommand<Model, Real>>;
}

/** Bounds of a sequence, and where a replay starts. */
export interface SequenceConstraints {
  /** Most steps of one sequence; 20 by default. */
  readonly maxSteps?: number;
  /** What {@link fc.check} reported for a failed sequence: beside seed and path it is needed to run that one again. */
  readonly replayPath?: string;
}

/** A generated sequence; its text is the list of steps that were run. */
export type Sequence<Model extends object, Real> = Iterable<fc.AsyncCommand<Model, Real>>;

/** Makes a step of one input fit for a list of steps of different inputs. */
export function step<Model extends object, Real, Input>(one: Step<Model, Real, Input>): AnyStep<Model, Real> {
  return { name: one.name, command: one.input.map((input) => commandOf(one, input)) };
}

/**
 * Sequences of steps. Steps whose `when` does not hold are passed over; a failing sequence shrinks to the shortest one
 * that still fails, with the smallest inputs.
 */
export function sequences<Model extends object, Real>(
  steps: readonly AnyStep<Model, Real>[],
  { maxSteps = 20, replayPath }: SequenceConstraints = {},
): fc.Arbitrary<Sequence<Model, Real>> {
  const constraints = { maxCommands: maxSteps, size: "max" } as const;
  return fc.commands(
    steps.map(({ command }) => command),
    replayPath === undefined ? constraints : { ...constraints, replayPath },
  );
}

/** Runs a sequence on a fresh model and target; rejects with the error of the first step that finds a difference. */
export async function runSequence<Model extends object, Real>(
  start: () => Promise<{ model: Model; real: Real }>,
  sequence: Sequence<Model, Real>,
): Promise<void> {
  await fc.asyncModelRun(start, sequence);
}

function commandOf<Model extends object, Real, Input>(
  { name, when, run }: Step<Model, Real, Input>,
  input: Input,
): fc.AsyncCommand<Model, Real> {
  return {
    check: (model) => when(model, input),
    run: (model, real) => run(model, real, input),
    toString: () => `${name}(${fc.stringify(input)})`,
  };
}
