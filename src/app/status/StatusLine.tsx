/** The status line at the bottom: last request, persisted queries, websocket and uploads, always up to date and linked to the Wire tool. */
import { type ReactNode, useEffect, useState } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import { readableName } from '../../schema/model/readableName';
import type { Session } from '../../session/connections/session';
import { isExampleAddress } from '../../session/exampleData/isExampleAddress';
import { wireLinks } from '../../session/wire/wireLogLinks';
import type { SocketStatus } from '../../transport/observe/status';
import { useAnnounce } from '../../ui/frame/Announcer';
import { Icon } from '../../ui/text/Icon';
import { Pill } from '../../ui/text/Pill';
import { StatusDot, type Tone } from '../../ui/text/StatusDot';
import { useReadable } from '../../ui/useReadable';
import { useThrottledReadable } from '../../ui/useThrottledReadable';
import type { App } from '../createApp';
import { useShortcuts } from '../shell/useShortcuts';
import { StatusSwitches } from './StatusSwitches';

/** Props of `StatusLine`. */
export interface StatusLineProps {
  app: App;
  session: Session;
  onFind: () => void;
  onShortcuts: () => void;
}

/** The status line. It also handles the global shortcuts, which therefore work as soon as it is rendered. */
export function StatusLine({ app, session, onFind, onShortcuts }: StatusLineProps): ReactNode {
  const text = useText();
  useStayWhileUnderWay(app);
  useShortcuts(session, { find: onFind, shortcuts: onShortcuts });
  return (
    <section className="status-line" aria-label={text('shell.statusLine')}>
      {isExampleAddress(session.connection.httpEndpoint) ? (
        <span className="status-part">
          <Pill tone="warning" title={text('shell.exampleDataHelp')}>
            {text('shell.exampleData')}
          </Pill>
        </span>
      ) : null}
      <LastRequestPart session={session} />
      <PersistedPart session={session} />
      <SocketPart session={session} />
      <UploadsPart session={session} />
      <span className="status-line-gap" />
      <button
        type="button"
        className="status-part"
        title={text('shell.shortcuts')}
        aria-label={text('shell.shortcuts')}
        onClick={onShortcuts}
      >
        <Icon name="keyboard" size={14} />
      </button>
      <StatusSwitches app={app} />
      <Interrupted app={app} />
    </section>
  );
}

/**
 * Reports changes whose outcome is unknown because their session ended while they were in flight, and that another tab removed the
 * connection in use.
 */
function Interrupted({ app }: { app: App }): null {
  const text = useText();
  const formats = useFormats();
  const { note } = useAnnounce();
  const actions = useReadable(app.interrupted);
  const removed = useReadable(app.removed);
  useEffect(() => {
    if (removed === null || app.removed.get() !== removed) return;
    app.removed.set(null);
    note({ text: text('shell.connectionRemoved', { name: removed }), tone: 'danger' });
  }, [removed, app, note, text]);
  useEffect(() => {
    if (actions.length === 0 || app.interrupted.get() !== actions) return;
    app.interrupted.set([]);
    const names = actions.map(action => readableName(action.split('.').at(-1) ?? action));
    note({ text: text('shell.interrupted', { actions: formats.list(names) }), tone: 'danger' });
  }, [actions, app, note, text, formats]);
  return null;
}

/**
 * Makes the browser ask before the page is closed while a change is in flight. Navigating to another screen or connection loses nothing.
 */
function useStayWhileUnderWay(app: App): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (app.underWay().length > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [app]);
}

function LastRequestPart({ session }: { session: Session }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const last = useThrottledReadable(session.transport.lastRequest);
  if (!last) return <span className="status-part quiet">{text('shell.noRequest')}</span>;
  const time = formats.duration(Math.round(last.ms));
  const { method, path, status } = last;
  const failed = status === null || status >= 400;
  return (
    <a
      className="status-part"
      href={wireLinks.lastRequest()}
      title={
        status === null
          ? text('shell.lastRequestFailed', { method, path, time })
          : text('shell.lastRequest', { method, path, status, time })
      }
    >
      {failed ? <StatusDot tone="danger" /> : null}
      <span className="ltr status-part-address">
        {method} <span className="truncate">{path}</span>
      </span>
      <span className="numeric">{status === null ? text('shell.noResponse') : failed ? status : null}</span>
      <span className="numeric">{time}</span>
    </a>
  );
}

function PersistedPart({ session }: { session: Session }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const persisted = useThrottledReadable(session.transport.persisted);
  const [words, title, tone] = ((): [string, string, Tone] => {
    if (persisted.state === 'off') return [text('shell.persistedOff'), text('shell.persistedOff'), 'neutral'];
    if (persisted.state === 'stopped')
      return [text('shell.persistedStopped'), text('shell.persistedStoppedTitle', { reason: persisted.reason }), 'warning'];
    const { hits, misses } = persisted;
    const all = hits + misses;
    if (all === 0) return [text('shell.persistedStarting'), text('shell.persistedStarting'), 'ok'];
    return [
      text('shell.persistedOn', { rate: formats.percent(hits / all) }),
      text('shell.persistedOnTitle', { hits, misses }),
      'ok',
    ];
  })();
  return (
    <a
      className={`status-part${persisted.state === 'off' ? ' quiet status-part-minor' : ''}`}
      href={wireLinks.persisted()}
      title={title}
    >
      {tone === 'warning' ? <StatusDot tone={tone} /> : <Icon name="persisted" size={14} />}
      <span>{words}</span>
    </a>
  );
}

/** Text, tooltip and tone for the socket's state. */
function useSocketWords(session: Session): { socket: SocketStatus; words: string; title: string; tone: Tone } {
  const text = useText();
  const formats = useFormats();
  const socket = useReadable(session.transport.socket);
  const feeds = useReadable(session.feedCount);
  const now = useNow(session, socket.state === 'reconnecting' ? 100 : null);
  switch (socket.state) {
    case 'idle':
      return { socket, words: text('shell.socketIdle'), title: text('shell.socketIdle'), tone: 'neutral' };
    case 'connecting':
      return { socket, words: text('shell.socketConnecting'), title: text('shell.socketConnecting'), tone: 'busy' };
    case 'live':
      return {
        socket,
        words: feeds > 0 ? text('shell.socketLiveFeeds', { count: feeds }) : text('shell.socketLive'),
        title: text('shell.socketLive'),
        tone: 'ok',
      };
    case 'reconnecting': {
      const seconds = Math.max(0, socket.nextAt - now) / 1000;
      const time = formats.number(seconds, { style: 'unit', unit: 'second', minimumFractionDigits: 1, maximumFractionDigits: 1 });
      return {
        socket,
        words: text('shell.socketReconnecting', { time }),
        title: text('shell.socketReconnectingTitle', { attempt: socket.attempt }),
        tone: 'warning',
      };
    }
    case 'failed':
      return {
        socket,
        words: text('shell.socketFailed'),
        title: text('shell.socketFailedTitle', { code: socket.code, reason: socket.reason || text('errors.socketNoReason') }),
        tone: 'danger',
      };
  }
}

function SocketPart({ session }: { session: Session }): ReactNode {
  const text = useText();
  const { socket, words, title, tone } = useSocketWords(session);
  const announce = useAnnounce();
  const lost = socket.state === 'reconnecting';
  const [wasLost, setWasLost] = useState(false);
  useEffect(() => {
    if (lost) setWasLost(true);
    else if (wasLost && socket.state === 'live') {
      setWasLost(false);
      announce.say(text('shell.socketBack'));
    }
  }, [lost, wasLost, socket.state, announce, text]);
  return (
    <>
      <a
        className={`status-part${socket.state === 'idle' ? ' quiet status-part-minor' : ''}`}
        href={wireLinks.socket()}
        title={title}
      >
        {tone === 'neutral' ? <Icon name="socket" size={14} /> : <StatusDot tone={tone} />}
        <span className="status-part-words">{words}</span>
      </a>
      {lost ? (
        <button
          type="button"
          className="status-part status-part-button"
          title={text('shell.socketNowTitle')}
          onClick={() => session.transport.reconnectNow()}
        >
          {text('shell.socketNow')}
        </button>
      ) : null}
    </>
  );
}

function UploadsPart({ session }: { session: Session }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const uploads = useReadable(session.transport.uploads);
  const all = [...uploads.values()];
  if (all.length === 0) return null;
  const total = all.reduce((sum, upload) => sum + upload.totalBytes, 0);
  const sent = all.reduce((sum, upload) => sum + upload.sentBytes, 0);
  const count = all.length;
  const processing = all.every(upload => upload.phase === 'processing');
  const words = processing
    ? text('shell.uploadsProcessing', { count })
    : text('shell.uploads', { count, percent: formats.percent(total > 0 ? sent / total : 0) });
  return (
    <a className="status-part" href={wireLinks.upload()} title={words}>
      <Icon name="upload" size={14} />
      <span>{words}</span>
    </a>
  );
}

/** The current time, updated every `everyMs`; null: never updated. */
function useNow(session: Session, everyMs: number | null): number {
  const [now, setNow] = useState(() => session.clock.now());
  useEffect(() => {
    if (everyMs === null) return;
    setNow(session.clock.now());
    const timer = setInterval(() => setNow(session.clock.now()), everyMs);
    return () => clearInterval(timer);
  }, [session, everyMs]);
  return now;
}
