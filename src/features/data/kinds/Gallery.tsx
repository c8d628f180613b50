/** Rows as cards with an image. */
import type { ReactNode } from 'react';
import type { Row } from '../../../schema/documents/documents';
import { FieldValue } from '../record/FieldValue';
import { Card } from './Card';
import type { KindProps } from './kindProps';

/** Renders the gallery. */
export default function Gallery(props: KindProps): ReactNode {
  const { model, rowType, column, page, links, openRow } = props;
  return (
    <ul className="gallery" aria-label={props.label}>
      {page.rows.map((row: Row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its index on the page
        <li key={at} className={at === openRow ? 'card card-open' : 'card'}>
          <div className="gallery-picture">
            <FieldValue model={model} typeName={rowType} column={column} row={row} links={links} />
          </div>
          <Card {...props} row={row} without={column} isOpen={at === openRow} onOpen={() => props.onOpen(at)} />
        </li>
      ))}
    </ul>
  );
}
