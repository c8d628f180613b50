/** A row of the explorer: a checkbox, a name and a type. The value of an argument and the name of an operation can be edited in it. */
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { IconButton } from '../../../ui/inputs/Button';
import { Icon } from '../../../ui/text/Icon';
import type { ExplorerRow } from './explorerRows';

/** Props of `ExplorerLine`. */
export interface ExplorerLineProps {
  id: string;
  row: ExplorerRow;
  active: boolean;
  onToggle: () => void;
  onFold: () => void;
  /** Adds all leaf fields. */
  onFill: () => void;
  /** Sets the value of the argument, or the name of the operation. Returns false if it is invalid. */
  onValue: (value: string) => boolean;
  /** Removes the operation. */
  onRemove: () => void;
  /** Called when editing ends: the focus returns to the tree. */
  onLeave: () => void;
}

export function ExplorerLine({
  id,
  row,
  active,
  onToggle,
  onFold,
  onFill,
  onValue,
  onRemove,
  onLeave,
}: ExplorerLineProps): ReactNode {
  const text = useText();
  const isTop = row.kind === 'operation' || row.kind === 'fragment';
  const shown = row.kind === 'type' ? `… on ${row.name}` : row.kind === 'spread' ? `…${row.name}` : row.name;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and refers to the active row
    <div
      id={id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-expanded={row.expandable ? row.open : undefined}
      aria-checked={isTop ? undefined : row.checked}
      aria-selected={active}
      className={`explorer-row${active ? ' explorer-row-active' : ''}${row.checked ? ' explorer-row-on' : ''}${isTop ? ' explorer-row-top' : ''}`}
      style={{ paddingInlineStart: 4 + row.depth * 14 }}
      title={row.description ?? undefined}
      onClick={event => {
        if (!(event.target as HTMLElement).closest('button, input')) onToggle();
      }}
    >
      <span className="explorer-mark">
        {row.expandable ? (
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            className={row.open ? 'explorer-fold explorer-fold-open' : 'explorer-fold'}
            onClick={onFold}
          >
            <Icon name="chevronEnd" size={12} />
          </button>
        ) : null}
      </span>
      {isTop ? (
        <>
          <span className="explorer-kind">{row.kind === 'operation' ? row.type : `fragment on ${row.type}`}</span>
          <EditableText
            row={row}
            label={text('query.explorerName')}
            hint={text('query.explorerUnnamed')}
            onValue={onValue}
            onLeave={onLeave}
          />
          <span className="explorer-tools">
            <IconButton icon="trash" tabIndex={-1} label={text('query.explorerRemove', { name: row.name })} onClick={onRemove} />
          </span>
        </>
      ) : (
        <>
          <span className={`explorer-box${row.kind === 'argument' ? ' explorer-box-argument' : ''}`}>
            {row.checked ? <Icon name="check" size={12} /> : null}
          </span>
          <span className={row.deprecated ? 'explorer-name explorer-name-old' : 'explorer-name'}>
            {row.alias === null ? null : <span className="quiet">{row.alias}: </span>}
            {shown}
            {row.required ? <span className="explorer-required">*</span> : null}
          </span>
          {row.kind === 'argument' && row.checked ? (
            <EditableText
              row={row}
              label={text('query.explorerValue', { name: row.name })}
              hint={row.type}
              onValue={onValue}
              onLeave={onLeave}
            />
          ) : (
            <span className="explorer-type truncate">{row.type}</span>
          )}
          {row.fillable ? (
            <span className="explorer-tools">
              <IconButton icon="plus" tabIndex={-1} label={text('query.explorerFill', { name: row.name })} onClick={onFill} />
            </span>
          ) : null}
        </>
      )}
    </div>
  );
}

interface EditableTextProps extends Pick<ExplorerLineProps, 'row' | 'onValue' | 'onLeave'> {
  label: string;
  hint: string;
}

/** A text field that is applied when editing ends, and marked while it is invalid. */
function EditableText({ row, label, hint, onValue, onLeave }: EditableTextProps): ReactNode {
  const text = useText();
  const id = useId();
  const current = row.kind === 'argument' ? row.value : row.name;
  const [draft, setDraft] = useState(current);
  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    setDraft(current);
    setWrong(false);
  }, [current]);
  const finish = (): boolean => {
    const isTaken = draft === current || onValue(draft.trim());
    setWrong(!isTaken);
    return isTaken;
  };
  return (
    <>
      <input
        className="explorer-value"
        data-row={row.key}
        tabIndex={-1}
        aria-label={label}
        aria-invalid={isWrong}
        title={isWrong ? text(row.kind === 'argument' ? 'query.explorerNoValue' : 'query.explorerNoName') : undefined}
        placeholder={hint}
        value={draft}
        list={row.options.length > 0 ? id : undefined}
        spellCheck={false}
        autoComplete="off"
        dir="ltr"
        onChange={event => setDraft(event.target.value)}
        onBlur={finish}
        onKeyDown={event => {
          event.stopPropagation();
          if (event.key === 'Escape') {
            setDraft(current);
            setWrong(false);
            onLeave();
          } else if (event.key === 'Enter' && finish()) onLeave();
        }}
      />
      {row.options.length > 0 ? (
        <datalist id={id}>
          {row.options.map(option => (
            <option key={option} value={option} />
          ))}
        </datalist>
      ) : null}
    </>
  );
}
