/** What the user has typed into the form of a record. It is stored for this tab, so that it survives leaving the screen and a reload. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { isDraftGroup } from '../../../../parts/form/formDraft';
import type { FormField } from '../../../../schema/forms/formModel';
import { type Draft, type Drafts, type FieldProblem, toVariables } from '../../../../schema/forms/formValues';
import type { Session } from '../../../../session/connections/session';
import type { Values } from '../../edit/fields/editableField';
import type { StagedRow } from '../../edit/sending/stagedEdits';
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
  /** The values that the edited fields had when the user began to edit them: the record may have been read again since. */
  readonly begun: ReadonlyMap<string, unknown>;
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
  const [edited, setEdited] = useState<Edited>(() => initialEdits(session, fields, id, row));
  const [begun, setBegun] = useState(() => initialValues(session, id, row));
  const changed = useMemo(() => changedDrafts(fields, base, edited), [fields, base, edited]);
  const shown = useMemo((): Drafts => {
    const all = new Map<string, Draft>([...Object.entries(base), ...edited]);
    return Object.fromEntries([...all].filter(([, draft]) => draft !== undefined));
  }, [base, edited]);
  useEffect(() => {
    const kept = [...edited].map(([name, draft]) => [name, draft ?? null] as const);
    session.drafts.keep(editorDraft(id), kept.length === 0 ? null : Object.fromEntries(kept));
    session.drafts.keep(editorBegun(id), kept.length === 0 ? null : Object.fromEntries(begun));
  }, [session, id, edited, begun]);
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
    begun,
    set(name, draft) {
      setEdited(new Map(edited).set(name, draft));
      const value = present !== null && Object.hasOwn(present, name) ? present[name] : null;
      if (!begun.has(name)) setBegun(new Map(begun).set(name, value));
    },
    restore(name) {
      setEdited(without(edited, name));
      setBegun(without(begun, name));
    },
    reset() {
      setEdited(stagedDrafts(fields, row));
      setBegun(stagedValues(row));
    },
    forget,
  };
}

/** Edited values by field name; undefined: the input was emptied. */
type Edited = ReadonlyMap<string, Draft>;

/** Initial edits: the edits staged in the table, overridden by the draft of an earlier visit. */
function initialEdits(session: Session, fields: readonly FormField[], id: string, row: StagedRow | undefined): Edited {
  const kept = session.drafts.read(editorDraft(id));
  const typed = isDraftGroup(kept as Draft) ? Object.entries(kept as Drafts) : [];
  const known = typed.filter(([name]) => fields.some(field => field.name === name));
  return new Map([...stagedDrafts(fields, row), ...known.map(([name, draft]) => [name, draft ?? undefined] as const)]);
}

/** The values before the edits that `initialEdits` returns. */
function initialValues(session: Session, id: string, row: StagedRow | undefined): ReadonlyMap<string, unknown> {
  const kept = session.drafts.read(editorBegun(id));
  return new Map([...stagedValues(row), ...(isDraftGroup(kept as Draft) ? Object.entries(kept as Values) : [])]);
}

const stagedValues = (row: StagedRow | undefined): ReadonlyMap<string, unknown> =>
  new Map(row?.edits.map(edit => [edit.field, edit.before]));

const without = <Value>(values: ReadonlyMap<string, Value>, name: string): ReadonlyMap<string, Value> =>
  new Map([...values].filter(([other]) => other !== name));

function stagedDrafts(fields: readonly FormField[], row: StagedRow | undefined): Edited {
  const edits = row?.edits ?? [];
  const drafts = draftsOf(fields, Object.fromEntries(edits.map(edit => [edit.field, edit.after])));
  const names = edits.map(edit => edit.field).filter(name => fields.some(field => field.name === name));
  return new Map(names.map(name => [name, Object.hasOwn(drafts, name) ? drafts[name] : undefined]));
}

/** The fields that differ from the record. An emptied input means null if the field is nullable, otherwise an empty string. */
function changedDrafts(fields: readonly FormField[], base: Drafts, edited: Edited): Drafts {
  const changed: [string, Draft][] = [];
  for (const field of fields) {
    if (!edited.has(field.name)) continue;
    const draft = edited.get(field.name);
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
