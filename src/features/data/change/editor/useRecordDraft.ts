/** What the user has typed into the form of a record. It is stored for this tab, so that it survives leaving the screen and a reload. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { isDraftGroup } from '../../../../parts/form/formDraft';
import type { FormField } from '../../../../schema/forms/formModel';
import { type Draft, type Drafts, type FieldProblem, toVariables } from '../../../../schema/forms/formValues';
import type { Session } from '../../../../session/connections/session';
import type { Values } from '../../edit/fields/editableField';
import type { StagedRow } from '../../edit/sending/stagedRow';
import { draftsOf } from '../editableFields';
import { editorBegun, editorDraft } from './editorDraft';

/** The draft of a record. */
export interface RecordDraft {
  /** All fields as the form shows them. */
  readonly shown: Drafts;
  /** The fields that differ from the record. */
  readonly changed: Drafts;
  /** Number of changed fields, their new values, and the inputs that are not valid. */
  readonly count: number;
  readonly values: Values;
  readonly problems: readonly FieldProblem[];
  /** The edited fields. */
  readonly edits: FieldEdits;
  /** Sets a field; undefined: the input was emptied. */
  set(name: string, draft: Draft): void;
  /** Gives a field the value of the record again. */
  restore(name: string): void;
  /** Replaces the draft by the staged edits of the record. */
  reset(): void;
  /** Deletes the stored draft. */
  forget(): void;
}

/** The draft of a record with these fields and current values. `row` holds its staged edits. */
export function useRecordDraft(
  session: Session,
  id: string,
  fields: readonly FormField[],
  present: Values | null,
  row: StagedRow | undefined,
): RecordDraft {
  const base = useMemo(() => (present === null ? {} : draftsOf(fields, present)), [fields, present]);
  const [edits, setEdits] = useState(() => initialEdits(session, fields, id, row));
  const changed = useMemo(() => changedDrafts(fields, base, edits), [fields, base, edits]);
  const shown = useMemo((): Drafts => {
    const drafts = [...edits].map(([name, { draft }]) => [name, draft] as const);
    const all = new Map<string, Draft>([...Object.entries(base), ...drafts]);
    return Object.fromEntries([...all].filter(([, draft]) => draft !== undefined));
  }, [base, edits]);
  useEffect(() => {
    const drafts = [...edits].map(([name, { draft }]) => [name, draft ?? null] as const);
    const begun = [...edits].map(([name, { begun: value }]) => [name, value] as const);
    session.drafts.keep(editorDraft(id), edits.size === 0 ? null : Object.fromEntries(drafts));
    session.drafts.keep(editorBegun(id), edits.size === 0 ? null : Object.fromEntries(begun));
  }, [session, id, edits]);
  const forget = useCallback(() => {
    for (const name of [editorDraft(id), editorBegun(id)]) session.drafts.keep(name, null);
  }, [session, id]);
  const own = useMemo(() => fields.filter(field => Object.hasOwn(changed, field.name)), [fields, changed]);
  const { variables, problems } = useMemo(() => toVariables(own, changed), [own, changed]);
  return {
    shown,
    changed,
    count: own.length,
    values: variables,
    problems,
    edits,
    set(name, draft) {
      const value = present !== null && Object.hasOwn(present, name) ? present[name] : null;
      const { begun = value } = edits.get(name) ?? {};
      setEdits(new Map(edits).set(name, { draft, begun }));
    },
    restore: name => setEdits(new Map([...edits].filter(([other]) => other !== name))),
    reset: () => setEdits(stagedFieldEdits(fields, row)),
    forget,
  };
}

/** An edited field of a record. */
export interface FieldEdit {
  /** What the user entered; undefined: the input was emptied. */
  readonly draft: Draft;
  /** The value when the user began to edit: the record may have been read again since. Undefined: unknown. */
  readonly begun?: unknown;
}

/** The edited fields by name. */
export type FieldEdits = ReadonlyMap<string, FieldEdit>;

/** Initial edits: the edits staged in the table, overridden by the draft of an earlier visit. */
function initialEdits(session: Session, fields: readonly FormField[], id: string, row: StagedRow | undefined): FieldEdits {
  const staged = stagedFieldEdits(fields, row);
  const begun = storedGroup(session, editorBegun(id));
  const typed = [...storedGroup(session, editorDraft(id))].filter(([name]) => fields.some(field => field.name === name));
  const edits = typed.map(([name, draft]): [string, FieldEdit] => [
    name,
    { draft: (draft as Draft) ?? undefined, begun: begun.has(name) ? begun.get(name) : staged.get(name)?.begun },
  ]);
  return new Map([...staged, ...edits]);
}

function storedGroup(session: Session, key: string): ReadonlyMap<string, unknown> {
  const stored = session.drafts.read(key) as Draft;
  return new Map(isDraftGroup(stored) ? Object.entries(stored) : []);
}

function stagedFieldEdits(fields: readonly FormField[], row: StagedRow | undefined): FieldEdits {
  const edits = row?.edits.filter(edit => fields.some(field => field.name === edit.field)) ?? [];
  const drafts = draftsOf(fields, Object.fromEntries(edits.map(edit => [edit.field, edit.after])));
  return new Map(
    edits.map(({ field, before }) => [field, { draft: Object.hasOwn(drafts, field) ? drafts[field] : undefined, begun: before }]),
  );
}

/** The fields that differ from the record. An emptied input means null if the field is nullable, otherwise an empty string. */
function changedDrafts(fields: readonly FormField[], base: Drafts, edits: FieldEdits): Drafts {
  const changed: [string, Draft][] = [];
  for (const field of fields) {
    const edit = edits.get(field.name);
    if (edit === undefined) continue;
    const { draft } = edit;
    const present = Object.hasOwn(base, field.name) ? base[field.name] : undefined;
    if (JSON.stringify(draft) === JSON.stringify(present)) continue;
    const isText = field.control.kind === 'scalar' && /^(text|longText)$/.test(field.control.scalar.kind);
    const empty = isText && !field.required ? '' : undefined;
    const value = draft !== undefined ? draft : Array.isArray(present) && !field.nullable ? [] : field.nullable ? null : empty;
    if (value === null && present === undefined) continue;
    if (JSON.stringify(value) === JSON.stringify(present)) continue;
    changed.push([field.name, value]);
  }
  return Object.fromEntries(changed);
}
