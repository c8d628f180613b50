/** Forms that begin with what is there: the present values as drafts, and what was changed laid over them. */
import type { FormField } from '../../schema/forms/formModel';
import type { Draft, Drafts, FieldPath } from '../../schema/forms/formValues';
import { draftAt, isDraftGroup, withDraftAt } from './formDraft';

/** The record's values with what was changed laid over them: what the form shows. */
export function overlaid(base: Draft, drafts: Draft): Draft {
  if (drafts === undefined) return base;
  if (!isDraftGroup(base) || !isDraftGroup(drafts)) return drafts;
  const entries = new Map<string, Draft>(Object.entries(base));
  for (const [name, draft] of Object.entries(drafts)) entries.set(name, overlaid(entries.get(name), draft));
  return Object.fromEntries(entries);
}

/** Drafts after a change at a path of the shown form: what equals the record again is no change. */
export function changedDrafts(
  fields: readonly FormField[],
  base: Drafts,
  drafts: Drafts,
  shown: Drafts,
  path: FieldPath,
): Drafts {
  const next = draftAt(shown, path);
  const present = draftAt(base, path);
  const field = fieldAtPath(fields, path);
  // An emptied box of a value that is there means "no value", where the field may be null.
  const isEmptied = (next === undefined || next === '') && present !== undefined && field?.nullable === true;
  const isText = field?.control.kind === 'scalar' && /^(text|longText)$/.test(field.control.scalar.kind);
  const value = next === '' && isEmptied && !isText ? null : next;
  return withDraftAt(drafts, path, JSON.stringify(value) === JSON.stringify(present) ? undefined : value) as Drafts;
}

/** The field at a path; undefined when there is none. */
export function fieldAtPath(fields: readonly FormField[], [head, ...tail]: FieldPath): FormField | undefined {
  const field = fields.find(entry => entry.name === head);
  if (field === undefined || tail.length === 0) return field;
  const { control } = field;
  return control.kind === 'group' || control.kind === 'oneOf' ? fieldAtPath(control.fields, tail) : undefined;
}
