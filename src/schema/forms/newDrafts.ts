/** The drafts of new forms. Apart from formValues.ts, which the first screen loads. */
import type { FormField } from './formModel';
import type { Draft, Drafts } from './formValues';

/** Paths of fields that are filled in later, with the values of a record. */
type FilledLater = Pick<ReadonlyMap<string, unknown>, 'has'>;

const NONE: FilledLater = new Map();

/** The drafts of a new form: only required lists are set (empty), so that the server's defaults apply to all other fields. */
export function emptyDrafts(fields: readonly FormField[], later = NONE, above = ''): Drafts {
  const entries: Array<[string, Draft]> = [];
  for (const field of fields)
    if (field.required && field.control.kind === 'list' && !later.has(above + field.name)) entries.push([field.name, []]);
  return Object.fromEntries(entries);
}

/** The drafts of a new form for a mutation. If its only argument is an optional input object, that one is open. */
export function openDrafts(fields: readonly FormField[], later = NONE): Drafts {
  const [only] = fields;
  if (fields.length !== 1 || only === undefined || only.required || only.control.kind !== 'group')
    return emptyDrafts(fields, later);
  return Object.fromEntries([[only.name, emptyDrafts(only.control.fields, later, `${only.name}.`)]]);
}
