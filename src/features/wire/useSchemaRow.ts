import { useEffect, useRef } from 'react';
import type { Session } from '../../session/connections/session';

/**
 * Asks for the schema where an address names the last question for it and there is none: the server that made the page has asked, and what
 * it asked is not in the log of the page. Once for each time the screen is opened.
 */
export function useSchemaRow({ schema }: Session, isMissing: boolean): void {
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isMissing || isAsked.current) return;
    isAsked.current = true;
    void schema.refresh();
  }, [schema, isMissing]);
}
