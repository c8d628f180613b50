/**
 * The toolbar of a running feed: status, arguments, filter, view, plot, pause, clear, export, pin and stop; above it, links to the other
 * running feeds.
 */
import { type ReactNode, useRef, useState } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { usePin } from '../../../parts/usePin';
import type { Feed as FeedModel } from '../../../schema/collections/feeds';
import type { Drafts } from '../../../schema/forms/formValues';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { queryOfDrafts } from '../../../session/navigation/draftAddress';
import { Menu } from '../../../ui/frame/menu/Menu';
import { Button, IconButton } from '../../../ui/inputs/Button';
import { SearchInput } from '../../../ui/inputs/SearchInput';
import { Segments } from '../../../ui/inputs/Select';
import type { Feed } from '../createFeed';
import { RunningFeeds } from '../RunningFeeds';
import { FeedStatus } from './FeedStatus';
import type { FeedColumn } from './feedColumns';

/** Props of `FeedToolbar`. */
export interface FeedToolbarProps {
  session: Session;
  model: SchemaModel;
  definition: FeedModel;
  feed: Feed;
  drafts: Drafts;
  columns: readonly FeedColumn[];
  plotColumns: readonly FeedColumn[];
  view: 'table' | 'json';
  filter: string;
  paused: boolean;
  isRunning: boolean;
  onArguments: (() => void) | null;
  onPlot: (columnIds: string[]) => void;
  onView: (view: 'table' | 'json') => void;
  onFilter: (filter: string) => void;
  onPause: () => void;
  onClear: () => void;
  onExport: () => void;
}

export function FeedToolbar(props: FeedToolbarProps): ReactNode {
  const { session, model, definition, feed, drafts, columns, plotColumns, view, paused, isRunning } = props;
  const text = useText();
  const pinned = usePin(session);
  const numeric = columns.filter(column => column.numeric);
  const chosen = plotColumns.map(column => column.id);
  const summary = queryOfDrafts(definition.form, drafts)
    .map(([name, value]) => `${definition.form.find(field => field.name === name)?.label ?? name}: ${value}`)
    .join(', ');
  return (
    <>
      <RunningFeeds session={session} model={model} present={feed.id} />
      <div className="feed-tools">
        <FeedStatus session={session} feed={feed} />
        {props.onArguments ? (
          <Button kind="quiet" icon="settings" onClick={props.onArguments} title={text('live.arguments')}>
            <span className="truncate">{summary === '' ? text('live.arguments') : summary}</span>
          </Button>
        ) : null}
        <span className="feed-tools-gap" />
        <FilterInput key={feed.id} value={props.filter} onChange={props.onFilter} />
        <Segments
          label={text('live.view')}
          value={view}
          onChange={props.onView}
          options={[
            { value: 'table', label: text('live.viewTable') },
            { value: 'json', label: text('live.viewJson') },
          ]}
        />
        {numeric.length > 0 ? (
          <Menu
            align="end"
            label={text('live.plotColumns')}
            items={numeric.map(column => {
              const isChosen = chosen.includes(column.id);
              return {
                label: column.label,
                checked: isChosen,
                onSelect: () => props.onPlot(isChosen ? chosen.filter(id => id !== column.id) : [...chosen, column.id].slice(-4)),
              };
            })}
          >
            {trigger => (
              <Button {...trigger} icon="live" pressed={chosen.length > 0}>
                <span className="narrow-hidden">{text('live.plot')}</span>
              </Button>
            )}
          </Menu>
        ) : null}
        <Button icon={paused ? 'play' : 'pause'} pressed={paused} onClick={props.onPause}>
          <span className="narrow-hidden">{text(paused ? 'live.resume' : 'live.pause')}</span>
        </Button>
        <IconButton icon="trash" label={text('live.clear')} onClick={props.onClear} />
        <IconButton icon="download" label={text('live.export')} onClick={props.onExport} />
        <IconButton
          icon="pin"
          label={text('dashboard.pin')}
          onClick={pinned(() => ({
            title: definition.label,
            show: 'list',
            source: { kind: 'feed', document: feed.request.query, variables: JSON.stringify(feed.request.variables) },
          }))}
        />
        {isRunning ? (
          <IconButton icon="stop" label={text('live.stop')} onClick={() => feed.stop()} />
        ) : (
          <IconButton icon="play" label={text('live.startAgain')} onClick={() => feed.start()} />
        )}
      </div>
    </>
  );
}

/** Debounce time of the filter, in ms. */
const REST_MS = 150;

/** The filter field. The address is updated after `REST_MS` without typing. */
function FilterInput({ value, onChange }: { value: string; onChange: (value: string) => void }): ReactNode {
  const text = useText();
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  return (
    <SearchInput
      className="feed-filter"
      label={text('live.filter')}
      value={typed}
      onChange={next => {
        setTyped(next);
        clearTimeout(timer.current);
        if (next === '') onChange('');
        else timer.current = setTimeout(() => onChange(next), REST_MS);
      }}
    />
  );
}
