/** Link targets of table cells and record fields: a record in the drawer, or one of its lists there. */
import { useMemo } from 'react';
import type { RecordRef } from '../../../schema/collections/records';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { tableViewQuery } from '../dataAddress';
import type { ViewState } from '../table/useTableView';
import { recordHref, toRecordAddress } from './recordAddress';

/** URLs of records. */
export interface RecordLinks {
  /** Base URL for relative URLs in values: the endpoint; undefined if that is not a URL. */
  readonly base: string | undefined;
  /** URL of a record. */
  to(ref: RecordRef): string;
  /** URL of a record with one of its lists expanded. */
  toList(ref: RecordRef, field: string): string;
}

/** Links open the drawer of the current table. Without a table, on a record's own page, they open the other record's page. */
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
