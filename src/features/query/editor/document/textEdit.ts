/** Changes of a text that put items into a selection or between brackets, and take them out, in the form that the text around them has. */
import type { ArgumentNode, SelectionSetNode } from 'graphql';
import { type Holder, selectionsOf } from './documentPlace';

/** One change of a text: what stands from `from` to `to` is replaced. Changes of one edit do not overlap; all places are those before it. */
export interface TextEdit {
  from: number;
  to: number;
  insert: string;
}

/** What is to be put into a selection. */
export interface SelectionItem {
  head: string;
  inner: readonly SelectionItem[];
}

function written(item: SelectionItem, indent: string | null): string {
  if (item.inner.length === 0) return item.head;
  if (indent === null) return `${item.head} { ${item.inner.map(inner => written(inner, null)).join(' ')} }`;
  const deeper = `${indent}  `;
  return `${item.head} {\n${item.inner.map(inner => deeper + written(inner, deeper)).join('\n')}\n${indent}}`;
}

/** Puts items at the end of a holder's selection, in the form that has. */
export function inserted(text: string, holder: Holder, items: readonly SelectionItem[]): TextEdit[] {
  const set = holder.selectionSet as SelectionSetNode | undefined;
  if (!set?.loc) {
    const end = holder.loc?.end ?? text.length;
    const indent = indentAt(text, holder.loc?.start ?? 0);
    return [{ from: end, to: end, insert: written({ head: '', inner: items }, indent) }];
  }
  const { start, end } = set.loc;
  const close = end - 1;
  const inside = text.slice(start + 1, close);
  const present = selectionsOf(holder);
  const outer = indentAt(text, start);
  if (present.length === 0) return [{ from: start, to: end, insert: written({ head: '', inner: items }, outer).trimStart() }];
  if (!inside.includes('\n')) {
    const from = start + 1 + inside.trimEnd().length;
    return [
      { from, to: from, insert: items.map(item => ` ${written(item, null)}`).join('') + (inside.endsWith(' ') ? '' : ' ') },
    ];
  }
  const last = present.at(-1);
  const lineOfLast = last?.loc ? lineStart(text, last.loc.start) : 0;
  const lead = last?.loc ? text.slice(lineOfLast, last.loc.start) : '';
  const indent = /^[ \t]+$/.test(lead) ? lead : `${outer}  `;
  const lines = items.map(item => `${indent}${written(item, indent)}`);
  const lineOfClose = lineStart(text, close);
  if (text.slice(lineOfClose, close).trim() === '')
    return [{ from: lineOfClose, to: lineOfClose, insert: `${lines.join('\n')}\n` }];
  const from = start + 1 + inside.trimEnd().length;
  return [{ from, to: close, insert: `\n${lines.join('\n')}\n${outer}` }];
}

/** The lines of a node when it stands alone on them, a comment behind it included; else the node and the space before it. */
export function lineRange(text: string, start: number, end: number): { from: number; to: number } {
  const from = lineStart(text, start);
  const [tail = ''] = /^[ \t,]*(?:#[^\n]*)?/.exec(text.slice(end)) ?? [];
  const to = end + tail.length;
  const isAlone = text.slice(from, start).trim() === '' && (to >= text.length || text[to] === '\n' || text[to] === '\r');
  if (isAlone) {
    const [line = ''] = /^\r?\n/.exec(text.slice(to)) ?? [];
    return { from, to: to + line.length };
  }
  const [comma = ''] = /^[ \t]*,/.exec(text.slice(end)) ?? [];
  const before = /(?<![ \t])[ \t]*$/.exec(text.slice(0, start))?.[0].length ?? 0;
  return { from: start - before, to: end + comma.length };
}

/** Puts an item behind the others between round brackets, which are made where there are none. */
export function insertedItem(
  text: string,
  items: readonly { loc?: ArgumentNode['loc'] }[],
  nameEnd: number,
  item: string,
): TextEdit {
  const last = items.at(-1)?.loc;
  if (!last) return { from: nameEnd, to: nameEnd, insert: `(${item})` };
  const lead = text.slice(lineStart(text, last.start), last.start);
  // One a line stays one a line.
  const gap = lead.trim() === '' && lineStart(text, last.start) > nameEnd ? `\n${lead}` : ', ';
  return { from: last.end, to: last.end, insert: gap + item };
}

/** Takes an item out from between round brackets; the brackets go with the last one. */
export function removedItem<T extends { loc?: ArgumentNode['loc'] }>(
  text: string,
  items: readonly T[],
  item: T,
  nameEnd: number,
): TextEdit {
  const { start, end } = item.loc ?? { start: 0, end: 0 };
  const at = items.indexOf(item);
  if (items.length === 1) {
    const close = text.indexOf(')', end);
    return { from: nameEnd, to: close + 1, insert: '' };
  }
  const next = items[at + 1]?.loc?.start;
  if (next !== undefined) return { from: start, to: next, insert: '' };
  return { from: items[at - 1]?.loc?.end ?? start, to: end, insert: '' };
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function indentAt(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, at)))?.[0] ?? '';
}

/** The text after an edit. What is put in where another edit begins stands before it. */
export function editedText(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const { from, to, insert } of edits.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    result += text.slice(at, from) + insert;
    at = to;
  }
  return result + text.slice(at);
}
