/**
 * The key of an operation. urql derives it from document and variables alone, so two operations that differ only in headers (`x-role:
 * admin` and `x-role: user`) would share one request and one cached result. This key includes headers and credentials.
 */
import type { OperationContext } from '@urql/core';
import { headerRecord } from '../http/headers';

/** The key of a request with this context; unchanged if the context adds neither headers nor credentials. */
export function requestKey(key: number, context: Partial<OperationContext> | undefined): number {
  const fetchOptions = context?.fetchOptions;
  const options = typeof fetchOptions === 'function' ? fetchOptions() : fetchOptions;
  if (!options?.headers && !options?.credentials) return key;
  const headers = Object.entries(headerRecord(options.headers)).sort(([one], [other]) => (one < other ? -1 : 1));
  if (headers.length === 0 && !options.credentials) return key;
  return hash(JSON.stringify([headers, options.credentials ?? null]), key);
}

/** The djb2 hash, which urql uses too. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at++) value = ((value << 5) + value + text.charCodeAt(at)) | 0;
  return value;
}
