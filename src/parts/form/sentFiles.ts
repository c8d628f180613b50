/** How much of each file of a form has been sent. The files are parts of one request, one after the other. */
import { createContext } from 'react';
import { isFile } from './formDraft';

/** The shares of the files that are being sent, from 0 to 1; empty while nothing is. */
export const SentFilesContext = createContext<ReadonlyMap<Blob, number>>(new Map());

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
