/** State of a connection's form: its content, its problems, and the result of probing. Nothing is stored before Save. */
import { useRef, useState } from 'react';
import { connectionParamsFor } from '../../session/connections/connectionParams';
import type { ConnectionSettings } from '../../session/connections/connections';
import { fetchWithCredentials } from '../../session/connections/fetchWithCredentials';
import type { Session } from '../../session/connections/session';
import { readEnvironments } from '../../session/environments/environments';
import { isExampleAddress } from '../../session/exampleData/isExampleAddress';
import {
  appSyncRegion,
  type ConnectionDraft,
  connectionOf,
  type DraftProblems,
  draftOf,
  problemsWithVariables,
  resolvedConnection,
  typedToken,
} from './connectionDraft';
import { type EndpointReport, probeEndpoint } from './probeEndpoint';

/** The result of probing, and the settings that were probed. */
export interface Probed {
  report: EndpointReport;
  endpoint: URL;
  hasWebsocket: boolean;
  /** True if the settings have been adjusted to the result. */
  taken: boolean;
}

export interface ConnectionForm {
  draft: ConnectionDraft;
  /** True if nothing was changed. */
  isUntouched: boolean;
  /** The problems, after the first attempt to save. */
  shown: DraftProblems;
  put(change: Partial<ConnectionDraft>): void;
  /** Changes settings that affect probing, so the last result is discarded. */
  putAsked(change: Partial<ConnectionDraft>): void;
  /** True if a token is stored for this address. */
  hasToken: boolean;
  /** True if the stored token will be deleted. */
  forget: boolean;
  setForget(forget: boolean): void;
  /** The region in the form of an AppSync API: '' for a custom domain, null for other APIs. */
  appSyncRegion: string | null;
  /** The typed token or AWS credentials; '' keeps the stored ones. */
  token(): string;
  /** Number of attempts to save. */
  tried: number;
  /**
   * Shows the problems.
   * @returns true if there are none
   */
  tryIt(): boolean;
  /** Returns the connection as it would be saved, with its variables replaced. Call it only if there are no problems. */
  whole(): ConnectionSettings;
  isProbing: boolean;
  probed: Probed | null;
  /** Probes the server. */
  probe(): Promise<void>;
  /** Adjusts the settings to a probe's result. */
  takeOver(found: Probed): void;
}

/** Holds the state of the form; `earlier` is an unsaved draft to continue with. */
export function useConnectionForm(
  session: Session,
  connection: ConnectionSettings,
  isNew: boolean,
  earlier: ConnectionDraft | undefined,
): ConnectionForm {
  const [initial] = useState<ConnectionDraft>(() => draftOf(connection, readEnvironments(session.storage, connection.id)));
  const [draft, setDraft] = useState<ConnectionDraft>(earlier ?? initial);
  const [forget, setForget] = useState(false);
  const [tried, setTried] = useState(0);
  const [isProbing, setProbing] = useState(false);
  const [probed, setProbed] = useState<Probed | null>(null);
  const turn = useRef(0);
  const { pageUrl } = session;
  const problems = problemsWithVariables(draft, connection, pageUrl);
  const whole = (): ConnectionSettings => resolvedConnection(draft, connectionOf(draft, connection, pageUrl)).connection;
  const token = (): string => typedToken(draft, whole().httpEndpoint);
  const fits = Object.keys(problems).length === 0;
  const stored = session.connections.tokens(connection).read();
  const leads = fits ? whole() : { httpEndpoint: draft.httpEndpoint.trim(), wsEndpoint: connection.wsEndpoint };
  // A token is sent only to the address that it was saved for. With a new address, saving deletes the token, and the probe runs without it.
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
    appSyncRegion: appSyncRegion(draft, whole().httpEndpoint),
    token,
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
      const thisTurn = turn.current;
      const settings = whole();
      const isExample = isExampleAddress(settings.httpEndpoint);
      const probedSettings = isExample ? { ...settings, wsEndpoint: null } : settings;
      const sent = token() || (hasToken && !forget ? stored : '');
      const report = await probeEndpoint(
        {
          httpEndpoint: probedSettings.httpEndpoint,
          ...(probedSettings.wsEndpoint === undefined ? {} : { wsEndpoint: probedSettings.wsEndpoint }),
          headers: probedSettings.headers,
          uploadHeaders: probedSettings.uploadHeaders,
          connectionParams: connectionParamsFor(probedSettings),
        },
        {
          storage: { getItem: () => sent },
          ...(isExample ? { fetch: fetchWithCredentials(fetch, probedSettings, session.documents) } : {}),
        },
      );
      if (thisTurn !== turn.current) return;
      const endpoint = new URL(probedSettings.httpEndpoint, pageUrl);
      setProbed({ report, endpoint, hasWebsocket: probedSettings.wsEndpoint !== null, taken: false });
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
