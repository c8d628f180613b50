/**
 * The filters of a table as chips, each a sentence that can be edited or removed; the server's own search; and the button that adds a
 * filter.
 */
import { Fragment, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { dataMore } from '../../../i18n/english/data/dataMore';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import type { Column } from '../../../schema/collections/columns/columns';
import type { Row } from '../../../schema/documents/documents';
import {
  canBeAlternatives,
  type Filter,
  type FilterCapability,
  type FilterField,
  filterToVariables,
  groupsOf,
} from '../../../schema/filters/filters';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { Popover } from '../../../ui/frame/menu/Popover';
import { SkeletonLines } from '../../../ui/frame/Skeleton';
import { Button } from '../../../ui/inputs/Button';
import { SearchInput } from '../../../ui/inputs/SearchInput';
import { lazyPart } from '../../../ui/lazyPart';
import { Icon } from '../../../ui/text/Icon';
import { withMessagesAndIcons } from '../../../ui/withMessagesAndIcons';
import { amountText } from '../edit/fields/minorAmounts';
import { keyOfName, useKeyNames } from '../record/useKeyNames';
import type { FilterEditorProps } from './FilterEditor';
import { filterField, filterFieldOf } from './filterFieldOf';
import { filterWords } from './filterWords';
import { useLoadedCurrency } from './loadedCurrency';
import { RemoveChip } from './RemoveChip';
import { isSpan, spanKind } from './relativeSpans';
import './FilterBar.css';

// The editor includes the generated form, so it loads separately: the first rows do not wait for it.
const FilterEditor = lazyPart(() =>
  import(/* webpackChunkName: "filter" */ './FilterEditor').then(module => ({ default: module.FilterEditor })),
);

/** What the editor is open for: an existing filter, by its index, or a new one (for a field, if it is already chosen). */
export type EditedFilter = { readonly at: number } | { readonly field: string | null };

/** Props of `FilterBar`. */
export interface FilterBarProps {
  model: SchemaModel;
  /** Display name of the collection. */
  label: string;
  capability: FilterCapability;
  filters: readonly Filter[];
  /** The filters as they are requested, with dates instead of ranges relative to today; null while those are not known. */
  requested: readonly Filter[] | null;
  /** Visible columns, whose fields are offered first. */
  columns: readonly Column[];
  /** Loaded rows, whose values are suggested. */
  rows: readonly Row[];
  /** URL of the documentation of a field. */
  docs: (field: FilterField) => string;
  onChange: (filters: readonly Filter[]) => void;
  /** Controlled by the parent, because a column's menu opens the editor, too. */
  edited: EditedFilter | null;
  onEdit: (edited: EditedFilter | null) => void;
}

/** Debounce delay of the search, in ms after the last key. */
const SEARCH_WAIT_MS = 350;

/** Renders the filter bar. */
export function FilterBar(props: FilterBarProps): ReactNode {
  const { model, label, capability, filters, requested, onChange, edited, onEdit } = props;
  const text = useText();
  const formats = useFormats();
  const addButton = useRef<HTMLButtonElement>(null);
  const chips = useRef<HTMLUListElement>(null);
  const anchor = useRef<HTMLElement>(null);
  const { search } = capability;
  const names = useKeyNames(model, capability, filters);
  const currencyOf = useLoadedCurrency(props.rows);
  const wordsOf = (field: string, value: string): string | undefined => {
    const column = props.columns.find(each => filterFieldOf(capability, each)?.id === field);
    const currency = currencyOf(column);
    const money = column && currency?.isOnly ? amountText(column, value, currency.code, formats) : null;
    return money ?? names.get(keyOfName(field, value));
  };
  const shown = filters.map((filter, at) => ({ filter, at })).filter(({ filter }) => filter.field !== search?.id);
  const { problems, ignored } = filterToVariables(capability, filters);
  const troubleOf = (at: number): string | null => {
    if (problems.some(problem => problem.index === at)) return text('data.filterInvalid');
    if (!ignored.includes(at)) return null;
    const { field: id = '', operator, value } = filters[at] ?? {};
    const field = filterField(capability, id);
    const isLeft = requested?.some(each => each.operator === 'during' && each.field === id && each.value === value) === true;
    if (operator === 'during' && !isLeft && field && spanKind(field) && isSpan(value)) return null;
    return field ? text('data.filterIgnored') : text('data.filterUnknown');
  };
  const remove = (at: number): void => {
    onChange(withoutFilter(capability, filters, at));
    // The chip that had the focus is removed: move the focus to the chip that takes its position, or to the button.
    requestAnimationFrame(() => {
      const left = chips.current?.querySelectorAll<HTMLElement>('.filter-chip-words') ?? [];
      (left[Math.min(at, left.length - 1)] ?? addButton.current)?.focus();
    });
  };
  anchor.current =
    edited && 'at' in edited
      ? (chips.current?.querySelector<HTMLElement>(`[data-filter="${edited.at}"]`) ?? addButton.current)
      : addButton.current;
  return (
    <>
      {search ? (
        <Search
          label={text('data.searchRows', { collection: label })}
          value={textOf(filters.find(filter => filter.field === search.id))}
          onChange={value => {
            const others = filters.filter(filter => filter.field !== search.id);
            onChange(value === '' ? others : [...others, { field: search.id, operator: 'search', value }]);
          }}
        />
      ) : null}
      {capability.fields.length > 0 ? (
        <Button
          ref={addButton}
          icon="filter"
          aria-haspopup="dialog"
          aria-expanded={edited !== null && 'field' in edited}
          onClick={() => onEdit(edited && 'field' in edited ? null : { field: null })}
        >
          {text('data.filter')}
        </Button>
      ) : null}
      {shown.length > 0 ? (
        <ul ref={chips} className="filter-chips" aria-label={text('data.filters')}>
          {shown.map(({ filter, at }, place) => {
            const words = filterWords(text, formats, capability, filter, wordsOf);
            const before = shown[place - 1]?.filter;
            return (
              <Fragment key={at}>
                {before && (filter.or || canBeAlternatives(capability, [before, filter])) ? (
                  <FilterJoin or={filter.or === true} onChange={or => onChange(filters.with(at, { ...filter, or }))} />
                ) : null}
                <FilterChip
                  at={at}
                  words={words}
                  trouble={troubleOf(at)}
                  onEdit={() => onEdit({ at })}
                  onRemove={() => remove(at)}
                />
              </Fragment>
            );
          })}
          {shown.length > 1 ? (
            <li>
              <Button kind="quiet" onClick={() => onChange(filters.filter(filter => filter.field === search?.id))}>
                {text('data.clearFilters')}
              </Button>
            </li>
          ) : null}
        </ul>
      ) : null}
      <FilterPopover {...props} currencyOf={currencyOf} anchor={anchor} />
    </>
  );
}

/** The editor of a new or existing filter. */
function FilterPopover({
  model,
  capability,
  filters,
  columns,
  rows,
  currencyOf,
  docs,
  onChange,
  edited,
  onEdit,
  anchor,
}: FilterBarProps & Pick<FilterEditorProps, 'currencyOf'> & { anchor: RefObject<HTMLElement | null> }): ReactNode {
  const text = useText();
  const apply = (made: Filter, goesOn: boolean): void => {
    if (edited && 'at' in edited) onChange(filters.with(edited.at, { ...made, or: filters[edited.at]?.or === true }));
    else onChange([...filters, made]);
    onEdit(goesOn ? { field: null } : null);
  };
  return (
    <Popover
      open={edited !== null}
      onClose={() => onEdit(null)}
      anchor={anchor}
      label={text('data.addFilter')}
      className="filter-popover"
    >
      {edited ? (
        <Suspense fallback={<SkeletonLines lines={4} />}>
          <FilterEditor
            model={model}
            key={'at' in edited ? `at ${edited.at}` : `new ${filters.length} ${edited.field ?? ''}`}
            capability={capability}
            filter={'at' in edited ? (filters[edited.at] ?? null) : null}
            others={'at' in edited ? filters.filter((_, place) => place !== edited.at) : filters}
            columns={columns}
            rows={rows}
            currencyOf={currencyOf}
            field={'field' in edited ? edited.field : null}
            docs={docs}
            onApply={apply}
            onCancel={() => onEdit(null)}
          />
        </Suspense>
      ) : null}
    </Popover>
  );
}

/** The filters without the one at an index. The alternative after a removed one does not join the filter before that. */
function withoutFilter(capability: FilterCapability, filters: readonly Filter[], at: number): readonly Filter[] {
  const group = groupsOf(capability, filters).find(([first]) => first?.[0] === at);
  const [next, alternative] = group?.[1] ?? [];
  const left = next === undefined || !alternative ? filters : filters.with(next, { ...alternative, or: false });
  return left.filter((_, place) => place !== at);
}

/** How a filter is combined with the one before it; a click changes it. */
function FilterJoin({ or, onChange }: { or: boolean; onChange: (or: boolean) => void }): ReactNode {
  const text = useText();
  const [now, other] = or ? (['data.filterOr', 'data.filterAnd'] as const) : (['data.filterAnd', 'data.filterOr'] as const);
  return (
    <li>
      <Button
        kind="quiet"
        className="filter-join"
        title={text('data.filterJoin', { word: text(other) })}
        onClick={() => onChange(!or)}
      >
        {text(now)}
      </Button>
    </li>
  );
}

/** A filter as a sentence. `trouble`: why it has no effect; null if it has one. */
function FilterChip({
  at,
  words,
  trouble,
  onEdit,
  onRemove,
}: {
  at: number;
  words: string;
  trouble: string | null;
  onEdit: () => void;
  onRemove: () => void;
}): ReactNode {
  const text = useText();
  return (
    <li className={trouble ? 'filter-chip filter-chip-off' : 'filter-chip'}>
      <button
        type="button"
        className="filter-chip-words truncate"
        data-filter={at}
        aria-haspopup="dialog"
        aria-label={text('data.editFilter', { filter: trouble ? `${words}. ${trouble}` : words })}
        title={trouble ?? words}
        onClick={onEdit}
      >
        {trouble ? <Icon name="warning" size={12} /> : null}
        <span dir="auto">{words}</span>
      </button>
      <RemoveChip label={text('data.removeFilter', { filter: words })} onRemove={onRemove} />
    </li>
  );
}

function textOf(filter: Filter | undefined): string {
  return typeof filter?.value === 'string' ? filter.value : '';
}

/** The server's own search. It is sent on Enter, or after a pause in typing. */
function Search({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }): ReactNode {
  const [typed, setTyped] = useState(value);
  const reported = useRef(value);
  // The value was changed from outside: by Back, or by "remove all".
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setTyped(value);
  }, [value]);
  const send = useRef(onChange);
  send.current = onChange;
  const report = (next: string): void => {
    if (next === reported.current) return;
    reported.current = next;
    send.current(next);
  };
  useEffect(() => {
    if (typed === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = typed;
      send.current(typed);
    }, SEARCH_WAIT_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <SearchInput
      label={label}
      value={typed}
      onChange={setTyped}
      onKeyDown={event => {
        if (event.key === 'Enter') report(typed);
      }}
    />
  );
}

/** Default export for lazy loading: the component with its messages and icons. */
export default withMessagesAndIcons({ data: dataMore }, FilterBar);
