/** What the form of a connection holds, what stands against it, and what the server says to it. Nothing is kept before it is saved. */
import { useRef, useState } from 'react';
import { connectionParamsFor } from '../../session/connections/connectionParams';
import type { ConnectionSettings } from '../../session/connections/connections';
import { fetchWithCredentials } from '../../session/connections/fetchWithCredentials';
import type { Session } from '../../session/connections/session';
import { readEnvironments } from '../../session/environments/environments';
import { isExampleAddress } from '../../session/exampleData/isExampleAddress';
import {
  type ConnectionDraft,
  connectionOf,
  type DraftProblems,
  draftOf,
  problemsWithVariables,
  resolvedConnection,
} from './connectionDraft';
import { type EndpointReport, probeEndpoint } from './probeEndpoint';

/** A probe's outcome, and what it was asked of. */
export interface Probed {
  report: EndpointReport;
  endpoint: URL;
  hasWebsocket: boolean;
  /** Whether the settings were made to follow it. */
  taken: boolean;
}

/** The state of the form. */
export interface ConnectionForm {
  draft: ConnectionDraft;
  /** Nothing was changed. */
  isUntouched: boolean;
  /** What is wrong, once saving was tried. */
  shown: DraftProblems;
  put(change: Partial<ConnectionDraft>): void;
  /** Puts what the server is asked with: what it said before no longer holds. */
  putAsked(change: Partial<ConnectionDraft>): void;
  /** A token is saved for this address. */
  hasToken: boolean;
  /** The saved token is to be forgotten. */
  forget: boolean;
  setForget(forget: boolean): void;
  /** How often saving was tried. */
  tried: number;
  /** Shows what is wrong. @returns whether nothing is */
  tryIt(): boolean;
  /** The connection as it would be saved, with its variables replaced. Only where nothing is wrong. */
  whole(): ConnectionSettings;
  isProbing: boolean;
  probed: Probed | null;
  /** Asks the server what it can. */
  probe(): Promise<void>;
  /** Makes the settings follow a probe. */
  takeOver(found: Probed): void;
}

/** Keeps the form of a connection; `given` is what was entered before. */
export function useConnectionForm(
  session: Session,
  connection: ConnectionSettings,
  isNew: boolean,
  given: ConnectionDraft | undefined,
): ConnectionForm {
  const [initial] = useState<ConnectionDraft>(() => draftOf(connection, readEnvironments(session.storage, connection.id)));
  const [draft, setDraft] = useState<ConnectionDraft>(given ?? initial);
  const [forget, setForget] = useState(false);
  const [tried, setTried] = useState(0);
  const [isProbing, setProbing] = useState(false);
  const [probed, setProbed] = useState<Probed | null>(null);
  const turn = useRef(0);
  const { pageUrl } = session;
  const problems = problemsWithVariables(draft, connection, pageUrl);
  const whole = (): ConnectionSettings => resolvedConnection(draft, connectionOf(draft, connection, pageUrl)).connection;
  const fits = Object.keys(problems).length === 0;
  const stored = session.connections.tokens(connection).read();
  const leads = fits ? whole() : { httpEndpoint: draft.httpEndpoint.trim(), wsEndpoint: connection.wsEndpoint };
  // The token goes to neither address but its own: saving forgets it then, and a probe is sent without it.
  const moved = leads.httpEndpoint !== connection.httpEndpoint || leads.wsEndpoint !== connection.wsEndpoint;
  const hasToken = !isNew && !moved && stored !== '';
  const put = (change: Partial<ConnectionDraft>): void => setDraft(now => ({ ...now, ...change }));
  const tryIt = (): boolean => {
    setTried(tried + 1);
    return fits;
  };

  return {
    draft,
    isUntouched: JSON.stringify(draft) === JSON.stringify(initial),
    shown: tried > 0 ? problems : {},
    put,
    putAsked(change) {
      put(change);
      turn.current += 1;
      setProbing(false);
      setProbed(null);
    },
    hasToken,
    forget,
    setForget,
    tried,
    tryIt,
    whole,
    isProbing,
    probed,
    async probe() {
      if (!tryIt()) return;
      setProbing(true);
      setProbed(null);
      turn.current += 1;
      const mine = turn.current;
      const settings = whole();
      const isExample = isExampleAddress(settings.httpEndpoint);
      const asked = isExample ? { ...settings, wsEndpoint: null } : settings;
      const token = draft.token.trim() || (hasToken && !forget ? stored : '');
      const report = await probeEndpoint(
        {
          httpEndpoint: asked.httpEndpoint,
          ...(asked.wsEndpoint === undefined ? {} : { wsEndpoint: asked.wsEndpoint }),
          headers: asked.headers,
          uploadHeaders: asked.uploadHeaders,
          connectionParams: connectionParamsFor(asked),
        },
        {
          storage: { getItem: () => token },
          ...(isExample ? { fetch: fetchWithCredentials(fetch, asked, session.documents) } : {}),
        },
      );
      if (mine !== turn.current) return;
      const endpoint = new URL(asked.httpEndpoint, pageUrl);
      setProbed({ report, endpoint, hasWebsocket: asked.wsEndpoint !== null, taken: false });
      setProbing(false);
    },
    takeOver(found) {
      const { persistedQueries, uploads, websocket } = found.report;
      put({
        ...(persistedQueries.answer === 'unknown' ? {} : { persistedQueries: persistedQueries.answer === 'yes' }),
        ...(uploads.preflight ? { preflight: true } : {}),
        ...(websocket.answer === 'no' ? { websocket: 'none' as const } : {}),
        ...(websocket.protocol ? { subscriptions: websocket.protocol } : {}),
      });
      setProbed({ ...found, taken: true });
    },
  };
}
