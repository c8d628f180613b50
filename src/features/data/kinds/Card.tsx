/** Content of a card: the record's title, which opens the record, and its first few fields. */
import type { ReactNode, Ref } from 'react';
import { valueAsText } from '../../../lib/text/valueAsText';
import type { Column } from '../../../schema/collections/columns/columns';
import { cellValue } from '../../../schema/collections/columns/columns';
import { recordRef } from '../../../schema/collections/records';
import { recordTitle, substituteColumns, substituteName } from '../../../schema/collections/recordTitle';
import type { Row } from '../../../schema/documents/documents';
import { Cell } from '../table/Cell';
import type { KindProps } from './kindProps';

/** Props of `Card`. */
export interface CardProps extends Pick<KindProps, 'model' | 'rowType' | 'columns' | 'links' | 'editing'> {
  row: Row;
  /** The column that the card's position already shows. */
  without: Column;
  onOpen: () => void;
  isOpen: boolean;
  ref?: Ref<HTMLButtonElement>;
  /** Id of the element that describes the keyboard commands of the title button. */
  describedBy?: string | undefined;
}

/** Maximum number of fields on a card. */
const MOST_FIELDS = 3;

/** Renders the content of a card. */
export function Card({
  model,
  rowType,
  columns,
  links,
  editing,
  row,
  without,
  onOpen,
  isOpen,
  ref,
  describedBy,
}: CardProps): ReactNode {
  const title = titleOf(model, rowType, columns, row);
  // The relations of which the title consists are not repeated as fields.
  const named = substituteColumns(model, rowType);
  const inTitle = title === substituteName(row, named) ? named.map(column => column.id) : [];
  const fields = columns
    .filter(column => column.id !== without.id && column.kind !== 'imageUrl' && !inTitle.includes(column.id))
    .filter(column => {
      const value = cellValue(row, column);
      return value !== null && value !== undefined && value !== '' && valueAsText(value) !== title;
    });
  return (
    <>
      <button
        ref={ref}
        type="button"
        className="card-title"
        aria-current={isOpen || undefined}
        aria-describedby={describedBy}
        onClick={onOpen}
      >
        {/* The direction of the title must not move the room for the menu to the other side. */}
        <bdi>{title}</bdi>
      </button>
      {fields.length === 0 ? null : (
        <dl className="card-fields">
          {fields.slice(0, MOST_FIELDS).map(column => {
            const shown = <Cell model={model} typeName={rowType} row={row} column={column} links={links} />;
            return (
              <div key={column.id} className="card-field">
                <dt className="truncate" dir="auto">
                  {column.label}
                </dt>
                <dd>{editing?.mark ? editing.mark(row, column, shown) : shown}</dd>
              </div>
            );
          })}
        </dl>
      )}
    </>
  );
}

/** Title of a card: the display name of the record. If that is only a key, the first visible column is preferred. */
export function titleOf(model: KindProps['model'], rowType: string, columns: readonly Column[], row: Row): string {
  const [first] = columns;
  const value = first === undefined ? null : cellValue(row, first);
  const shown = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const title = recordTitle(model, rowType, row);
  const ref = recordRef(model, rowType, row);
  const isKey = title === null || (ref !== null && Object.values(ref.keys).some(key => String(key) === title));
  return (isKey && shown !== '' ? shown : title) ?? '–';
}
