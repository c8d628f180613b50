/**
 * Stores the staged edits of a collection for this tab. They are stored in parts, because a change of one row rewrites a whole value of the
 * storage, and a send changes each row several times. The first part has the name that all edits had before there were parts.
 */
import { remembered } from '../../../../lib/remembered';
import type { FormDrafts } from '../../../../session/history/formDrafts';
import { isSecretName } from '../../../../transport/secrets/isSecretName';
import type { StagedEdit, StagedRow } from './stagedRow';

/** The stored edits of a collection. */
export interface StoredEdits {
  /** The rows that were stored. One that was being sent is `unknown` now. */
  read(): readonly StagedRow[];
  /** Stores all rows, except those that are sent or contain a secret. Only parts with a changed row are written. */
  keep(rows: readonly StagedRow[]): void;
  /** Number of characters that a row takes. */
  sizeOf(row: StagedRow): number;
}

/** Maximum number of rows of a part. */
const PART_ROWS = 100;
/** Maximum number of characters of a part, and so of a row. Larger drafts are not stored (formDrafts.ts). */
export const PART_CHARACTERS = 600_000;
/** Maximum number of parts that are read: enough for the rows and characters that can be staged. */
const MOST_PARTS = 64;

/** Opens the stored edits. */
export function createStoredEdits(drafts: FormDrafts, collection: string): StoredEdits {
  const nameOf = (at: number): string => (at === 0 ? `edits:${collection}` : `edits:${collection}:${at}`);
  const sizeOf = rowSizes();
  const isSecret = remembered((row: StagedRow) => row.edits.some(edit => holdsSecret([edit.before, edit.after])));
  const isKept = (row: StagedRow): boolean => row.state !== 'sent' && !isSecret(row);
  // The rows of each part in the storage; null: not known, because stored parts need not have the bounds of parts that are written.
  let written: ReadonlyArray<readonly StagedRow[] | null> = [];
  return {
    sizeOf,
    read() {
      const parts = Array.from({ length: MOST_PARTS }, (_, at) => drafts.read(nameOf(at)));
      written = parts.map(part => (part === null ? [] : null));
      return parts.flatMap(readRows);
    },
    keep(rows) {
      const parts = partsOf(rows, sizeOf).map(part => part.filter(isKept));
      for (let at = 0; at < Math.max(parts.length, written.length); at++) {
        const part = parts[at] ?? [];
        const old = written[at];
        if (old !== null && hasSameItems(part, old ?? [])) continue;
        drafts.keep(nameOf(at), part.length === 0 ? null : part);
      }
      written = parts;
    },
  };
}

/** Divides rows into parts. Rows that are not stored count too: as they are sent, the others stay in their parts. */
function partsOf(rows: readonly StagedRow[], sizeOf: (row: StagedRow) => number): StagedRow[][] {
  const parts: StagedRow[][] = [];
  let part: StagedRow[] = [];
  let size = 0;
  for (const row of rows) {
    const own = sizeOf(row);
    if (parts.length === 0 || part.length === PART_ROWS || size + own > PART_CHARACTERS) {
      part = [];
      size = 0;
      parts.push(part);
    }
    part.push(row);
    size += own;
  }
  return parts;
}

/** Computes the size of rows. Edits that are unchanged are not serialized again. */
function rowSizes(): (row: StagedRow) => number {
  const lengthOf = (value: object): number => JSON.stringify(value).length + 1;
  const editSize = remembered<StagedEdit, number>(lengthOf);
  return remembered(row => row.edits.reduce((sum, edit) => sum + editSize(edit), lengthOf({ ...row, edits: [] })));
}

const hasSameItems = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item, at) => item === other[at]);

/** True for a value that contains a secret, judged by field names: it is not stored beyond the page. */
export function holdsSecret(value: unknown, depth = 20): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  if (Array.isArray(value)) return value.some(item => holdsSecret(item, depth - 1));
  return Object.entries(value).some(([name, inner]) => isSecretName(name) || holdsSecret(inner, depth - 1));
}

/** The valid parts of a stored value; another version may have written it. */
function readRows(stored: unknown): readonly StagedRow[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: unknown): StagedRow[] => {
    if (!isObject(entry) || !Array.isArray(entry.keys) || !Array.isArray(entry.edits)) return [];
    const { id, typeName, title } = entry;
    const keys = entry.keys.filter((key): key is [string, unknown] => Array.isArray(key) && typeof key[0] === 'string');
    const edits = entry.edits.filter(isEdit);
    if (typeof id !== 'string' || typeof typeName !== 'string' || typeof title !== 'string' || edits.length === 0) return [];
    const state = entry.state === 'sending' || entry.state === 'unknown' ? 'unknown' : 'staged';
    const undoes = Array.isArray(entry.undoes) ? entry.undoes.filter(undone => typeof undone === 'string') : [];
    return [{ id, typeName, title, keys, edits, state, problem: null, ...(undoes.length === 0 ? {} : { undoes }) }];
  });
}

function isEdit(value: unknown): value is StagedEdit {
  return (
    isObject(value) &&
    typeof value.field === 'string' &&
    typeof value.column === 'string' &&
    typeof value.label === 'string' &&
    Object.hasOwn(value, 'after') &&
    Object.hasOwn(value, 'before')
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
