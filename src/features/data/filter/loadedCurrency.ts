/** The currency of a column's amounts in the loaded rows: a filter by an amount is entered and shown in it. */
import { useCallback, useRef } from 'react';
import { type Column, cellValue } from '../../../schema/collections/columns/columns';
import type { Row } from '../../../schema/documents/documents';
import { currencyOf } from '../edit/fields/minorAmounts';

/** A currency of loaded amounts. */
export interface LoadedCurrency {
  readonly code: string;
  /** False if other amounts have other currencies, so that an amount in minor units can be any of them. */
  readonly isOnly: boolean;
}

/** Returns a function that finds the currency of a column; undefined if it is unknown. A filter without results keeps the last one. */
export function useLoadedCurrency(rows: readonly Row[]): (column: Column | undefined) => LoadedCurrency | undefined {
  const last = useRef(new Map<string, LoadedCurrency>());
  return useCallback(
    column => {
      if (!column?.format?.digits) return undefined;
      const codes = new Set(rows.flatMap(row => (cellValue(row, column) == null ? [] : (currencyOf(column, row) ?? []))));
      const [code] = codes;
      if (code !== undefined) last.current.set(column.id, { code, isOnly: codes.size === 1 });
      return last.current.get(column.id);
    },
    [rows],
  );
}
