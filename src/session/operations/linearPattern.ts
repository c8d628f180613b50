/**
 * Regular expressions that are matched in time proportional to pattern and text, whatever the pattern: a file of a colleague must not stop the page.
 * Known: literals, `.`, classes, `\d \w \s` and their opposites, `^ $`, groups, `|`, `* + ?` and `{n,m}` (up to 100). Backreferences and looking
 * around are refused.
 */

/** A compiled pattern. `problem`: why it cannot be used; then it matches nothing. */
export interface LinearPattern {
  problem: string | null;
  /** True where the pattern matches somewhere in the text. */
  test(text: string): boolean;
}

type Node =
  | { kind: 'char'; accepts: (char: string) => boolean }
  | { kind: 'edge'; at: 'start' | 'end' }
  | { kind: 'all'; parts: readonly Node[] }
  | { kind: 'any'; parts: readonly Node[] }
  | { kind: 'repeat'; node: Node; least: number; most: number };

/** A state: what leads on from it. `split` without a target is the end. */
type State =
  | { kind: 'char'; accepts: (char: string) => boolean; next: number }
  | { kind: 'edge'; at: 'start' | 'end'; next: number }
  | { kind: 'split'; to: number[] }
  | { kind: 'done' };

const LONGEST_PATTERN = 1000;
const MOST_STATES = 1000;
/** Steps of building: an empty group makes no state, however often it is repeated. */
const MOST_STEPS = 20_000;
const MOST_REPEATS = 100;
const MOST_DEPTH = 50;

/** Compiles a pattern. Never throws. */
export function compilePattern(pattern: string): LinearPattern {
  try {
    const states = build(parse(pattern));
    return { problem: null, test: text => run(states, text) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), test: () => false };
  }
}

function parse(pattern: string): Node {
  if (pattern.length > LONGEST_PATTERN) throw new RangeError('The pattern is too long');
  const chars = [...pattern];
  let at = 0;
  const refuse = (what: string): never => {
    throw new SyntaxError(`${what} at character ${at + 1}`);
  };
  const alternatives = (depth: number): Node => {
    if (depth > MOST_DEPTH) return refuse('Too many groups within each other');
    const options: Node[] = [];
    for (;;) {
      const parts: Node[] = [];
      while (at < chars.length && chars[at] !== '|' && chars[at] !== ')') parts.push(repeated(depth));
      options.push({ kind: 'all', parts });
      if (chars[at] !== '|') return options.length === 1 && options[0] ? options[0] : { kind: 'any', parts: options };
      at += 1;
    }
  };
  const repeated = (depth: number): Node => {
    let node = single(depth);
    for (;;) {
      const sign = chars[at];
      const bounds = sign === '{' ? /^\{(\d{1,3})(?:(,)(\d{0,3}))?\}/.exec(chars.slice(at, at + 9).join('')) : null;
      if (bounds) {
        const least = Number(bounds[1]);
        const most = bounds[2] === undefined ? least : bounds[3] === '' ? Number.POSITIVE_INFINITY : Number(bounds[3]);
        if (least > MOST_REPEATS || (most !== Number.POSITIVE_INFINITY && most > MOST_REPEATS) || most < least)
          return refuse('Such a number of repetitions is not allowed');
        node = { kind: 'repeat', node, least, most };
        at += bounds[0].length;
      } else if (sign === '*' || sign === '+' || sign === '?') {
        node = { kind: 'repeat', node, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Number.POSITIVE_INFINITY };
        at += 1;
      } else return node;
      // How much is matched makes no difference to whether.
      if (chars[at] === '?') at += 1;
    }
  };
  const single = (depth: number): Node => {
    const char = chars[at] ?? '';
    at += 1;
    if (char === '(') {
      if (chars[at] === '?') {
        if (chars[at + 1] !== ':') return refuse('Only plain groups are allowed');
        at += 2;
      }
      const inner = alternatives(depth + 1);
      if (chars[at] !== ')') return refuse('A group has no end');
      at += 1;
      return inner;
    }
    if (char === '[') return { kind: 'char', accepts: charClass() };
    if (char === '^') return { kind: 'edge', at: 'start' };
    if (char === '$') return { kind: 'edge', at: 'end' };
    if (char === '.') return { kind: 'char', accepts: one => one !== '\n' };
    if (char === '*' || char === '+' || char === '?') return refuse('There is nothing to repeat');
    if (char === '\\') return { kind: 'char', accepts: escaped() };
    return { kind: 'char', accepts: one => one === char };
  };
  const escaped = (): ((one: string) => boolean) => {
    const char = chars[at];
    at += 1;
    if (char === undefined) return refuse('The pattern ends with a backslash');
    const set = SETS.get(char.toLowerCase());
    if (set) return char === char.toLowerCase() ? one => set.test(one) : one => !set.test(one);
    const sign = SIGNS.get(char);
    if (sign === undefined && /[A-Za-z0-9]/.test(char)) return refuse(`\\${char} is not known`);
    return one => one === (sign ?? char);
  };
  const charClass = (): ((one: string) => boolean) => {
    const isNot = chars[at] === '^';
    if (isNot) at += 1;
    const accepts: ((one: string) => boolean)[] = [];
    let isFirst = true;
    for (;;) {
      const from = chars[at];
      if (from === undefined) return refuse('A class has no end');
      at += 1;
      if (from === ']' && !isFirst) break;
      isFirst = false;
      if (from === '\\') {
        accepts.push(escaped());
        continue;
      }
      const to = chars[at] === '-' && chars[at + 1] !== ']' && chars[at + 1] !== undefined ? (chars[at + 1] ?? '') : null;
      if (to === null || to === '\\') accepts.push(one => one === from);
      else {
        at += 2;
        if (to < from) return refuse('A range is the wrong way round');
        accepts.push(one => one >= from && one <= to);
      }
    }
    // States that repeat a class all ask for the same character in turn.
    let last: string | null = null;
    let isIn = false;
    return one => {
      if (one !== last) isIn = accepts.some(each => each(one)) !== isNot;
      last = one;
      return isIn;
    };
  };
  const whole = alternatives(0);
  if (at < chars.length) refuse('A bracket is not opened');
  return whole;
}

const SETS = new Map([
  ['d', /^[0-9]$/],
  ['w', /^\w$/],
  ['s', /^\s$/],
]);
const SIGNS = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** Thompson's construction, from the end to the beginning. The first state is the last that was made. */
function build(node: Node): State[] {
  const states: State[] = [{ kind: 'done' }];
  const add = (state: State): number => {
    if (states.length >= MOST_STATES) throw new RangeError('The pattern is too large');
    states.push(state);
    return states.length - 1;
  };
  let steps = 0;
  const compile = (part: Node, next: number): number => {
    steps += 1;
    if (steps > MOST_STEPS) throw new RangeError('The pattern is too large');
    if (part.kind === 'char') return add({ kind: 'char', accepts: part.accepts, next });
    if (part.kind === 'edge') return add({ kind: 'edge', at: part.at, next });
    if (part.kind === 'all') return part.parts.reduceRight((to, inner) => compile(inner, to), next);
    if (part.kind === 'any') {
      // Empty alternatives all lead on to the same.
      return add({ kind: 'split', to: [...new Set(part.parts.map(inner => compile(inner, next)))] });
    }
    const { least, most } = part;
    let to = next;
    if (most === Number.POSITIVE_INFINITY) {
      const again: number[] = [next];
      const loop = add({ kind: 'split', to: again });
      again.push(compile(part.node, loop));
      to = loop;
    } else for (let count = least; count < most; count++) to = add({ kind: 'split', to: [next, compile(part.node, to)] });
    for (let count = 0; count < least; count++) to = compile(part.node, to);
    return to;
  };
  add({ kind: 'split', to: [compile(node, 0)] });
  return states;
}

/** All states at once, character by character; a match may begin anywhere. */
function run(states: readonly State[], text: string): boolean {
  const chars = [...text];
  const first = states.length - 1;
  let isDone = false;
  const reach = (from: Iterable<number>, at: number): number[] => {
    const seen = new Set<number>();
    const open = [...from];
    const reached: number[] = [];
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      if (seen.has(state)) continue;
      seen.add(state);
      const found = states[state];
      if (found?.kind === 'done') isDone = true;
      else if (found?.kind === 'split') open.push(...found.to);
      else if (found?.kind === 'edge') {
        if (found.at === 'start' ? at === 0 : at === chars.length) open.push(found.next);
      } else if (found) reached.push(state);
    }
    return reached;
  };
  let now = reach([first], 0);
  for (const [at, char] of chars.entries()) {
    if (isDone) return true;
    const next: number[] = [first];
    for (const state of now) {
      const found = states[state];
      if (found?.kind === 'char' && found.accepts(char)) next.push(found.next);
    }
    now = reach(next, at + 1);
  }
  return isDone;
}
