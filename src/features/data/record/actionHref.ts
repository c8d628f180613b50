import { keyOf } from '../../../schema/collections/records';
import type { Row } from '../../../schema/documents/documents';
import type { RecordAction } from '../../../schema/mutations/recordActions';
import { href } from '../../../session/navigation/navigation';

/** URL of an action's form with the record's key as an argument; null if the row does not contain the key. */
export function actionHref(entry: RecordAction, row: Row): string | null {
  const places: [string, string][] = [];
  for (const part of [entry, ...entry.others]) {
    const value = keyOf(row, part.key);
    if (typeof value !== 'string' && typeof value !== 'number') return null;
    places.push([[...part.target, ...(part.asList ? ['0'] : [])].join('.'), String(value)]);
  }
  return href(['actions', entry.action.id], Object.fromEntries(places));
}

/** The same for an action that is offered; null for a hidden or deprecated one, and for one whose form cannot be completed. */
export function offeredHref(entry: RecordAction, row: Row): string | null {
  const { field, isComplete, deprecationReason } = entry.action;
  return isComplete && deprecationReason === null && !field.hidden ? actionHref(entry, row) : null;
}
