/** How much of each file of a form has been sent. The files are parts of one request, one after the other. */
import { createContext } from 'react';
import type { Draft } from '../../../schema/forms/formValues';
import type { UploadProgress } from '../../../transport/observe/status';
import { isFile } from '../formDraft';

/** The files that are being sent. */
export interface SentFiles {
  /** The share of each file, from 0 to 1; empty while nothing is sent. */
  readonly shares: ReadonlyMap<Blob, number>;
  /** Stops the request because of one of its files; null if it cannot be stopped any more. */
  readonly stop: ((file: Blob) => void) | null;
}

export const SentFilesContext = createContext<SentFiles>({ shares: new Map(), stop: null });

/** The name of a file; `blob` for data without one, as in a request. */
export const nameOfFile = (file: Blob): string =>
  'name' in file && typeof file.name === 'string' && file.name !== '' ? file.name : 'blob';

/** The draft without a file. A list or a value without content becomes undefined. */
export function withoutFile(draft: Draft, file: Blob, depth = 0): Draft {
  if (draft === file) return undefined;
  if (typeof draft !== 'object' || draft === null || isFile(draft) || depth > MOST_DEPTH) return draft;
  if (Array.isArray(draft)) {
    const list = draft as readonly Draft[];
    const left = list.filter(item => item !== file);
    return list.length > 0 && left.length === 0 ? undefined : left.map(item => withoutFile(item, file, depth + 1));
  }
  return Object.fromEntries(Object.entries(draft).map(([name, inner]) => [name, withoutFile(inner as Draft, file, depth + 1)]));
}

/** Nesting depth of variables that is searched for files. */
const MOST_DEPTH = 10;

/** The files in variables in the order in which a request holds them, each once. */
export function filesOf(variables: unknown): Blob[] {
  const found = new Set<Blob>();
  const visit = (value: unknown, depth: number): void => {
    if (isFile(value)) found.add(value);
    else if (typeof value === 'object' && value !== null && depth < MOST_DEPTH)
      for (const inner of Object.values(value)) visit(inner, depth + 1);
  };
  visit(variables, 0);
  return [...found];
}

/** The share of an upload that has been sent, from 0 to 1. */
export const sentShare = ({ sentBytes, totalBytes }: Pick<UploadProgress, 'sentBytes' | 'totalBytes'>): number =>
  totalBytes > 0 ? sentBytes / totalBytes : 0;

/** The share of each file after `sentBytes` of `totalBytes`. What the request holds besides files is counted as its beginning. */
export function sentShares(files: readonly Blob[], sentBytes: number, totalBytes: number): Map<Blob, number> {
  let start = Math.max(
    0,
    files.reduce((left, file) => left - file.size, totalBytes),
  );
  return new Map(
    files.map(file => {
      const share = file.size === 0 ? Number(sentBytes >= start) : (sentBytes - start) / file.size;
      start += file.size;
      return [file, Math.max(0, Math.min(1, share))];
    }),
  );
}
