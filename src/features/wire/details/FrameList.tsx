/** The frames of a subscription or a connection, each with its size and its beginning. The selected frame is shown in full below. */
import { type ReactNode, useId, useState } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import type { WireLog } from '../../../session/wire/wireLog';
import type { StepOf, WireEntry } from '../../../session/wire/wireLogEntry';
import { VirtualList } from '../../../ui/table/VirtualList';
import { Icon } from '../../../ui/text/Icon';
import { useListKeys } from '../useListKeys';
import { BodyView } from './BodyView';
import './FrameList.css';

const ROW = 26;
const PREVIEW = 160;
const ROWS_IN_VIEW = 12;

export interface FrameListProps {
  entry: WireEntry;
  /** undefined for a saved log. */
  log: WireLog | undefined;
}

export function FrameList({ entry, log }: FrameListProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const id = useId();
  const frames = entry.steps.filter((step): step is StepOf<'frame'> => step.type === 'frame');
  const [chosen, setChosen] = useState<StepOf<'frame'> | null>(null);
  const active = chosen ? frames.indexOf(chosen) : -1;
  const { list, onKeyDown } = useListKeys({ count: frames.length, active, onActive: at => setChosen(frames[at] ?? null) });
  const { framesIn, framesOut, bytesIn, bytesOut } = entry.traffic;
  return (
    <div className="frame-list">
      <dl className="frame-sums">
        <div>
          <dt>{text('wire.frameIn')}</dt>
          <dd className="numeric">
            {formats.number(framesIn)} · {formats.bytes(bytesIn)}
          </dd>
        </div>
        <div>
          <dt>{text('wire.frameOut')}</dt>
          <dd className="numeric">
            {formats.number(framesOut)} · {formats.bytes(bytesOut)}
          </dd>
        </div>
      </dl>
      <div className="frame-rows" style={{ height: Math.min(Math.max(frames.length, 1), ROWS_IN_VIEW) * ROW + 2 }}>
        <VirtualList
          ref={list}
          count={frames.length}
          size={ROW}
          label={text('wire.framesSection')}
          role="listbox"
          focusable={{ 'aria-activedescendant': active >= 0 ? `${id}-${active}` : undefined, onKeyDown }}
          follow={active < 0}
        >
          {at => {
            const frame = frames[at];
            if (!frame) return null;
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays on the list, which names the active option
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
              <div
                id={`${id}-${at}`}
                role="option"
                aria-selected={at === active}
                aria-setsize={frames.length}
                aria-posinset={at + 1}
                className={`frame-row${at === active ? ' frame-row-active' : ''}`}
                onClick={() => setChosen(frame)}
              >
                <span className="numeric quiet">{formats.time(frame.at, { seconds: true })}</span>
                <span
                  className={`frame-direction frame-${frame.direction}`}
                  title={text(frame.direction === 'in' ? 'wire.frameIn' : 'wire.frameOut')}
                >
                  <Icon name={frame.direction === 'in' ? 'arrowDown' : 'arrowUp'} size={12} />
                  <span className="visually-hidden">{text(frame.direction === 'in' ? 'wire.frameIn' : 'wire.frameOut')}</span>
                </span>
                <span className="code">{frame.frame}</span>
                <span className="frame-preview code truncate">{preview(frame)}</span>
                <span className="numeric quiet">{formats.bytes(frame.bytes)}</span>
              </div>
            );
          }}
        </VirtualList>
      </div>
      {chosen?.body ? <BodyView key={`${chosen.at} ${active}`} body={chosen.body} title={chosen.frame} log={log} /> : null}
    </div>
  );
}

/** Returns the beginning of a frame's payload. */
function preview(frame: StepOf<'frame'>): string {
  if (!frame.body || frame.bytes > 1_000_000) return '';
  const text = frame.body.read() ?? '';
  const payload = text.indexOf('"payload":');
  const from = payload < 0 ? 0 : payload + 10;
  return text.slice(from, from + PREVIEW);
}
