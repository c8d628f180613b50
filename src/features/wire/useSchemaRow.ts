import { useEffect, useRef } from 'react';
import type { Session } from '../../session/connections/session';

/**
 * Loads the schema if the address names the last schema request and the log has none: on a server-rendered page, the server has loaded the
 * schema. Loads it at most once for each visit of the screen.
 */
export function useSchemaRow({ schema }: Session, isMissing: boolean): void {
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isMissing || isAsked.current) return;
    isAsked.current = true;
    void schema.refresh();
  }, [schema, isMissing]);
}
