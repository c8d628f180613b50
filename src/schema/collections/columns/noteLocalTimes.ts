/** Learns from loaded rows which scalars the server sends as a date and time without a zone. */
import { localTimes } from '../../model/localTimes';
import { namedType, type SchemaModel } from '../../model/schemaModel';
import { type Column, cellValue } from './columns';

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?$/;

/** Notes the scalars whose values in these rows have no zone. A scalar of which one value had a zone is never such a scalar. */
export function noteLocalTimes(model: SchemaModel, columns: readonly Column[], rows: readonly unknown[]): void {
  const times = localTimes(model);
  for (const column of columns) {
    if (!/^(date|dateTime|localDateTime)$/.test(column.kind)) continue;
    const name = namedType(column.typeRef);
    for (const row of rows) {
      if (times.get(name) === false) break;
      const value = cellValue(row, column);
      if (typeof value === 'string' && MOMENT.test(value)) times.set(name, LOCAL.test(value));
    }
  }
}
