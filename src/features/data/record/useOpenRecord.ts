/** A record on the screen: loaded, added to the recent records of Find, and requested again after sign-in. */
import type { RecordRef } from '../../../schema/collections/records';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { useAskAgain } from '../useAskAgain';
import { type RecordState, useRecord, useRemembered } from './useRecord';

/** Loads the record. */
export function useOpenRecord(session: Session, model: SchemaModel, ref: RecordRef): RecordState {
  const record = useRecord(model, ref);
  useRemembered(session, model, ref, record);
  useAskAgain(session, record.failure, record.refresh);
  return record;
}
