/** The Find dialog: a search box with a list of matches, operated by arrow keys and Enter. */
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { settings } from '../../i18n/english/settings';
import { shellMore } from '../../i18n/english/shellMore';
import { useText } from '../../i18n/LanguageProvider';
import type { SchemaModel } from '../../schema/model/schemaModel';
import type { Session } from '../../session/connections/session';
import { recentRecords } from '../../session/history/recentRecords';
import { withLastView } from '../../session/navigation/lastView';
import { href } from '../../session/navigation/navigation';
import { Icon, type IconName } from '../../ui/text/Icon';
import { highlighted } from '../../ui/text/LongText';
import { useReadable } from '../../ui/useReadable';
import { withMessagesAndIcons } from '../../ui/withMessagesAndIcons';
import { type FindEntry, type FindKind, recordEntries, schemaEntries, searchEntries, withSearches } from './findIndex';
import '../../ui/frame/Dialog.css';
import './FindDialog.css';

const LIMIT = 40;
const ICONS: Readonly<Record<FindKind, IconName>> = {
  collection: 'table',
  lookup: 'table',
  action: 'action',
  feed: 'live',
  type: 'docs',
  field: 'docs',
  tool: 'settings',
  setting: 'settings',
  record: 'history',
  search: 'search',
};

const KIND_TEXTS = {
  collection: 'shell.findCollection',
  lookup: 'shell.findCollection',
  action: 'shell.findAction',
  feed: 'shell.findFeed',
  type: 'shell.findType',
  field: 'shell.findField',
  tool: 'shell.findTool',
  setting: 'shell.findSetting',
  record: 'shell.findRecord',
  search: 'shell.find',
} as const satisfies Record<FindKind, string>;

/** The dialog; it is open as soon as it is rendered. */
export function FindDialog({
  onClose,
  session,
  typed: early,
}: {
  onClose: () => void;
  session: Session;
  /** Takes what was typed before the dialog was rendered. Default: nothing. */
  typed?: { current: string };
}): ReactNode {
  const text = useText();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const { entries, schema } = useFindEntries(session);
  const found = useMemo(() => {
    const named = searchEntries(entries, typed, LIMIT);
    return schema === null ? named : withSearches(schema, named, typed, text('shell.docs'));
  }, [entries, schema, typed, text]);
  const active = Math.min(at, found.length - 1);

  // Before the next key: between rendering and showing a window there may be some, and they belong here.
  useLayoutEffect(() => {
    if (!early?.current) return;
    setTyped(early.current);
    // The next dialog begins empty.
    early.current = '';
  }, [early]);
  useModal(dialog);
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [active, id]);

  const go = (entry: FindEntry | undefined): void => {
    if (!entry) return;
    onClose();
    const { navigation, preferences } = session;
    navigation.go(withLastView(preferences, entry.href, navigation.address.get().path));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === 'ArrowDown') setAt(Math.min(found.length - 1, active + 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(0, active - 1));
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) go(found[active]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className="dialog find"
      aria-label={text('shell.find')}
      onCancel={event => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={onKeyDown}
      onClick={event => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="find-line">
        <Icon name="search" />
        <input
          className="find-input"
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          aria-autocomplete="list"
          aria-label={text('shell.findHint')}
          placeholder={text('shell.findHint')}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          dir="auto"
          value={typed}
          onChange={event => {
            setTyped(event.target.value);
            setAt(0);
          }}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={text('shell.find')} className="find-list" tabIndex={-1}>
        {found.map((entry, index) => (
          <FindOption
            key={`${entry.kind} ${entry.href} ${entry.kind === 'setting' ? entry.label : ''}`}
            id={`${id}-${index}`}
            entry={entry}
            typed={typed}
            isActive={index === active}
            onPoint={() => setAt(index)}
            onChoose={() => go(entry)}
          />
        ))}
        {found.length === 0 ? <p className="find-none">{text('ui.noMatches')}</p> : null}
      </div>
    </dialog>
  );
}

/** Everything that Find searches: recent records, parts of the schema, the screens of Oriel, and its settings. */
function useFindEntries(session: Session): { entries: readonly FindEntry[]; schema: SchemaModel | null } {
  const text = useText();
  const state = useReadable(session.schema);
  const recent = useReadable(recentRecords(session.preferences));
  const schema = state.status === 'ready' ? state.schema : null;
  return useMemo(() => {
    const tools = (['dashboard', 'query', 'docs', 'wire', 'connections', 'settings'] as const).map((name): FindEntry => {
      const label = text(`shell.${name}`);
      return { kind: 'tool', label, detail: '', href: href([name]), words: label.toLowerCase() };
    });
    const settings = (['language', 'timeZone', 'appearance', 'density'] as const).map((name): FindEntry => {
      const [label, detail] = [text(`settings.${name}`), text('shell.settings')];
      return { kind: 'setting', label, detail, href: href(['settings']), words: `${label} ${detail}`.toLowerCase() };
    });
    return { entries: [...recordEntries(recent), ...(schema ? schemaEntries(schema) : []), ...tools, ...settings], schema };
  }, [schema, recent, text]);
}

/** Shows a dialog as modal. When it closes, the focus returns to the previous element. */
function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (typeof element?.showModal === 'function') element.showModal();
    else element?.setAttribute('open', '');
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [dialog]);
}

/** A match, with the typed text marked in its label. */
function FindOption({
  id,
  entry,
  typed,
  isActive,
  onPoint,
  onChoose,
}: {
  id: string;
  entry: FindEntry;
  typed: string;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}): ReactNode {
  const text = useText();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search box handles Enter
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="find-entry"
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <Icon name={ICONS[entry.kind]} />
      <span className="truncate" dir="auto">
        {highlighted(entry.label, typed.trim())}
      </span>
      <span className="find-detail truncate ltr">{entry.detail}</span>
      <span className="find-kind">{text(KIND_TEXTS[entry.kind])}</span>
    </div>
  );
}

/** The exported component, with its texts and icons. */
export default withMessagesAndIcons({ settings, shell: shellMore }, FindDialog);
