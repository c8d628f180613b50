/** The filters of the log. Their values are in the address. In a narrow window they are folded behind a button. */
import { type ReactNode, useState } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import { Button } from '../../ui/inputs/Button';
import { SearchInput } from '../../ui/inputs/SearchInput';
import { type Option, Select } from '../../ui/inputs/Select';
import { screenName } from './details/outcomeWords';
import { isOpenFilter, WIRE_KINDS, WIRE_STATUSES, type WireFilter, type WireKind, type WireStatus } from './wireLogFilter';
import './WireFilters.css';

export interface WireFiltersProps {
  filter: WireFilter;
  onChange: (filter: WireFilter) => void;
  /** Screens and HTTP statuses that occur in the log, offered as options. */
  screens: readonly string[];
  httpStatuses: readonly number[];
}

const SLOWER = [100, 300, 1000, 3000, 10_000];

const KIND_NAMES = {
  query: 'wire.kindQuery',
  mutation: 'wire.kindMutation',
  subscription: 'wire.kindSubscription',
  upload: 'wire.kindUpload',
  socket: 'wire.kindSocket',
} as const satisfies Record<WireKind, string>;

const STATUS_NAMES = {
  open: 'wire.statusOpen',
  ok: 'wire.statusOk',
  cached: 'wire.statusCached',
  failed: 'wire.statusFailed',
  cancelled: 'wire.statusCancelled',
} as const satisfies Record<(typeof WIRE_STATUSES)[number], string>;

export function WireFilters({ filter, onChange, screens, httpStatuses }: WireFiltersProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const isOpen = isOpenFilter(filter);
  const [unfolded, setUnfolded] = useState(!isOpenFilter({ ...filter, name: '' }));
  const kinds = WIRE_KINDS.filter(kind => filter.kinds.has(kind));
  const statuses = [...new Set([...httpStatuses.map(String), ...(isHttpStatus(filter.status) ? [filter.status] : [])])].sort();
  const times = [...new Set([...SLOWER, ...(filter.slowerThan === null ? [] : [filter.slowerThan])])].sort((a, b) => a - b);
  const listed = filter.screen === null || screens.includes(filter.screen) ? screens : [...screens, filter.screen];
  return (
    <fieldset className="wire-filters" aria-label={text('wire.filters')}>
      <SearchInput
        className="wire-filters-name"
        label={text('wire.filterName')}
        value={filter.name}
        onChange={name => onChange({ ...filter, name })}
      />
      <span className="wire-filters-fold">
        <Button icon="filter" pressed={unfolded} aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
          {text('wire.filters')}
        </Button>
      </span>
      <div className={unfolded ? 'wire-filters-more wire-filters-unfolded' : 'wire-filters-more'}>
        <Select
          aria-label={text('wire.kind')}
          // Only an address can name several kinds; they are shown as one option.
          value={kinds.join(',')}
          options={[
            { value: '', label: text('wire.kindAll') },
            ...WIRE_KINDS.map(kind => ({ value: kind as string, label: text(KIND_NAMES[kind]) })),
            ...(kinds.length > 1
              ? [{ value: kinds.join(','), label: formats.list(kinds.map(kind => text(KIND_NAMES[kind]))) }]
              : []),
          ]}
          onChange={value => onChange({ ...filter, kinds: new Set(WIRE_KINDS.filter(kind => value.split(',').includes(kind))) })}
        />
        <Select
          aria-label={text('wire.screen')}
          value={filter.screen ?? ''}
          options={[
            { value: '', label: text('wire.screenAll') },
            ...listed.map(screen => ({ value: screen, label: screenName(text, screen) })),
          ]}
          onChange={screen => onChange({ ...filter, screen: screen || null })}
        />
        <Select
          aria-label={text('wire.status')}
          value={filter.status ?? ''}
          options={[
            { value: '', label: text('wire.statusAll') },
            ...WIRE_STATUSES.map((status): Option => ({ value: status, label: text(STATUS_NAMES[status]) })),
            ...statuses.map(
              (status): Option => ({
                value: status,
                label: text('wire.statusHttp', { status }),
                group: text('wire.statusHttpGroup'),
              }),
            ),
          ]}
          onChange={status => onChange({ ...filter, status: (status || null) as WireStatus | null })}
        />
        <Select
          aria-label={text('wire.slower')}
          value={String(filter.slowerThan ?? '')}
          options={[
            { value: '', label: text('wire.slowerAny') },
            ...times.map(ms => ({ value: String(ms), label: text('wire.slowerThan', { time: formats.duration(ms) }) })),
          ]}
          onChange={ms => onChange({ ...filter, slowerThan: ms === '' ? null : Number(ms) })}
        />
        {isOpen ? null : (
          <Button
            kind="quiet"
            icon="close"
            onClick={() => onChange({ kinds: new Set(), screen: null, name: '', status: null, slowerThan: null })}
          >
            {text('wire.clearFilters')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

const isHttpStatus = (status: WireStatus | null): status is `${number}` => status !== null && /^\d/.test(status);
