/**
 * The kept events as NDJSON, the oldest first: one JSON object a line, `{"number", "received", "data"}`, and `{"gap": {"from", "to",
 * "reason", "message"}}` where events may be missing. `received` is the time of arrival in ISO 8601.
 */
import type { EventWindow } from './eventRing';
import type { EventTest } from './feed/eventFilter';

/** Lines joined into one piece, so that no single string has to contain all of them. */
const PIECE = 500;

/** Returns the lines in pieces. Only events that pass `test` are included; null includes all. */
export function ndjson(window: EventWindow, test: EventTest | null): { pieces: string[]; count: number } {
  const pieces: string[] = [];
  let lines: string[] = [];
  let count = 0;
  const add = (line: unknown): void => {
    lines.push(`${JSON.stringify(line)}\n`);
    if (lines.length < PIECE) return;
    pieces.push(lines.join(''));
    lines = [];
  };
  const gaps = [...window.gaps];
  const addGapsBefore = (sequence: number): void => {
    while (gaps[0] && gaps[0].before <= sequence) {
      const { from, to, reason, message } = gaps.shift() as (typeof gaps)[number];
      add({ gap: { from: iso(from), to: to === null ? null : iso(to), reason, ...(message === undefined ? {} : { message }) } });
    }
  };
  for (let sequence = window.first; sequence < window.next; sequence++) {
    addGapsBefore(sequence);
    const data = window.valueAt(sequence);
    if (test && !test(data)) continue;
    add({ number: window.numberOf(sequence), received: iso(window.timeAt(sequence)), data: data ?? null });
    count++;
  }
  addGapsBefore(window.next);
  if (lines.length > 0) pieces.push(lines.join(''));
  return { pieces, count };
}

const iso = (at: number): string => new Date(at).toISOString();
