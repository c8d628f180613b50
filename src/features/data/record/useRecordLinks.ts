/** Where the cells of a table and the fields of a record lead: to a record in the drawer, or to one of its lists there. */
import { useMemo } from 'react';
import type { RecordRef } from '../../../schema/collections/records';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { tableViewQuery } from '../dataAddress';
import type { ViewState } from '../table/useTableView';
import { recordHref, toRecordAddress } from './recordAddress';

/** Addresses for records. */
export interface RecordLinks {
  /** What relative addresses in values are read against: the endpoint; undefined where that is no address. */
  readonly base: string | undefined;
  /** The record. */
  to(ref: RecordRef): string;
  /** The record with one of its lists unfolded. */
  toList(ref: RecordRef, field: string): string;
}

/** Links into the drawer of the table in view; those beside a record's own page lead to the other record's page. */
export function useRecordLinks(session: Session, model: SchemaModel, hrefWith: ViewState['hrefWith'] | null): RecordLinks {
  const { connection, pageUrl } = session;
  return useMemo(() => {
    const base = addressOf(connection.httpEndpoint, pageUrl);
    if (hrefWith)
      return {
        base,
        to: ref => hrefWith({ record: toRecordAddress(model, ref) }),
        toList: (ref, field) => hrefWith({ record: toRecordAddress(model, ref), nested: [{ field, page: null }] }),
      };
    return {
      base,
      to: ref => recordHref(model, ref),
      toList: (ref, field) => {
        const query = new URLSearchParams(
          Object.entries(tableViewQuery({ nested: [{ field, page: null }] })).filter(
            (entry): entry is [string, string] => entry[1] !== null,
          ),
        );
        return `${recordHref(model, ref)}?${query}`;
      },
    };
  }, [model, hrefWith, connection.httpEndpoint, pageUrl]);
}

function addressOf(endpoint: string, pageUrl: string): string | undefined {
  try {
    return new URL(endpoint, pageUrl).href;
  } catch {
    return undefined;
  }
}
