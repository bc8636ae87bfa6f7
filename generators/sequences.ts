import * as fc from "fast-check";
import type { Json } from "../spec/json.ts";

/**
 * One kind of call in a sequence, as far as a model of the target knows it. Commands say nothing about sending: a
 * sequence is plain data, and whoever runs it compares what comes back with the states that the model goes through.
 */
export interface Command<State> {
  /** Permanent name: `block`. */
  readonly name: string;
  /** What the call is made with; a command without it has the input null. */
  readonly input?: fc.Arbitrary<Json>;
  /** Whether the call makes sense in a state; always unless said. */
  readonly when?: (state: State, input: Json) => boolean;
  /** The state after the call; the same unless said. */
  readonly leadsTo?: (state: State, input: Json) => State;
  /** How often it is chosen in comparison with the others; 1 unless said. */
  readonly weight?: number;
}

/** One call of a sequence: the name of its command and what it is made with. */
export interface Call {
  readonly name: string;
  readonly input: Json;
}

/** Bounds of a sequence, in calls. */
export interface SequenceConstraints {
  /** 1 unless said. */
  readonly minCalls?: number;
  /** 10 unless said. */
  readonly maxCalls?: number;
}

/**
 * Sequences in which every call makes sense where it is. Shrinking takes calls out and makes inputs smaller; what
 * makes no sense without them goes too, so that a failing sequence ends as one of which no call can be spared.
 */
export function sequences<State>(
  commands: readonly Command<State>[],
  start: State,
  { minCalls = 1, maxCalls = 10 }: SequenceConstraints = {},
): fc.Arbitrary<readonly Call[]> {
  const calls = commands.map(({ name, input = fc.constant(null), weight = 1 }) => ({
    arbitrary: input.map((value): Call => ({ name, input: value })),
    weight,
  }));
  // A list shrinks from its front and item by item: a mark on each call is what lets one in the middle or at the end go.
  const marked = fc.tuple(fc.constantFrom(...MARKS), fc.oneof(...calls));
  return fc
    .array(marked, { minLength: minCalls, maxLength: maxCalls, size: "max" })
    .map((drawn) => drawn.flatMap(([isMade, call]) => (isMade ? [call] : [])))
    .map((drawn) => sensible(commands, start, drawn))
    .filter(({ length }) => length >= minCalls);
}

/** Whether a drawn call is made: nearly always, and the value that shrinking tends to is no. */
const MARKS = [false, true, true, true, true, true, true, true];

/** The states before each call of a sequence and after the last: one more than there are calls. */
export function statesOf<State>(commands: readonly Command<State>[], start: State, calls: readonly Call[]): State[] {
  const states = [start];
  for (const call of calls) states.push(stateAfter(commands, states.at(-1) ?? start, call));
  return states;
}

function sensible<State>(commands: readonly Command<State>[], start: State, drawn: readonly Call[]): readonly Call[] {
  let state = start;
  return drawn.filter((call) => {
    const { when = () => true } = commandOf(commands, call);
    if (!when(state, call.input)) return false;
    state = stateAfter(commands, state, call);
    return true;
  });
}

function stateAfter<State>(commands: readonly Command<State>[], state: State, call: Call): State {
  return commandOf(commands, call).leadsTo?.(state, call.input) ?? state;
}

function commandOf<State>(commands: readonly Command<State>[], { name }: Call): Command<State> {
  const command = commands.find((one) => one.name === name);
  if (command === undefined) throw new Error(`no command is named "${name}"`);
  return command;
}
