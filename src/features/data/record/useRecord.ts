/** Loads the record that a URL names. */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { type PreparedState, usePrepared } from '../../../parts/usePrepared';
import { layoutColumns, recordLayout } from '../../../schema/collections/recordLayout';
import type { RecordRef } from '../../../schema/collections/records';
import { recordTitle } from '../../../schema/collections/recordTitle';
import type { Prepared, Row } from '../../../schema/documents/documents';
import { recordDocument } from '../../../schema/documents/recordDocument';
import { actualType, type SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { rememberRecord } from '../../../session/history/recentRecords';
import type { GraphQLFailure } from '../../../transport/observe/failure';
import { useFailingColumns } from '../useFailingColumns';
import { recordHref } from './recordAddress';

/** A record, its title and its request. */
export interface RecordState extends PreparedState<Row | null> {
  readonly prepared: Prepared<Row | null>;
  /** The record; null while it loads, and if it does not exist. */
  readonly row: Row | null;
  /** Fields that were left out because the server cannot resolve them, by column id. */
  readonly fieldErrors: ReadonlyMap<string, GraphQLFailure>;
  /** True if the server returned a result without such a record. */
  readonly isMissing: boolean;
  /** The object type of the record, if the schema only says its interface. */
  readonly typeName: string;
  /** Title of the record; null until it is known. */
  readonly title: string | null;
}

/** Adds a visible record to the recent records that Find offers. */
export function useRecentRecord(session: Session, model: SchemaModel, ref: RecordRef, record: RecordState): void {
  const { title, typeName } = record;
  const to = recordHref(model, ref);
  useEffect(() => {
    if (title !== null) rememberRecord(session.preferences, { typeName, title, href: to });
  }, [session, typeName, title, to]);
}

/** Requests the record. Its type must have a lookup (`parseRecordRef` returned the reference). */
export function useRecord(model: SchemaModel, ref: RecordRef): RecordState {
  const key = JSON.stringify(ref);
  const columns = useMemo(() => layoutColumns(recordLayout(model, ref.typeName)), [model, ref.typeName]);
  const failing = useFailingColumns(key, columns);
  const { asked } = failing;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for `ref`, which is a new object after each change of the URL
  const prepared = useMemo(() => recordDocument(model, ref, asked), [model, key, asked]);
  const state = usePrepared(prepared);
  const { failure, isOld, refresh: askAgain } = state;
  // The previous record is not shown while the next one loads or fails: its values would appear under another record's URL.
  const read = isOld ? null : state.value;
  const last = useRef<{ key: string; row: Row } | null>(null);
  if (read !== null) last.current = { key, row: read };
  // After a failed refresh, the record stays on the screen, with everything that is open for it, unless the server refused access to it.
  const isKept = failure !== null && (isOld || failure.tag === 'graphql') && last.current?.key === key;
  const row = read ?? (isKept ? (last.current?.row ?? null) : null);
  useEffect(() => {
    if (failure !== null && read === null) failing.leaveOut(failure);
  }, [failure, read, failing]);
  const refresh = useCallback(() => {
    if (!failing.forget()) askAgain();
  }, [failing, askAgain]);
  const typeName = actualType(model, ref.typeName, row);
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
