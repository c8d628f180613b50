/**
 * A form made from fields and drafts (formDraft.ts): one control a field. What is wrong is shown at its field, once the person has left that
 * field or tried to send; what a server said is shown at once. The form keeps no values: drafts come in and go out.
 */

import { type FocusEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import type { FormField } from '../../schema/forms/formModel';
import type { Draft, Drafts, FieldPath, FieldProblem } from '../../schema/forms/formValues';
import { Icon } from '../../ui/text/Icon';
import { useIsTakenOver } from '../../ui/useIsTakenOver';
import { DraftField } from './DraftField';
import { DraftFormContext, type DraftFormState } from './draftFormContext';
import { isDraftGroup, pathKey, withDraftAt } from './formDraft';
import { problemWords } from './problemWords';
import './DraftForm.css';

/** Props of `DraftForm`. */
export interface DraftFormProps {
  fields: readonly FormField[];
  drafts: Drafts;
  /** All there are; which of them are shown is decided here. */
  problems: readonly FieldProblem[];
  /** The person tried to send: problems of fields they never came to are shown too. Default false. */
  attempted?: boolean;
  disabled?: boolean;
  onChange: (drafts: Drafts, path: FieldPath) => void;
  /** Names the group of fields. */
  label: string;
  /** As in DraftFormState; keep the functions identical while nothing changes. */
  choices?: DraftFormState['choices'];
  docs?: DraftFormState['docs'];
  aid?: DraftFormState['aid'];
  standing?: DraftFormState['standing'];
}

/** The fields. The caller puts the <form> and its buttons around them. */
export function DraftForm({
  fields,
  drafts,
  problems,
  attempted = false,
  disabled: isDisabled = false,
  onChange,
  label,
  choices,
  docs,
  aid,
  standing,
}: DraftFormProps): ReactNode {
  const text = useText();
  // What is typed into a server-rendered page before hydration would be lost.
  const disabled = !useIsTakenOver() || isDisabled;
  const formats = useFormats();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const shown = useMemo(
    () => problems.filter(({ code, path }) => attempted || code === 'server' || (code !== 'required' && left.has(pathKey(path)))),
    [problems, attempted, left],
  );
  const latest = useRef({ drafts, onChange });
  latest.current = { drafts, onChange };
  const change = useCallback((path: FieldPath, draft: Draft) => {
    const next = withDraftAt(latest.current.drafts, path, draft);
    if (!isDraftGroup(next)) return;
    // Two changes within one event build upon each other.
    latest.current.drafts = next;
    latest.current.onChange(next, path);
  }, []);
  // An input that is the only argument is the form itself: one more frame around everything would say nothing.
  const only = onlyGroup(fields);
  const shownFields = only ? only.control.fields : fields;
  const draft = only && Object.hasOwn(drafts, only.name) ? drafts[only.name] : undefined;
  const inner: Drafts = only ? (isDraftGroup(draft) ? draft : {}) : drafts;
  const whole = only ? shown.filter(({ path }) => path.length === 1) : [];
  const state = useMemo<DraftFormState>(
    () => ({ problems: shown, disabled, onChange: change, choices, docs, aid, standing }),
    [shown, disabled, change, choices, docs, aid, standing],
  );
  const onBlur = (event: FocusEvent<HTMLElement>): void => {
    const key = (event.target as HTMLElement).closest('[data-path]')?.getAttribute('data-path');
    if (key != null && !left.has(key)) setLeft(new Set([...left, key]));
  };
  return (
    <DraftFormContext value={state}>
      <fieldset className="draft-form" aria-label={label} onBlur={onBlur}>
        {shown.length > 1 ? <p className="visually-hidden">{text('form.attention', { count: shown.length })}</p> : null}
        {whole.map(problem => (
          <p key={problem.code} className="field-error">
            <Icon name="error" size={14} />
            <span>{problemWords(text, formats, problem)}</span>
          </p>
        ))}
        {shownFields.map(field => (
          <DraftField
            key={field.name}
            field={field}
            draft={Object.hasOwn(inner, field.name) ? inner[field.name] : undefined}
            path={only ? [only.name, field.name] : [field.name]}
            within={only ? [only.control.typeName] : NONE}
          />
        ))}
      </fieldset>
    </DraftFormContext>
  );
}

const NONE: readonly string[] = [];

/** The required input that is the only field; null when there are others, or when it may be left out. */
function onlyGroup(
  fields: readonly FormField[],
): (FormField & { control: Extract<FormField['control'], { kind: 'group' }> }) | null {
  const [field] = fields;
  if (fields.length !== 1 || field === undefined || !field.required || field.control.kind !== 'group') return null;
  return { ...field, control: field.control };
}

/** What a value is entered with; files are chosen by a button, and the menu beside the label enters nothing. */
const FILLED_IN = ':is(input:not([type="file"], [type="hidden"], [hidden]), select, textarea, [role="spinbutton"])';

/** Puts the focus on the first field of `form` that is marked as wrong; false when there is none. */
export function focusFirstProblem(form: HTMLElement | null): boolean {
  const marked = form?.querySelector<HTMLElement>('[aria-invalid], .field-error');
  const field = marked?.closest('.draft-field');
  const target = marked?.matches('[aria-invalid]')
    ? marked
    : (field?.querySelector<HTMLElement>(FILLED_IN) ?? field?.querySelector<HTMLElement>('button:not(.sent-menu)') ?? null);
  target?.focus();
  marked?.scrollIntoView?.({ block: 'center' });
  return target != null;
}
