/**
 * Dialog for choosing and ordering the columns of a table. Above: the visible columns; below: every field that can be a column, with the
 * fields of related records nested inside. Changes apply to the table at once. Loaded when it is first opened.
 */
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useText } from '../../../../i18n/LanguageProvider';
import type { Collection } from '../../../../schema/collections/collections';
import { type ColumnChoice, columnChoices } from '../../../../schema/collections/columns/columnChoices';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import { Dialog } from '../../../../ui/frame/Dialog';
import { Button, IconButton } from '../../../../ui/inputs/Button';
import { SearchInput } from '../../../../ui/inputs/SearchInput';
import { Checkbox } from '../../../../ui/inputs/Select';
import { Icon } from '../../../../ui/text/Icon';
import { Pill } from '../../../../ui/text/Pill';
import { findChoices } from '../../filter/findChoices';
import { moveColumn } from './moveColumn';
import { type ColumnsState, columnRefs } from './useColumns';
import './ColumnChooser.css';

/** Props of `ColumnChooser`. */
export interface ColumnChooserProps {
  model: SchemaModel;
  collection: Collection;
  columns: ColumnsState;
  onClose: () => void;
}

/** Renders the dialog. */
export function ColumnChooser({ model, collection, columns, onClose }: ColumnChooserProps): ReactNode {
  const text = useText();
  const [wanted, setWanted] = useState('');
  const choices = useMemo(() => columnChoices(model, collection.rowType), [model, collection.rowType]);
  const found = useMemo(() => (wanted.trim() === '' ? null : findChoices(choices, wanted)), [choices, wanted]);
  const refs = columnRefs(columns.shown);
  const shown = new Set(refs.map(ref => ref.id));
  const toggle = (id: string): void =>
    columns.set(shown.has(id) ? refs.filter(ref => ref.id !== id) : [...refs, { id, pinned: false }]);
  const last = refs.at(-1)?.id;
  const before = useRef(shown);
  const close = (): void => {
    onClose();
    if (last !== undefined && !before.current.has(last)) scrollToLast(collection.label);
  };
  return (
    <Dialog
      open
      onClose={close}
      title={text('data.columnsTitle', { collection: collection.label })}
      footer={
        <>
          <Button kind="quiet" icon="undo" disabled={!columns.isChanged} onClick={columns.reset}>
            {text('data.resetColumns')}
          </Button>
          <Button kind="primary" onClick={close}>
            {text('ui.ok')}
          </Button>
        </>
      }
    >
      <section className="columns-part" aria-label={text('data.columnsShown')}>
        <h3>{text('data.columnsShown')}</h3>
        <ShownList columns={columns} />
      </section>
      <section className="columns-part" aria-label={text('data.columnsAll')}>
        <h3>{text('data.columnsAll')}</h3>
        <SearchInput label={text('data.columnsFind')} value={wanted} onChange={setWanted} />
        {found === null ? (
          <ChoiceList choices={choices} shown={shown} onToggle={toggle} />
        ) : found.choices.length === 0 ? (
          <p className="quiet">{text('data.columnsNone')}</p>
        ) : (
          <>
            <ul className="columns-choices">
              {found.choices.map(({ choice, within }) => (
                <li key={choice.id}>
                  <ChoiceLine choice={choice} within={within} shown={shown} onToggle={toggle} />
                </li>
              ))}
            </ul>
            {found.more > 0 ? <p className="quiet">{text('data.columnsTooMany', { count: found.more })}</p> : null}
          </>
        )}
      </section>
    </Dialog>
  );
}

/** Scrolls the table to its last column, which is where added columns are. */
function scrollToLast(label: string): void {
  const table = [...document.querySelectorAll('.data-table')].find(each => each.getAttribute('aria-label') === label);
  if (!table) return;
  const sign = getComputedStyle(table).direction === 'rtl' ? -1 : 1;
  table.scrollTo({ left: sign * table.scrollWidth });
}

/** The visible columns in order, moved by buttons or by drag and drop. */
function ShownList({ columns }: { columns: ColumnsState }): ReactNode {
  const text = useText();
  const list = useRef<HTMLOListElement>(null);
  const [over, setOver] = useState<string | null>(null);
  const refs = columnRefs(columns.shown);
  const last = columns.shown.length - 1;
  const move = (at: number, by: -1 | 1): void => {
    const ref = refs[at];
    const before = by < 0 ? refs[at - 1]?.id : (refs[at + 2]?.id ?? null);
    if (!ref || before === undefined) return;
    columns.set(moveColumn(refs, ref.id, before));
    // The button moves with its list item. Focus the button of the same direction there, unless it is disabled.
    requestAnimationFrame(() => {
      const line = list.current?.children[at + by];
      const buttons = [...(line?.querySelectorAll<HTMLButtonElement>('button') ?? [])];
      (
        buttons.filter(button => !button.disabled).find(button => button.dataset.by === String(by)) ??
        buttons.find(button => !button.disabled)
      )?.focus();
    });
  };
  return (
    <ol ref={list} className="columns-shown">
      {columns.shown.map(({ column, pinned }, at) => {
        // Pinned columns come before the others: a column can move only within its own section.
        const first = at === 0 || columns.shown[at - 1]?.pinned !== pinned;
        const end = at === last || columns.shown[at + 1]?.pinned !== pinned;
        return (
          <li
            key={column.id}
            className={over === column.id ? 'columns-line columns-line-over' : 'columns-line'}
            draggable
            onDragStart={event => {
              event.dataTransfer.setData('application/x-oriel-column', column.id);
              event.dataTransfer.effectAllowed = 'move';
            }}
            onDragOver={event => {
              if (!event.dataTransfer.types.includes('application/x-oriel-column')) return;
              event.preventDefault();
              setOver(column.id);
            }}
            onDragLeave={() => setOver(null)}
            onDrop={event => {
              event.preventDefault();
              setOver(null);
              const moved = event.dataTransfer.getData('application/x-oriel-column');
              if (moved && moved !== column.id) columns.set(moveColumn(refs, moved, column.id));
            }}
          >
            <span className="columns-drag">
              <Icon name="drag" />
            </span>
            <span className="columns-name truncate" dir="auto" title={column.path.join('.')}>
              {column.label}
            </span>
            <IconButton
              icon="arrowUp"
              data-by="-1"
              label={text('data.columnUp', { column: column.label })}
              disabled={first}
              onClick={() => move(at, -1)}
            />
            <IconButton
              icon="arrowDown"
              data-by="1"
              label={text('data.columnDown', { column: column.label })}
              disabled={end}
              onClick={() => move(at, 1)}
            />
            <IconButton
              icon="pin"
              pressed={pinned}
              label={text(pinned ? 'data.columnUnpin' : 'data.columnPin', { column: column.label })}
              onClick={() => columns.set(refs.map(ref => (ref.id === column.id ? { ...ref, pinned: !pinned } : ref)))}
            />
            <IconButton
              icon="close"
              label={last === 0 ? text('data.columnLast') : text('data.columnRemove', { column: column.label })}
              disabled={last === 0}
              onClick={() => columns.set(refs.filter(ref => ref.id !== column.id))}
            />
          </li>
        );
      })}
    </ol>
  );
}

interface ChoiceProps {
  shown: ReadonlySet<string>;
  onToggle: (id: string) => void;
}

/** Fields of a type; related records can be expanded. */
function ChoiceList({ choices, shown, onToggle }: ChoiceProps & { choices: readonly ColumnChoice[] }): ReactNode {
  return (
    <ul className="columns-choices">
      {choices.map(choice => (
        <ChoiceItem key={choice.id} choice={choice} shown={shown} onToggle={onToggle} />
      ))}
    </ul>
  );
}

function ChoiceItem({ choice, shown, onToggle }: ChoiceProps & { choice: ColumnChoice }): ReactNode {
  const text = useText();
  const [open, setOpen] = useState(false);
  if (choice.inside === null) {
    return (
      <li>
        <ChoiceLine choice={choice} shown={shown} onToggle={onToggle} />
      </li>
    );
  }
  return (
    <li>
      <div className="columns-folder">
        <IconButton
          icon={open ? 'chevronDown' : 'chevronEnd'}
          label={text('data.columnInside', { column: choice.label })}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
        {choice.column ? (
          <ChoiceLine choice={choice} shown={shown} onToggle={onToggle} />
        ) : (
          <button type="button" className="columns-folder-name" onClick={() => setOpen(!open)}>
            <span dir="auto">{choice.label}</span>
          </button>
        )}
      </div>
      {open ? <ChoiceList choices={choice.inside.choices} shown={shown} onToggle={onToggle} /> : null}
    </li>
  );
}

function ChoiceLine({
  choice,
  within = [],
  shown,
  onToggle,
}: ChoiceProps & { choice: ColumnChoice; within?: readonly string[] }): ReactNode {
  const text = useText();
  const { column } = choice;
  if (!column) return null;
  return (
    <Checkbox
      checked={shown.has(column.id)}
      // The last column cannot be removed.
      disabled={shown.size === 1 && shown.has(column.id)}
      onChange={() => onToggle(column.id)}
      label={
        <span title={[column.path.join('.'), choice.description].filter(Boolean).join('\n').slice(0, 1000)}>
          {within.length > 0 ? <span className="quiet">{within.join(' › ')} › </span> : null}
          <span dir="auto">{choice.label}</span>
          {choice.deprecationReason === null ? null : (
            <>
              {' '}
              <Pill title={choice.deprecationReason}>{text('data.deprecatedShort')}</Pill>
            </>
          )}
        </span>
      }
    />
  );
}
