/** A record on the screen: loaded, added to the recent records of Find, and requested again after sign-in. */
import type { RecordRef } from '../../../schema/collections/records';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { useRefreshOnSignIn } from '../useRefreshOnSignIn';
import { type RecordState, useRecentRecord, useRecord } from './useRecord';

/** Loads the record. */
export function useOpenRecord(session: Session, model: SchemaModel, ref: RecordRef): RecordState {
  const record = useRecord(model, ref);
  useRecentRecord(session, model, ref, record);
  useRefreshOnSignIn(session, record.failure, record.refresh);
  return record;
}
