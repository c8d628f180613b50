/** A record that is on the screen: loaded, remembered for Find, and loaded again after a sign-in. */
import type { RecordRef } from '../../../schema/collections/records';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { useAskAgain } from '../useAskAgain';
import { type RecordState, useRecord, useRemembered } from './useRecord';

/** The record. */
export function useOpenRecord(session: Session, model: SchemaModel, ref: RecordRef): RecordState {
  const record = useRecord(model, ref);
  useRemembered(session, model, ref, record);
  useAskAgain(session, record.failure, record.refresh);
  return record;
}
