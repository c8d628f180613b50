/** The whole input of an action as JSON: writing it, reading it, and finding the parts that do not fit the form. */

import type { FormField } from '../../../schema/forms/formModel';
import { type Draft, type Drafts, fromVariables } from '../../../schema/forms/formValues';
import { isPlain } from '../../../schema/model/argumentPath';
import { isFileLike } from '../../../schema/model/scalarValues';
import { parseExactJson } from '../../../session/operations/parseExactJson';

/** The result of reading JSON text. `ignored` are the paths that have no field in the form. */
export type JsonInput =
  | { ok: true; drafts: Drafts; ignored: readonly string[] }
  /** `at` is the offset of the first invalid character; null if unknown. */
  | { ok: false; reason: 'notJson'; at: number | null }
  | { ok: false; reason: 'noObject' };

/** Returns variables as pretty-printed JSON, without files: these stay in the form. */
export function writeJsonInput(variables: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(variables, (_, value: unknown) => (isFileLike(value) ? undefined : value), 2);
}

/** Reads the text. Files in `before` are kept. */
export function readJsonInput(fields: readonly FormField[], text: string, before: Drafts): JsonInput {
  let value: unknown;
  try {
    value = text.trim() === '' ? {} : parseExactJson(text);
  } catch (error) {
    const at = /position (\d+)/.exec(String(error))?.[1];
    return { ok: false, reason: 'notJson', at: at === undefined ? null : Number(at) };
  }
  if (!isPlain(value)) return { ok: false, reason: 'noObject' };
  const ignored: string[] = [];
  findIgnored(fields, value, '', ignored);
  return { ok: true, drafts: withFiles(fromVariables(fields, value), before) as Drafts, ignored };
}

const MOST_IGNORED = 20;

function findIgnored(fields: readonly FormField[], value: Record<string, unknown>, above: string, found: string[]): void {
  for (const [name, inner] of Object.entries(value)) {
    if (found.length >= MOST_IGNORED) return;
    const field = fields.find(entry => entry.name === name);
    if (!field) {
      found.push(above + name);
      continue;
    }
    const control = field.control.kind === 'list' ? field.control.item.control : field.control;
    if (control.kind !== 'group' && control.kind !== 'oneOf') continue;
    for (const item of Array.isArray(inner) ? inner : [inner])
      if (isPlain(item)) findIgnored(control.fields, item, `${above}${name}.`, found);
  }
}

/** Returns `next` with the files of `before` where `next` has no value. */
function withFiles(next: Draft, before: Draft): Draft {
  if (isFileLike(before)) return next ?? before;
  if (Array.isArray(before)) {
    const files = before as readonly Draft[];
    if (!files.some(isFileLike)) return next;
    // JSON cannot contain files, so an empty list keeps the files of `before`.
    return Array.isArray(next) && next.length > 0
      ? (next as readonly Draft[]).map((item, at) => withFiles(item, files[at]))
      : before;
  }
  if (!isDraftGroup(before)) return next;
  if (next === null || (next !== undefined && !isDraftGroup(next))) return next;
  const entries = new Map(Object.entries(next ?? {}));
  for (const [name, inner] of Object.entries(before)) {
    const withValue = withFiles(entries.get(name), inner);
    if (withValue !== undefined) entries.set(name, withValue);
  }
  return entries.size === 0 ? next : Object.fromEntries(entries);
}

function isDraftGroup(draft: Draft): draft is Drafts {
  return typeof draft === 'object' && draft !== null && !Array.isArray(draft) && !isFileLike(draft);
}
