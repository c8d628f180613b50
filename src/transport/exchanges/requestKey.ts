/**
 * The key of an operation. urql makes it of document and variables alone, so that two operations that differ in their headers (`x-role: admin` and
 * `x-role: user`) would share one request and one cached answer. Here headers and credentials are part of it.
 */
import type { OperationContext } from '@urql/core';
import { headerRecord } from '../http/headerRecord';

/** The key for a request with this context; `key` itself where the context adds nothing to what is sent. */
export function requestKey(key: number, context: Partial<OperationContext> | undefined): number {
  const given = context?.fetchOptions;
  const options = typeof given === 'function' ? given() : given;
  if (!options?.headers && !options?.credentials) return key;
  const headers = Object.entries(headerRecord(options.headers)).sort(([one], [other]) => (one < other ? -1 : 1));
  if (headers.length === 0 && !options.credentials) return key;
  return hash(JSON.stringify([headers, options.credentials ?? null]), key);
}

/** djb2, as urql hashes. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at++) value = ((value << 5) + value + text.charCodeAt(at)) | 0;
  return value;
}
