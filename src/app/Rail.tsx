/** The rail: which connection, find, and what the schema offers (Data, Actions, Live), then the tools. */
import { type ReactNode, useMemo, useState } from 'react';
import { useText } from '../i18n/LanguageProvider';
import { findActions } from '../schema/actions';
import { findCollections } from '../schema/collections';
import { findFeeds } from '../schema/feeds';
import { href, pathParts } from '../session/navigation';
import type { SchemaState } from '../session/schemaCache';
import type { Session } from '../session/session';
import { Button } from '../ui/Button';
import { Icon, type IconName } from '../ui/Icon';
import { Key } from '../ui/Pill';
import { SkeletonLines } from '../ui/Skeleton';
import { StatusDot } from '../ui/StatusDot';
import { TextInput } from '../ui/TextInput';
import { useReadable } from '../ui/useReadable';
import { ConnectionSwitch } from './ConnectionSwitch';
import { commandKey } from './commandKey';
import type { App } from './createApp';
import './Rail.css';

/** Something to go to. */
interface Entry {
  href: string;
  label: string;
  /** The schema's own name and description, on hover. */
  title: string;
  deprecated: boolean;
  danger?: boolean;
}

/** Entries of a group before "more" is pressed, and from how many on they can be filtered. */
const FEW = 8;
const MANY = 16;

/** The rail. */
export function Rail({
  app,
  session,
  path,
  onFind,
  onSignIn,
}: {
  app: App;
  session: Session;
  path: string;
  onFind: () => void;
  onSignIn: () => void;
}): ReactNode {
  const text = useText();
  const state = useReadable(session.schema);
  const [area] = pathParts(path);
  const tools: [string, string, IconName][] = [
    ['query', text('shell.query'), 'query'],
    ['docs', text('shell.docs'), 'docs'],
    ['wire', text('shell.wire'), 'wire'],
    ['connections', text('shell.connections'), 'connection'],
    ['settings', text('shell.settings'), 'settings'],
  ];
  return (
    <nav className="rail" aria-label={text('shell.navigation')}>
      <div className="rail-head">
        <ConnectionSwitch app={app} session={session} state={state} />
        <button type="button" className="rail-find" onClick={onFind}>
          <Icon name="search" />
          <span className="rail-find-words">{text('shell.find')}</span>
          <span className="rail-find-keys" aria-hidden="true" dir="ltr">
            <Key>{commandKey() === '⌘' ? '⌘K' : 'Ctrl K'}</Key>
          </span>
        </button>
      </div>
      <div className="rail-body">
        <SchemaGroups state={state} session={session} path={path} />
        <section className="rail-group">
          <h2 className="rail-group-head">{text('shell.tools')}</h2>
          <ul>
            {tools.map(([name, label, icon]) => (
              <li key={name}>
                <a className="rail-link" href={href([name])} aria-current={area === name ? 'page' : undefined}>
                  <Icon name={icon} />
                  <span className="truncate">{label}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <SignInState session={session} onSignIn={onSignIn} />
    </nav>
  );
}

/** Data, Actions and Live of a schema; what it lacks is left out. */
function SchemaGroups({ state, session, path }: { state: SchemaState; session: Session; path: string }): ReactNode {
  const text = useText();
  const schema = state.status === 'ready' ? state.schema : null;
  const groups = useMemo(() => {
    if (!schema) return null;
    const entry = (
      area: string,
      item: { id: string; label: string; description: string | null; deprecationReason: string | null; field: { name: string } },
    ): Entry => ({
      href: href([area, item.id]),
      label: item.label,
      title: [item.field.name, item.description?.slice(0, 400)].filter(Boolean).join('\n'),
      deprecated: item.deprecationReason !== null,
    });
    return {
      data: findCollections(schema)
        .filter(collection => collection.alternateOf === null)
        .map(collection => entry('data', collection)),
      actions: findActions(schema).map(action => ({ ...entry('actions', action), danger: action.danger })),
      live: findFeeds(schema).map(feed => entry('live', feed)),
    };
  }, [schema]);
  if (state.status === 'loading') return <SkeletonLines lines={6} />;
  if (!groups) {
    return (
      <div className="rail-failed">
        <p>
          <StatusDot tone="danger" /> {text('shell.schemaFailed')}
        </p>
        <Button icon="refresh" onClick={() => void session.schema.refresh()}>
          {text('errors.retry')}
        </Button>
      </div>
    );
  }
  // '/' shows the first collection.
  const here = path === '/' ? (groups.data[0]?.href ?? '/') : path;
  return (
    <>
      <Group name={text('shell.data')} icon="table" entries={groups.data} path={here} session={session} id="data" />
      <Group name={text('shell.actions')} icon="action" entries={groups.actions} path={here} session={session} id="actions" />
      <Group name={text('shell.live')} icon="live" entries={groups.live} path={here} session={session} id="live" />
    </>
  );
}

function Group({
  name,
  icon,
  entries,
  path,
  session,
  id,
}: {
  name: string;
  icon: IconName;
  entries: readonly Entry[];
  path: string;
  session: Session;
  id: string;
}): ReactNode {
  const text = useText();
  const open = useMemo(() => session.preferences.value(`rail:${id}`, stored => stored === true), [session, id]);
  const isOpen = useReadable(open);
  const [filter, setFilter] = useState('');
  if (entries.length === 0) return null;
  const isHere = (entry: Entry): boolean => path === entry.href || path.startsWith(`${entry.href}/`);
  const wanted = filter.trim().toLowerCase();
  const matching =
    wanted === ''
      ? entries
      : entries.filter(entry => entry.label.toLowerCase().includes(wanted) || entry.title.toLowerCase().startsWith(wanted));
  const here = entries.find(isHere);
  const few = entries.slice(0, FEW);
  const shown = isOpen ? matching : here && !few.includes(here) ? [...few, here] : few;
  const hidden = entries.length - shown.length;
  return (
    <section className="rail-group">
      <h2 className="rail-group-head">{name}</h2>
      {isOpen && entries.length > MANY ? (
        <TextInput
          className="rail-filter"
          type="search"
          value={filter}
          onChange={setFilter}
          aria-label={text('shell.filterList', { group: name })}
          placeholder={text('shell.filterList', { group: name })}
        />
      ) : null}
      <ul>
        {shown.map(entry => (
          <li key={entry.href}>
            <a
              className={entry.deprecated ? 'rail-link rail-link-deprecated' : 'rail-link'}
              href={entry.href}
              title={entry.title}
              aria-current={isHere(entry) ? 'page' : undefined}
            >
              <Icon name={icon} />
              <span className="truncate" dir="auto">
                {entry.label}
              </span>
            </a>
          </li>
        ))}
      </ul>
      {shown.length === 0 ? <p className="rail-note">{text('shell.nothingFound')}</p> : null}
      {entries.length > FEW && (hidden > 0 || isOpen) ? (
        <button
          type="button"
          className="rail-more"
          aria-expanded={isOpen}
          onClick={() => {
            open.set(!isOpen);
            setFilter('');
          }}
        >
          {isOpen ? text('shell.fewer') : text('shell.moreOf', { count: hidden })}
        </button>
      ) : null}
    </section>
  );
}

function SignInState({ session, onSignIn }: { session: Session; onSignIn: () => void }): ReactNode {
  const text = useText();
  const signedIn = useReadable(session.token.signedIn);
  return (
    <div className="rail-foot">
      {signedIn ? (
        <>
          <Icon name="person" />
          <span className="rail-foot-words">{text('shell.signedIn')}</span>
          <Button kind="quiet" onClick={() => session.token.clear()}>
            {text('shell.signOut')}
          </Button>
        </>
      ) : (
        <Button icon="signIn" className="rail-sign-in" onClick={onSignIn}>
          {text('shell.signIn')}
        </Button>
      )}
    </div>
  );
}
