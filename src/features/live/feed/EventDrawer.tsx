/** A drawer with all values of one event, beside the list. The event stays open after the list has dropped it. */

import type { ReactNode } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { laidOutJson } from '../../../lib/text/laidOutJson';
import { readableName } from '../../../schema/model/readableName';
import { Drawer } from '../../../ui/frame/Drawer';
import { IconButton } from '../../../ui/inputs/Button';
import { JsonView } from '../../../ui/json/JsonView';
import { Value } from '../../../ui/table/Value';
import { CopyButton } from '../../../ui/text/CopyButton';
import type { FeedColumn } from './feedColumns';

/** A copy of an event, independent of the list. */
export interface OpenEvent {
  sequence: number;
  number: number;
  at: number;
  value: unknown;
}

/** Props of `EventDrawer`. */
export interface EventDrawerProps {
  kind: string;
  /** The title of the record that the event is; null: the number of the event. */
  title: string | null;
  event: OpenEvent;
  columns: readonly FeedColumn[];
  /** Base URL of relative addresses in values. */
  base: string;
  /** Open the adjacent event; null if there is none or it is no longer kept. */
  onOlder: (() => void) | null;
  onNewer: (() => void) | null;
  onClose: () => void;
}

export function EventDrawer({ kind, title, event, columns, base, onOlder, onNewer, onClose }: EventDrawerProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  return (
    <Drawer
      kind={kind}
      title={title ?? text('live.event', { number: formats.number(event.number) })}
      onClose={onClose}
      actions={
        <>
          <IconButton icon="chevronUp" label={text('live.newer')} disabled={!onNewer} onClick={() => onNewer?.()} />
          <IconButton icon="chevronDown" label={text('live.older')} disabled={!onOlder} onClick={() => onOlder?.()} />
          <CopyButton value={() => laidOutJson(event.value)} />
        </>
      }
    >
      <dl className="event-values">
        <div className="event-value">
          <dt>{text('live.received')}</dt>
          <dd className="numeric" title={new Date(event.at).toISOString()}>
            {formats.dateTime(event.at, { seconds: true })}
          </dd>
        </div>
        {(columns.length > 1 ? columns : []).map(column => (
          <div key={column.id} className="event-value">
            <dt title={column.description ?? undefined}>{column.label}</dt>
            <dd>
              <Value
                value={column.value(event.value)}
                kind={column.kind}
                form="full"
                enumLabel={column.enumLabel ?? readableName}
                base={base}
              />
            </dd>
          </div>
        ))}
      </dl>
      <JsonView value={event.value} depth={3} label={text('live.json')} />
    </Drawer>
  );
}
