/**
 * Truncates a large subscription event so that the page can show it. Long texts lose their end, long lists and objects their last members,
 * and values that are nested too deep are removed. `…` marks each removal.
 */

import { parseJson } from '../../../../lib/text/largeIntegers';
import { utf8Length } from '../../../../lib/text/utf8Length';

/** Limits of a truncated event. */
const MOST = { characters: 1000, items: 100, names: 200, depth: 50, values: 5000 } as const;

/** This many characters of text count as one more value. */
const CHARACTERS_OF_A_VALUE = 100;

const CUT = '…';

/**
 * Returns the message with its event truncated, as JSON. `extensions.cut` is the original size in bytes. The event is the `payload` of the
 * message, or the message itself, as in some streams over HTTP.
 * @throws SyntaxError if it is not JSON
 */
export function cutFrame(text: string): string {
  const frame = asObject(parseJson(text));
  const isBare = !Object.hasOwn(frame, 'payload');
  const payload = isBare ? frame : asObject(frame.payload);
  const kept = createCutter()(payload, 0) as Record<string, unknown>;
  // Each error gets its own budget of values, because errors must remain objects.
  if (Array.isArray(payload.errors)) kept.errors = payload.errors.slice(0, MOST.items).map(error => createCutter()(error, 0));
  kept.extensions = { ...asObject(kept.extensions), cut: utf8Length(text) };
  return JSON.stringify(isBare ? kept : { id: frame.id, type: frame.type, payload: kept });
}

/** Creates a function that truncates one value and its content. */
function createCutter(): (value: unknown, depth: number) => unknown {
  let left: number = MOST.values;
  const cut = (value: unknown, depth: number): unknown => {
    left--;
    if (typeof value === 'string') {
      left -= Math.min(value.length, MOST.characters) / CHARACTERS_OF_A_VALUE;
      return value.length > MOST.characters ? value.slice(0, MOST.characters) + CUT : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MOST.depth || left < 0) return CUT;
    return Array.isArray(value) ? cutList(value, depth) : cutObject(value, depth);
  };
  const cutList = (list: readonly unknown[], depth: number): unknown[] => {
    const kept: unknown[] = [];
    for (const item of list) {
      if (kept.length === MOST.items || left < 0) return [...kept, CUT];
      kept.push(cut(item, depth + 1));
    }
    return kept;
  };
  const cutObject = (object: object, depth: number): object => {
    const kept = Object.create(null) as Record<string, unknown>;
    let names = 0;
    for (const [name, value] of Object.entries(object)) {
      if (names++ === MOST.names) {
        kept[CUT] = CUT;
        break;
      }
      kept[name] = cut(value, depth + 1);
    }
    return kept;
  };
  return cut;
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
