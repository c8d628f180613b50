/**
 * The rows in view, written directly to the DOM, because a React component for each row is too slow for thousands of events a second. There
 * are only as many row elements as fit into the viewport. An element is assigned to an event when it comes into view; while the event stays
 * in view, the element only moves. Everything is written as text nodes; nothing from a server is parsed as HTML.
 */
import type { Gap } from '../../eventRing';
import type { EventRows } from './eventRows';

export interface RowPoolOptions {
  /** Container of the rows: positioned, and as high as all rows together. */
  body: HTMLElement;
  /** Class names of the cells of a row, in order. */
  cells: readonly string[];
  /** Text of a cell. */
  cellText(sequence: number, cell: number): string;
  gapText(gap: Gap): string;
  /** Prefix of the row ids, for `aria-activedescendant`. */
  idPrefix: string;
}

/** Input of one drawing. */
export interface Drawing {
  rows: EventRows;
  /** The rows to draw: `first` inclusive, `end` exclusive. */
  first: number;
  end: number;
  /** In px. */
  rowHeight: number;
  /** Sequence number of the chosen row; null if none is. */
  active: number | null;
  /** A changed value rewrites the text of rows already in view (event numbers may have changed). */
  stamp: number;
}

export interface RowPool {
  draw(drawing: Drawing): void;
  /** The sequence number of the event that contains a DOM node; null if there is none. */
  sequenceOf(node: Node | null): number | null;
  /** The id of an event's row, whether it is in view or not. */
  idOf(sequence: number): string;
  /** Removes the rows from the page. */
  dispose(): void;
}

interface Row {
  element: HTMLElement;
  texts: Text[];
  gapText: Text;
  /** The content: the sequence number of an event; for a gap, -1 minus the sequence number after it; NaN if the row is empty. */
  key: number;
  gap: Gap | null;
  top: number;
  index: number;
  active: boolean;
}

/** Creates an empty pool. Row elements are created when they are needed. */
export function createRowPool(options: RowPoolOptions): RowPool {
  const { body, idPrefix } = options;
  const shown = new Map<number, Row>();
  const free: Row[] = [];
  const byElement = new WeakMap<Node, Row>();
  let stamped = Number.NaN;

  return {
    draw({ rows, first, end, rowHeight, active, stamp }) {
      if (stamp !== stamped) {
        stamped = stamp;
        for (const row of [...shown.values(), ...free]) row.key = Number.NaN;
      }
      const wanted: (number | Gap)[] = [];
      const keys = new Set<number>();
      for (let index = first; index < Math.min(end, rows.count); index++) {
        const entry = rows.at(index);
        wanted.push(entry);
        keys.add(keyOf(entry));
      }
      for (const [key, row] of shown) {
        if (keys.has(key)) continue;
        shown.delete(key);
        free.push(row);
      }
      for (const [place, entry] of wanted.entries()) {
        const key = keyOf(entry);
        let row = shown.get(key);
        if (!row) {
          row = free.pop() ?? addRow(options, byElement);
          shown.set(key, row);
        }
        fillRow(row, key, typeof entry === 'number' ? null : entry, options);
        placeRow(row, first + place, rowHeight);
        markRow(row, key === active);
      }
      for (const row of free) {
        if (row.top < 0) continue;
        row.top = -1;
        row.element.hidden = true;
      }
    },
    sequenceOf(node) {
      for (let at: Node | null = node; at && at !== body; at = at.parentNode) {
        const row = byElement.get(at);
        if (row) return row.gap === null && row.key >= 0 ? row.key : null;
      }
      return null;
    },
    idOf: sequence => idPrefix + sequence,
    dispose() {
      body.replaceChildren();
      shown.clear();
      free.length = 0;
    },
  };
}

/** Adds an empty row to the body. */
function addRow({ body, cells }: RowPoolOptions, byElement: WeakMap<Node, Row>): Row {
  const { ownerDocument: page } = body;
  const element = page.createElement('div');
  element.className = 'live-row';
  element.setAttribute('role', 'row');
  const texts = cells.map(className => {
    const cell = page.createElement('div');
    cell.className = className;
    cell.setAttribute('role', 'gridcell');
    const text = page.createTextNode('');
    cell.append(text);
    element.append(cell);
    return text;
  });
  const gapCell = page.createElement('div');
  gapCell.className = 'live-gap-words';
  gapCell.setAttribute('role', 'gridcell');
  const gapNode = page.createTextNode('');
  gapCell.append(gapNode);
  element.append(gapCell);
  body.append(element);
  const row: Row = { element, texts, gapText: gapNode, key: Number.NaN, gap: null, top: -1, index: -1, active: false };
  byElement.set(element, row);
  return row;
}

/** Writes an event or a gap into a row, if the row does not show it yet. */
function fillRow(row: Row, key: number, gap: Gap | null, { cellText, gapText, idPrefix }: RowPoolOptions): void {
  if (gap) {
    // A new object for the same gap: it was open and has been closed.
    if (row.gap === gap) return;
    row.gapText.data = gapText(gap);
    if (row.gap === null) {
      row.element.className = 'live-row live-row-gap';
      // The event shown here before may have another row by now.
      row.element.removeAttribute('id');
    }
  } else {
    if (row.key === key && row.gap === null) return;
    if (row.gap !== null) row.element.className = 'live-row';
    for (let cell = 0; cell < row.texts.length; cell++) {
      const node = row.texts[cell] as Text;
      const next = cellText(key, cell);
      if (node.data !== next) node.data = next;
    }
    row.element.classList.toggle('live-row-odd', key % 2 === 1);
    row.element.id = idPrefix + key;
  }
  row.gap = gap;
  row.key = key;
}

/** Moves a row to its position in the body. */
function placeRow(row: Row, index: number, rowHeight: number): void {
  const top = index * rowHeight;
  if (row.top !== top) {
    if (row.top < 0) row.element.hidden = false;
    row.top = top;
    row.element.style.transform = `translateY(${top}px)`;
  }
  if (row.index !== index) {
    row.index = index;
    row.element.setAttribute('aria-rowindex', String(index + 2));
  }
}

/** Marks a row as selected, or removes the mark. */
function markRow(row: Row, isActive: boolean): void {
  if (row.active === isActive) return;
  row.active = isActive;
  row.element.classList.toggle('live-row-active', isActive);
  row.element.setAttribute('aria-selected', String(isActive));
}

const keyOf = (entry: number | Gap): number => (typeof entry === 'number' ? entry : -1 - entry.before);
