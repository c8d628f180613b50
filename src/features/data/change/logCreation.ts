/** Records the creation of a record in the change log of its collection, so that it can be undone. */
import { formatRecordRef, type RecordRef, recordRef } from '../../../schema/collections/records';
import { recordTitle } from '../../../schema/collections/recordTitle';
import { type SchemaModel, typeLabel } from '../../../schema/model/schemaModel';
import type { Row } from '../../../schema/mutations/changeRequest';
import type { Session } from '../../../session/connections/session';
import type { ChangeEntry } from '../edit/review/changeEntry';
import { tableEdits } from '../edit/sending/tableEdits';

/**
 * Returns the reference, the title and the entry of the new record. Without a reference, nothing is recorded, because the undo could not
 * delete the record.
 * @param record the new record, with the fields that the result contains; null if it contains none
 */
export function logCreation(
  session: Session,
  model: SchemaModel,
  collection: string,
  typeName: string,
  record: Row | null,
): { readonly ref: RecordRef | null; readonly title: string; readonly entry: ChangeEntry | null } {
  const ref = record === null ? null : recordRef(model, typeName, record);
  const title = (record && recordTitle(model, typeName, record)) ?? typeLabel(model, typeName);
  if (ref === null) return { ref, title, entry: null };
  const entry = tableEdits(session, collection).log.add({
    at: session.clock.now(),
    collection,
    typeName: ref.typeName,
    row: `${ref.typeName}:${formatRecordRef(model, ref)}`,
    keys: Object.entries(ref.keys),
    title,
    edits: [],
    result: 'sent',
    message: null,
    kind: 'create',
  });
  return { ref, title, entry };
}
