/** A group of rail entries: the first few, the rest on request, and a filter for long lists. */
import { type ReactNode, useMemo, useState } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { readableName } from '../../schema/model/readableName';
import type { FieldModel } from '../../schema/model/schemaModel';
import type { Session } from '../../session/connections/session';
import { href } from '../../session/navigation/navigation';
import { TextInput } from '../../ui/inputs/TextInput';
import { Icon, type IconName } from '../../ui/text/Icon';
import { useReadable } from '../../ui/useReadable';

/** A link in the rail. */
export interface RailEntry {
  href: string;
  label: string;
  /** Tooltip: the schema name and description. */
  title: string;
  deprecated: boolean;
  /** Heading of a separate section, if any. */
  section: string | undefined;
  /** A label of where the entry belongs, if its own label is ambiguous; null if it is not. */
  place: string | null;
}

/** How many entries are shown before "more" is pressed, and from how many on there is a filter. */
const FEW = 8;
const MANY = 16;

/** An entry of the schema: a collection, lookup, action or feed. */
interface Offer {
  id: string;
  label: string;
  description: string | null;
  deprecationReason: string | null;
  field: Pick<FieldModel, 'name' | 'hidden' | 'section'>;
  /** Label of where it belongs. Default: none. */
  group?: string | null;
}

/** Converts schema items to entries; `area` is the first part of their addresses. Entries with the same name show where they belong. */
export function railEntries(area: string, items: readonly Offer[]): RailEntry[] {
  const counts = new Map<string, number>();
  for (const { label } of items) counts.set(label, (counts.get(label) ?? 0) + 1);
  // The name of a mutation in a namespace may not say what it is about: `customer { merge }`.
  const isBare = (item: Offer): boolean => item.id !== item.field.name && item.label === readableName(item.field.name);
  return items.flatMap(item =>
    item.field.hidden
      ? []
      : {
          section: item.field.section,
          href: href([area, item.id]),
          label: item.label,
          title: [item.field.name, item.description?.slice(0, 400)].filter(Boolean).join('\n'),
          deprecated: item.deprecationReason !== null,
          place: (counts.get(item.label) ?? 0) > 1 || (area === 'actions' && isBare(item)) ? (item.group ?? null) : null,
        },
  );
}

/** Scrolls the rail to an entry when it becomes the current one. In the next frame, because scrolling now would force an extra layout. */
function scrollTo(link: HTMLElement | null): () => void {
  const frame = requestAnimationFrame(() => link?.scrollIntoView?.({ block: 'nearest' }));
  return () => cancelAnimationFrame(frame);
}

/** Props of `RailGroup`. */
export interface RailGroupProps {
  name: string;
  icon: IconName;
  entries: readonly RailEntry[];
  /** The current path; its entry is marked. */
  path: string;
  session: Session;
  /** Show no entries until the group is expanded, except the current one. Default false. */
  folded?: boolean;
  /** Key under which the expanded state is stored. */
  id: string;
  /** Addresses of entries that are always shown, because they have content below them. */
  kept?: ReadonlySet<string>;
  /** Renders content below an entry. */
  beneath?: (entry: RailEntry) => ReactNode;
}

/** The group, with a separate section for each heading of its entries. Renders nothing without entries. */
export function RailGroup(props: RailGroupProps): ReactNode {
  const sections = [...new Set(props.entries.map(entry => entry.section))];
  return sections.map(section => (
    <RailSection
      key={section ?? ''}
      {...props}
      {...(section ? { name: section, id: `${props.id}:${section}` } : {})}
      entries={props.entries.filter(entry => entry.section === section)}
    />
  ));
}

function RailSection(props: RailGroupProps): ReactNode {
  const { name, icon, entries, path, session, id, folded = false, kept, beneath } = props;
  const text = useText();
  const open = useMemo(() => session.preferences.value(`rail:${id}`, stored => stored === true), [session, id]);
  const isOpen = useReadable(open);
  const [filter, setFilter] = useState('');
  const isHere = (entry: RailEntry): boolean => path === entry.href || path.startsWith(`${entry.href}/`);
  const wanted = filter.trim().toLowerCase();
  const matching =
    wanted === ''
      ? entries
      : entries.filter(entry => entry.label.toLowerCase().includes(wanted) || entry.title.toLowerCase().startsWith(wanted));
  const here = entries.find(isHere);
  const few = entries.filter((entry, at) => (at < FEW && !folded) || kept?.has(entry.href));
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
              ref={isHere(entry) ? scrollTo : undefined}
            >
              <Icon name={icon} />
              <span className="truncate" dir="auto">
                {entry.label}
              </span>
              {entry.place === null ? null : (
                <span className="rail-place truncate" dir="auto">
                  {entry.place}
                </span>
              )}
            </a>
            {beneath?.(entry)}
          </li>
        ))}
      </ul>
      {shown.length === 0 && wanted !== '' ? <p className="rail-note">{text('shell.nothingFound')}</p> : null}
      {entries.length > few.length && (hidden > 0 || isOpen) ? (
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
