/** Forms for existing records: the record's values as drafts, merged with the user's changes. */
import type { FormField } from '../../schema/forms/formModel';
import type { Draft, Drafts, FieldPath } from '../../schema/forms/formValues';
import { draftAt, isDraftGroup, withDraftAt } from './formDraft';

/** The values that the form shows: the record's values, overridden by the changes. */
export function mergeDrafts(base: Draft, drafts: Draft): Draft {
  if (drafts === undefined) return base;
  if (!isDraftGroup(base) || !isDraftGroup(drafts)) return drafts;
  const entries = new Map<string, Draft>(Object.entries(base));
  for (const [name, draft] of Object.entries(drafts)) entries.set(name, mergeDrafts(entries.get(name), draft));
  return Object.fromEntries(entries);
}

/** The changes after an edit at a path of the shown form. A value that equals the record's value again is not a change. */
export function changedDrafts(
  fields: readonly FormField[],
  base: Drafts,
  drafts: Drafts,
  shown: Drafts,
  edited: FieldPath,
): Drafts {
  // A list is one value: the record's items stay beside an edited one.
  const list = edited.findIndex(part => typeof part === 'number');
  const path = list === -1 ? edited : edited.slice(0, list);
  const next = draftAt(shown, path);
  const present = draftAt(base, path);
  const field = fieldAtPath(fields, path);
  // Clearing an existing value of a nullable field means null.
  const isEmptied = (next === undefined || next === '') && present !== undefined && field?.nullable === true;
  const isText = field?.control.kind === 'scalar' && /^(text|longText)$/.test(field.control.scalar.kind);
  const isList = field?.control.kind === 'list';
  const value = next === '' && isEmptied && !isText ? null : isEmptied && isList ? [] : next;
  return withDraftAt(drafts, path, JSON.stringify(value) === JSON.stringify(present) ? undefined : value) as Drafts;
}

/** The field at a path; undefined if there is none. */
export function fieldAtPath(fields: readonly FormField[], [head, ...tail]: FieldPath): FormField | undefined {
  const field = fields.find(entry => entry.name === head);
  if (field === undefined || tail.length === 0) return field;
  const { control } = field;
  return control.kind === 'group' || control.kind === 'oneOf' ? fieldAtPath(control.fields, tail) : undefined;
}
