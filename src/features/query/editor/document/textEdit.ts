/** Text changes that add items to a selection set or parentheses and remove them, in the style of the surrounding text. */
import type { ArgumentNode, SelectionSetNode } from 'graphql';
import { type Holder, selectionsOf } from './documentPlace';

/**
 * A change that replaces the text between `from` and `to`. Changes of one edit do not overlap; all offsets refer to the text before the
 * edit.
 */
export interface TextEdit {
  from: number;
  to: number;
  insert: string;
}

/** An item to add to a selection set. */
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

/** Appends items to the selection set of a node, in its style. */
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

/**
 * Returns the whole lines of a node if it is alone on them, including a comment after it; otherwise the node and the whitespace before it.
 */
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

/** Appends an item in parentheses, which are created if needed. */
export function insertedItem(
  text: string,
  items: readonly { loc?: ArgumentNode['loc'] }[],
  nameEnd: number,
  item: string,
): TextEdit {
  const last = items.at(-1)?.loc;
  if (!last) return { from: nameEnd, to: nameEnd, insert: `(${item})` };
  const lead = text.slice(lineStart(text, last.start), last.start);
  // Keeps one item per line.
  const gap = lead.trim() === '' && lineStart(text, last.start) > nameEnd ? `\n${lead}` : ', ';
  return { from: last.end, to: last.end, insert: gap + item };
}

/** Removes an item from parentheses; these are removed with the last one. */
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

/** Returns the text after an edit. If two changes start at the same offset, the insertion comes first. */
export function editedText(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const { from, to, insert } of edits.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    result += text.slice(at, from) + insert;
    at = to;
  }
  return result + text.slice(at);
}
