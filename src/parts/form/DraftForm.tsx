/**
 * A form with one control per field. It is controlled: the caller keeps the drafts (formDraft.ts). A problem is shown at its field after the
 * user has left the field or tried to send the form; problems from a server are shown at once.
 */

import { type FocusEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import type { FormField } from '../../schema/forms/formModel';
import type { Draft, Drafts, FieldPath, FieldProblem } from '../../schema/forms/formValues';
import { Icon } from '../../ui/text/Icon';
import { useIsHydrated } from '../../ui/useIsHydrated';
import { DraftField } from './DraftField';
import { DraftFormContext, type DraftFormState } from './draftFormContext';
import { FirstFields } from './FirstFields';
import { isDraftGroup, pathKey, withDraftAt } from './formDraft';
import { problemWords } from './problemWords';
import './DraftForm.css';

/** Props of `DraftForm`. */
export interface DraftFormProps {
  fields: readonly FormField[];
  drafts: Drafts;
  /** All problems; the form decides which are shown. */
  problems: readonly FieldProblem[];
  /** True after an attempt to send: problems of untouched fields are shown too. Default false. */
  attempted?: boolean;
  disabled?: boolean;
  onChange: (drafts: Drafts, path: FieldPath) => void;
  /** Accessible name of the group of fields. */
  label: string;
  /** See DraftFormState. Memoize the functions: a new function re-renders all fields. */
  choices?: DraftFormState['choices'];
  readsNames?: DraftFormState['readsNames'];
  docs?: DraftFormState['docs'];
  aid?: DraftFormState['aid'];
  money?: DraftFormState['money'];
  standing?: DraftFormState['standing'];
  absent?: DraftFormState['absent'];
}

/** Renders the fields. The caller renders the <form> and its buttons. */
export function DraftForm({
  fields,
  drafts,
  problems,
  attempted = false,
  disabled: isDisabled = false,
  onChange,
  label,
  choices,
  readsNames,
  docs,
  aid,
  money,
  standing,
  absent,
}: DraftFormProps): ReactNode {
  const text = useText();
  // Text typed into a server-rendered page before hydration would be lost.
  const disabled = !useIsHydrated() || isDisabled;
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
    // A second change in the same event must start from this one.
    latest.current.drafts = next;
    latest.current.onChange(next, path);
  }, []);
  // If the only argument is an input object, its fields are the form: a frame around all of them would be useless.
  const only = onlyGroup(fields);
  const draft = only && Object.hasOwn(drafts, only.name) ? drafts[only.name] : undefined;
  const inner: Drafts = only ? (isDraftGroup(draft) ? draft : {}) : drafts;
  const whole = only ? shown.filter(({ path }) => path.length === 1) : [];
  const state = useMemo<DraftFormState>(
    () => ({ problems: shown, disabled, onChange: change, choices, readsNames, docs, aid, money, standing, absent }),
    [shown, disabled, change, choices, readsNames, docs, aid, money, standing, absent],
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
        <FirstFields fields={only ? only.control.fields : fields} drafts={inner} path={only ? [only.name] : []}>
          {field => (
            <DraftField
              key={field.name}
              field={field}
              draft={Object.hasOwn(inner, field.name) ? inner[field.name] : undefined}
              path={only ? [only.name, field.name] : [field.name]}
              within={only ? [only.control.typeName] : NONE}
            />
          )}
        </FirstFields>
      </fieldset>
    </DraftFormContext>
  );
}

const NONE: readonly string[] = [];

/** The only field, if it is a required input object; otherwise null. */
function onlyGroup(
  fields: readonly FormField[],
): (FormField & { control: Extract<FormField['control'], { kind: 'group' }> }) | null {
  const [field] = fields;
  if (fields.length !== 1 || field === undefined || !field.required || field.control.kind !== 'group') return null;
  return { ...field, control: field.control };
}

/** Elements for entering a value. File inputs are excluded because a button opens them. */
export const FILLED_IN = ':is(input:not([type="file"], [type="hidden"], [hidden]), select, textarea, [role="spinbutton"])';

/** Focuses the first invalid field of `form`; returns false if there is none. */
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
