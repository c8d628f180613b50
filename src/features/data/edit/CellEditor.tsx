/**
 * The editor of one cell, next to the cell. Enter, Tab and a click elsewhere accept the value, Escape discards it. A value that is not
 * valid stays in the editor, with its error. An accepted value is staged, not sent.
 */
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { DraftField } from '../../../parts/form/DraftField';
import { DraftFormContext, type DraftFormState } from '../../../parts/form/draftFormContext';
import type { Column } from '../../../schema/collections/columns/columns';
import { fittingField } from '../../../schema/forms/fittingField';
import { type FormField, isNumberControl } from '../../../schema/forms/formModel';
import { type Draft, fromVariables, toVariables } from '../../../schema/forms/formValues';
import { plainNumber } from '../../../ui/form/plainNumber';
import { Popover } from '../../../ui/frame/menu/Popover';
import { Button } from '../../../ui/inputs/Button';
import { AmountHelp } from './fields/AmountHelp';
import { moneyOf } from './fields/minorAmounts';
import { typeInto } from './fields/typeInto';
import { isFocusElsewhere } from './returnFocus';
import { useNamedRecord } from './useNamedRecord';
import '../../../parts/form/DraftForm.css';

/** Where the focus goes after an edit. */
export type EditEnd = 'stay' | 'next' | 'previous';

/** What was typed on the cell until its editor has the focus. The editor enters it. */
export interface TypedAhead {
  text: string;
  /** True if Enter was pressed after the text. */
  isComplete?: boolean;
}

/** Props of `CellEditor`. */
export interface CellEditorProps {
  field: FormField;
  /** Current value of the cell. */
  value: unknown;
  /** What to enter in place of the value. */
  typed: TypedAhead;
  /** The column of the cell and, for an amount of money, its currency. */
  column: Column;
  currency: string | undefined;
  cell: RefObject<HTMLElement | null>;
  choices: NonNullable<DraftFormState['choices']>;
  /** `name`: the name of the record whose key is `value`, if it is known. */
  onAccept: (value: unknown, end: EditEnd, name?: string) => void;
  onCancel: () => void;
}

const CONTROLS = 'input, textarea, select, [role="spinbutton"], [contenteditable="true"], button';

/** Renders the editor. */
export function CellEditor(props: CellEditorProps): ReactNode {
  const { field, value, column, currency, cell, choices, onAccept, onCancel } = props;
  const text = useText();
  const { locale } = useFormats();
  // The input may stay empty, whatever `required` says: an unchanged value is not sent.
  const shown = useMemo(() => fittingField({ ...field, required: true, defaultValue: undefined }, value), [field, value]);
  const first = useMemo(() => draftOf(shown, value), [shown, value]);
  const [draft, setDraft] = useState<Draft>(first);
  const [attempted, setAttempted] = useState(false);
  const named = useNamedRecord({ field: shown, column }, choices, draft);
  const box = useRef<HTMLDivElement>(null);
  // Enter accepts `1,234` before the input has lost the focus, and with it the separators.
  const plain = typeof draft === 'string' && isNumberControl(shown.control) ? plainNumber(draft, locale) : draft;
  const read = useMemo(() => readDraft(shown, plain, field.nullable), [shown, plain, field.nullable]);
  const stay = (): void => {
    setAttempted(true);
    // After the click elsewhere has moved the focus.
    requestAnimationFrame(() => controlsIn(box.current)[0]?.focus());
  };
  const accept = (end: EditEnd): void => {
    if (JSON.stringify(draft) === JSON.stringify(first)) onAccept(value, end);
    else if (named.isFor(draft))
      named.find(draft, found => {
        if (found) onAccept(found.value, end, found.name);
        else if (isFocusElsewhere()) setAttempted(true);
        else stay();
      });
    else if ('value' in read) onAccept(read.value, end);
    else stay();
  };
  const [isComplete, setComplete] = useState(false);
  useFirstControl(box, props.typed, setComplete);
  useEffect(() => {
    if (!isComplete) return;
    setComplete(false);
    // In a list of records, nothing is chosen yet.
    if (draft !== first) accept('stay');
  });
  // The cell has lost the focus to the editor; mark it as the cell being edited.
  useEffect(() => {
    const element = cell.current;
    element?.setAttribute('data-editing', '');
    return () => element?.removeAttribute('data-editing');
  }, [cell]);
  const context = useMemo<DraftFormState>(
    () => ({
      problems: [...(attempted && 'problems' in read ? read.problems : []), ...named.problemsOf(draft)],
      disabled: false,
      onChange: (_, next) => setDraft(next),
      choices,
      readsNames: true,
      aid: (_, path) =>
        column.format?.digits && path.length === 1 ? <AmountHelp column={column} value={draft} currency={currency} /> : null,
      money: (_, path) => (path.length === 1 ? moneyOf(column, currency) : null),
    }),
    [attempted, read, choices, column, draft, currency, named.problemsOf],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const target = event.target as HTMLElement;
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter' && !event.shiftKey && target.tagName !== 'BUTTON') accept('stay');
    else if (event.key === 'Tab' && isOnlyControl(box.current, target)) accept(event.shiftKey ? 'previous' : 'next');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Date segments handle their own keys and stop their propagation, so Enter and Escape are handled in the capture phase.
  const onSegmentKey = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (/^(Enter|Escape)$/.test(event.key) && (event.target as HTMLElement).matches('[role="spinbutton"]')) onKeyDown(event);
  };
  return (
    <Popover
      open
      matchWidth
      anchor={cell}
      className="cell-editor"
      label={text('data.editCell', { field: field.label })}
      onClose={() => accept('stay')}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles key events of the focused control inside */}
      <div ref={box} onKeyDown={onKeyDown} onKeyDownCapture={onSegmentKey} className="cell-editor-inside">
        <DraftFormContext value={context}>
          <DraftField field={shown} draft={draft} path={[field.name]} hideLabel />
        </DraftFormContext>
        <div className="cell-editor-buttons">
          {field.nullable ? (
            <Button kind="quiet" onClick={() => onAccept(null, 'stay')}>
              {text('data.editClear')}
            </Button>
          ) : null}
          <Button kind="quiet" onClick={onCancel}>
            {text('ui.cancel')}
          </Button>
          <Button kind="primary" busy={named.busy} onClick={() => accept('stay')}>
            {text('data.editApply')}
          </Button>
        </div>
      </div>
    </Popover>
  );
}

/** The controls that enter the value: without the menu beside the label and the buttons below. */
const controlsIn = (box: HTMLElement | null): HTMLElement[] =>
  [...(box?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].filter(
    each => !each.closest('.cell-editor-buttons, .field-head, .visually-hidden, [aria-busy="true"]'),
  );

/**
 * Focuses the control as soon as it has loaded, and enters the typed characters. Until then the cell has the focus, and collects further
 * characters.
 */
function useFirstControl(
  box: RefObject<HTMLDivElement | null>,
  typed: TypedAhead,
  onEntered: (isComplete: boolean) => void,
): void {
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let focused: HTMLElement | undefined;
    const focus = (): void => {
      if (!(focused?.isConnected || element.contains(document.activeElement))) {
        focused = controlsIn(element).at(0);
        focused?.focus();
        if (focused instanceof HTMLInputElement && focused.type === 'text') focused.select();
      }
      if (typed.text === '' || !typeInto(element, typed.text)) return;
      typed.text = '';
      if (typed.isComplete) onEntered(true);
    };
    focus();
    const watcher = new MutationObserver(focus);
    watcher.observe(element, { childList: true, subtree: true });
    return () => watcher.disconnect();
  }, [box, typed, onEntered]);
}

/** True if Tab should leave the cell, because the editor has no other control. */
function isOnlyControl(box: HTMLElement | null, target: HTMLElement): boolean {
  const controls = controlsIn(box);
  return controls.length === 1 && controls[0] === target;
}

function draftOf(field: FormField, value: unknown): Draft {
  if (value === null || value === undefined) return undefined;
  const drafts = fromVariables([field], Object.fromEntries([[field.name, value]]));
  return Object.hasOwn(drafts, field.name) ? drafts[field.name] : undefined;
}

/** The value of the input. An emptied input means null if the field is nullable, otherwise an empty string. */
function readDraft(
  field: FormField,
  draft: Draft,
  nullable: boolean,
): { value: unknown } | { problems: ReturnType<typeof toVariables>['problems'] } {
  if (draft === undefined || draft === '') {
    if (nullable) return { value: null };
    const isText = field.control.kind === 'scalar' && /^(text|longText)$/.test(field.control.scalar.kind);
    if (isText) return { value: '' };
  }
  const { variables, problems } = toVariables([field], Object.fromEntries([[field.name, draft]]));
  if (problems.length > 0 || !Object.hasOwn(variables, field.name)) return { problems };
  return { value: variables[field.name] };
}
