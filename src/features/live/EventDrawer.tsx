/** One event with all it holds, beside the list. It stays when the list has long let go of it. */
import type { ReactNode } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import { IconButton } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { Drawer } from '../../ui/ScreenFrame';
import { cellText, type FeedColumn } from './feedColumns';

/** An event taken out of the list. */
export interface OpenEvent {
  sequence: number;
  number: number;
  at: number;
  value: unknown;
}

/** Props of `EventDrawer`. */
export interface EventDrawerProps {
  kind: string;
  event: OpenEvent;
  columns: readonly FeedColumn[];
  /** To the neighbours; null where there is none (any more). */
  onOlder: (() => void) | null;
  onNewer: (() => void) | null;
  onClose: () => void;
}

/** The drawer. */
export function EventDrawer({ kind, event, columns, onOlder, onNewer, onClose }: EventDrawerProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  return (
    <Drawer
      kind={kind}
      title={text('live.event', { number: formats.number(event.number) })}
      onClose={onClose}
      actions={
        <>
          <IconButton icon="chevronUp" label={text('live.newer')} disabled={!onNewer} onClick={() => onNewer?.()} />
          <IconButton icon="chevronDown" label={text('live.older')} disabled={!onOlder} onClick={() => onOlder?.()} />
          <CopyButton value={() => JSON.stringify(event.value, null, 2)} />
        </>
      }
    >
      <p className="quiet">
        {text('live.eventReceived', { time: formats.dateTime(event.at, { seconds: true }) })}{' '}
        <span className="numeric">({new Date(event.at).toISOString()})</span>
      </p>
      {columns.length > 1 ? (
        <dl className="event-values">
          {columns.map(column => (
            <div key={column.id} className="event-value">
              <dt title={column.description ?? undefined}>{column.label}</dt>
              <dd dir="auto" className={column.numeric ? 'numeric' : undefined}>
                {cellText(column.value(event.value), column.kind, formats, text)}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      <pre className="event-json">{JSON.stringify(event.value, null, 2)}</pre>
    </Drawer>
  );
}
