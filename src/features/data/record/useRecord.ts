/** One record, loaded by what its address says. */
import { useCallback, useEffect, useMemo } from 'react';
import { type PreparedState, usePrepared } from '../../../parts/usePrepared';
import { layoutColumns, recordLayout } from '../../../schema/collections/recordLayout';
import type { RecordRef } from '../../../schema/collections/records';
import { recordTitle } from '../../../schema/collections/recordTitle';
import type { Prepared, Row } from '../../../schema/documents/documents';
import { recordDocument } from '../../../schema/documents/recordDocument';
import { possibleTypes, type SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { rememberRecord } from '../../../session/history/recentRecords';
import type { GraphQLFailure } from '../../../transport/observe/failure';
import { useFailingColumns } from '../useFailingColumns';
import { recordHref } from './recordAddress';

/** A record and what names it. */
export interface RecordState extends PreparedState<Row | null> {
  readonly prepared: Prepared<Row | null>;
  /** The record; null while it is loaded, and when there is none. */
  readonly row: Row | null;
  /** Fields that were left out because the server cannot answer them, by the ids of their columns. */
  readonly fieldErrors: ReadonlyMap<string, GraphQLFailure>;
  /** The server answered, and has no such record. */
  readonly isMissing: boolean;
  /** What it really is, where the schema says less (an interface). */
  readonly typeName: string;
  /** What names it; null until that is known. */
  readonly title: string | null;
}

/** Puts a record that is in view among those Find offers again. */
export function useRemembered(session: Session, model: SchemaModel, ref: RecordRef, record: RecordState): void {
  const { title, typeName } = record;
  const to = recordHref(model, ref);
  useEffect(() => {
    if (title !== null) rememberRecord(session.preferences, { typeName, title, href: to });
  }, [session, typeName, title, to]);
}

/** Asks for the record. Its type has to have a lookup (`parseRecordRef` gave the reference). */
export function useRecord(model: SchemaModel, ref: RecordRef): RecordState {
  const key = JSON.stringify(ref);
  const columns = useMemo(() => layoutColumns(recordLayout(model, ref.typeName)), [model, ref.typeName]);
  const failing = useFailingColumns(key, columns);
  const { asked } = failing;
  // biome-ignore lint/correctness/useExhaustiveDependencies: by what it says, as the address makes the object anew
  const prepared = useMemo(() => recordDocument(model, ref, asked), [model, key, asked]);
  const state = usePrepared(prepared);
  // The record before stays out of sight: another's fields under this one's address would be a lie.
  const row = state.isOld && !state.failure ? null : state.value;
  const { failure, isOld, refresh: askAgain } = state;
  useEffect(() => {
    if (failure !== null && (row === null || isOld)) failing.leaveOut(failure);
  }, [failure, row, isOld, failing]);
  const refresh = useCallback(() => {
    if (!failing.forget()) askAgain();
  }, [failing, askAgain]);
  const typeName = typeOfRow(model, ref.typeName, row);
  return {
    ...state,
    refresh,
    fieldErrors: failing.errors,
    prepared,
    row,
    isMissing: !state.isLoading && !state.failure && row === null,
    typeName,
    title: recordTitle(model, typeName, row),
  };
}

/** The object type of a row: what it says itself where that can be, else what the schema says. */
export function typeOfRow(model: SchemaModel, typeName: string, row: Row | null): string {
  const own = row?.__typename;
  return typeof own === 'string' && possibleTypes(model.types.get(typeName)).includes(own) ? own : typeName;
}
