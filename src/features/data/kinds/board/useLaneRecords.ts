/** The records of a small collection, as lanes of a board that uses a relation to it. */
import { useMemo } from 'react';
import { usePrepared } from '../../../../parts/usePrepared';
import { type Column, columnAt } from '../../../../schema/collections/columns/columns';
import { displayPath } from '../../../../schema/collections/displayField';
import { homeCollection } from '../../../../schema/collections/homeCollection';
import { recordRef } from '../../../../schema/collections/records';
import { recordTitle } from '../../../../schema/collections/recordTitle';
import { pageDocument } from '../../../../schema/documents/documents';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import type { LaneRecord } from './boardLanes';

/** Maximum number of records. A larger collection gets lanes only for the records of the visible rows. */
export const MOST_RECORDS = 12;

/** The records; null: not loaded, too many, or the column is not a relation. */
export function useLaneRecords(model: SchemaModel, column: Column): readonly LaneRecord[] | null {
  const typeName = column.relation?.typeName;
  const prepared = useMemo(() => {
    const collection = typeName === undefined ? null : homeCollection(model, typeName);
    if (collection === null || typeName === undefined || collection.mustFill.length > 0) return null;
    const naming = columnAt(model, typeName, displayPath(model, typeName) ?? []);
    return pageDocument(model, collection, { columns: naming === null ? [] : [naming], size: MOST_RECORDS + 1 });
  }, [model, typeName]);
  const { value: page, isOld } = usePrepared(prepared, { acceptCached: true });
  return useMemo(() => {
    // The lanes of another column would write the key of the wrong record.
    if (prepared === null || page === null || isOld || typeName === undefined) return null;
    if (page.rows.length > MOST_RECORDS || page.next !== null) return null;
    return page.rows.flatMap(row => {
      const [key, ...others] = Object.values(recordRef(model, typeName, row)?.keys ?? {});
      if (others.length > 0 || (typeof key !== 'string' && typeof key !== 'number')) return [];
      return [{ key, label: recordTitle(model, typeName, row) ?? String(key) }];
    });
  }, [model, typeName, prepared, page, isOld]);
}
