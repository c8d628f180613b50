/** The record that a text in a cell editor means: its key, or its name if no other record has it. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from 'urql';
import { useText } from '../../../i18n/LanguageProvider';
import type { DraftFormState } from '../../../parts/form/draftFormContext';
import type { Draft, FieldProblem } from '../../../schema/forms/formValues';
import type { EditableField } from './fields/editableField';
import { type PastedValue, valueOfText } from './pastedEdits';

/** Finds the record of a typed text. */
export interface NamedRecord {
  readonly busy: boolean;
  /** True if the text must be looked up: the field takes the key of a record, and this text was not looked up in vain before. */
  readonly isFor: (draft: Draft) => draft is string;
  /**
   * Calls `end` with the key of the record; with null if there is none, if several have this name, or if they could not be searched. Not
   * after the editor is closed, and not for a text that is no longer in it.
   */
  readonly find: (text: string, end: (found: PastedValue | null) => void) => void;
  /** The problem of a text that was looked up in vain. */
  readonly problemsOf: (draft: Draft) => readonly FieldProblem[];
}

/** Looks up the records of one field. `draft`: the present text of the editor. */
export function useNamedRecord(place: EditableField, choices: NonNullable<DraftFormState['choices']>, draft: Draft): NamedRecord {
  const text = useText();
  // Not `useQuery`: the record is looked up when the user accepts the text.
  const client = useClient();
  const [asked, setAsked] = useState<string | null>(null);
  /** The text that was looked up in vain, and whether the search failed. */
  const [unknown, setUnknown] = useState<{ text: string; hasFailed: boolean } | null>(null);
  const busy = asked !== null && asked === draft;
  /** The text in the editor; undefined after it is closed. */
  const present = useRef(draft);
  useEffect(() => {
    present.current = draft;
    return () => {
      present.current = undefined;
    };
  }, [draft]);
  const { field, column } = place;
  const isReference = useMemo(() => column.relation !== null && choices(field, [field.name]) !== null, [column, field, choices]);
  const find: NamedRecord['find'] = (written, end) => {
    if (busy) return;
    setAsked(written);
    void valueOfText(client, choices, place, written, own => own).then(found => {
      setAsked(now => (now === written ? null : now));
      if (present.current !== written) return;
      // The user can insist on a key that cannot be looked up.
      const isFound = found !== null && found !== 'failed';
      if (!isFound) setUnknown({ text: written, hasFailed: found === 'failed' });
      end(isFound ? found : null);
    });
  };
  return {
    busy,
    isFor: (draft): draft is string => isReference && typeof draft === 'string' && draft.trim() !== '' && draft !== unknown?.text,
    find,
    problemsOf: useCallback(
      draft => {
        if (unknown === null || draft !== unknown.text) return [];
        const message = unknown.hasFailed
          ? text('form.pickFailed')
          : text('data.cellUnread', { value: unknown.text.slice(0, 60), field: field.label });
        return [{ path: [field.name], code: 'server', message }];
      },
      [unknown, field, text],
    ),
  };
}
