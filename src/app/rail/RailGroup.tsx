/** A group of rail entries: the first few, the rest on request, and a filter for long lists. */
import { type ReactNode, useMemo, useState } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { readableName } from '../../schema/model/readableName';
import type { FieldModel } from '../../schema/model/schemaModel';
import type { Session } from '../../session/connections/session';
import { href, pathParts } from '../../session/navigation/navigation';
import { TextInput } from '../../ui/inputs/TextInput';
import { Icon, type IconName } from '../../ui/text/Icon';
import { useReadable } from '../../ui/useReadable';

/** How many entries are shown before "more" is pressed, from how many on there is a filter, and how many more each press shows. */
const FEW = 8;
const MANY = 16;
const MORE = 200;

/** An entry of the schema: a collection, lookup, action or feed. */
export interface Offer {
  id: string;
  label: string;
  description: string | null;
  deprecationReason: string | null;
  field: Pick<FieldModel, 'name' | 'hidden' | 'section'>;
  /** Label of where it belongs. Default: none. */
  group?: string | null;
}

/** Scrolls the rail to an entry when it becomes the current one. In the next frame, because scrolling now would force an extra layout. */
export function scrollRailTo(link: HTMLElement | null): () => void {
  const frame = requestAnimationFrame(() => link?.scrollIntoView?.({ block: 'nearest' }));
  return () => cancelAnimationFrame(frame);
}

/** Props of `RailGroup`. */
export interface RailGroupProps {
  name: string;
  icon: IconName;
  /** The first part of the addresses of its entries. */
  area: string;
  offers: readonly Offer[];
  /** The current path; its entry is marked. */
  path: string;
  session: Session;
  /** Show no entries until the group is expanded, except the current one. Default false. */
  folded?: boolean;
  /** Key under which the expanded state is stored. */
  id: string;
  /** Ids of entries that are always shown, because they have content below them. */
  kept?: ReadonlySet<string>;
  /** Renders content below an entry. */
  beneath?: (offer: Offer) => ReactNode;
}

/** The group, with a separate section for each heading of its entries. Renders nothing without entries. */
export function RailGroup(props: RailGroupProps): ReactNode {
  const { offers } = props;
  const sections = useMemo(() => {
    const found = new Map<string | undefined, Offer[]>();
    for (const offer of offers) {
      const { hidden, section } = offer.field;
      if (hidden) continue;
      const among = found.get(section);
      if (among) among.push(offer);
      else found.set(section, [offer]);
    }
    return [...found];
  }, [offers]);
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    // Only entries with a group need the counts, and reading the labels of 100,000 entries takes a while.
    if (offers.some(({ group }) => group)) for (const { label } of offers) found.set(label, (found.get(label) ?? 0) + 1);
    return found;
  }, [offers]);
  return sections.map(([section, among]) => (
    <RailSection
      key={section ?? ''}
      {...props}
      {...(section ? { name: section, id: `${props.id}:${section}` } : {})}
      among={among}
      counts={counts}
    />
  ));
}

/** Props of a section. `counts`: how many entries of the group have a label. */
type SectionProps = RailGroupProps & { among: readonly Offer[]; counts: ReadonlyMap<string, number> };

/** Very long lists are shown in parts, and entries are built when they are shown: a schema may have 100,000 fields. */
function RailSection(props: SectionProps): ReactNode {
  const { among, name, session, id, path, area, folded = false, kept } = props;
  const text = useText();
  const open = useMemo(() => session.preferences.value(`rail:${id}`, stored => stored === true), [session, id]);
  const isOpen = useReadable(open);
  const [filter, setFilter] = useState('');
  const [limit, setLimit] = useState(MORE);
  const [pathArea, pathId] = pathParts(path);
  const here = useMemo(
    () => (pathArea === area ? among.find(offer => offer.id === pathId) : undefined),
    [among, area, pathArea, pathId],
  );
  const few = useMemo(() => {
    const always = kept?.size ? among.filter((offer, at) => at >= FEW && kept.has(offer.id)) : [];
    return folded ? among.filter(offer => kept?.has(offer.id)) : [...among.slice(0, FEW), ...always];
  }, [among, folded, kept]);
  const wanted = filter.trim().toLowerCase();
  const matching = useMemo(() => among.filter(offer => matches(offer, wanted)), [among, wanted]);
  const listed = isOpen ? matching.slice(0, limit) : few;
  const shown = here && wanted === '' && !listed.includes(here) ? [...listed, here] : listed;
  const hidden = (isOpen ? matching : among).length - shown.length;
  const close = (): void => {
    open.set(!isOpen);
    setFilter('');
    setLimit(MORE);
  };
  return (
    <section className="rail-group">
      <h2 className="rail-group-head">{name}</h2>
      {isOpen && among.length > MANY ? (
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
        {shown.map(offer => (
          <RailEntry key={offer.id} {...props} offer={offer} isHere={offer === here} />
        ))}
      </ul>
      {shown.length === 0 && wanted !== '' ? <p className="rail-note">{text('shell.nothingFound')}</p> : null}
      {isOpen && hidden > 0 ? (
        <button type="button" className="rail-more" onClick={() => setLimit(limit + MORE)}>
          {text('shell.moreOf', { count: hidden })}
        </button>
      ) : null}
      {among.length > few.length && (hidden > 0 || isOpen) ? (
        <button type="button" className="rail-more" aria-expanded={isOpen} onClick={close}>
          {isOpen ? text('shell.fewer') : text('shell.moreOf', { count: hidden })}
        </button>
      ) : null}
    </section>
  );
}

/** True if an entry matches a filter, which is in lower case; every entry matches an empty one. */
const matches = (offer: Offer, wanted: string): boolean =>
  wanted === '' || offer.label.toLowerCase().includes(wanted) || offer.field.name.toLowerCase().startsWith(wanted);

/** A link of the rail. One that has the name of another shows where it belongs. */
function RailEntry({ offer, isHere, area, icon, counts, beneath }: SectionProps & { offer: Offer; isHere: boolean }): ReactNode {
  const { id, label, field, description, deprecationReason, group = null } = offer;
  // The name of a mutation in a namespace may not say what it is about: `customer { merge }`.
  const isBare = area === 'actions' && id !== field.name && label === readableName(field.name);
  return (
    <li>
      <a
        className={deprecationReason === null ? 'rail-link' : 'rail-link rail-link-deprecated'}
        href={href([area, id])}
        title={[field.name, description?.slice(0, 400)].filter(Boolean).join('\n')}
        aria-current={isHere ? 'page' : undefined}
        ref={isHere ? scrollRailTo : undefined}
      >
        <Icon name={icon} />
        <span className="truncate" dir="auto">
          {label}
        </span>
        {group !== null && (isBare || (counts.get(label) ?? 0) > 1) ? (
          <span className="rail-place truncate" dir="auto">
            {group}
          </span>
        ) : null}
      </a>
      {beneath?.(offer)}
    </li>
  );
}
