/** The steps of an entry as a list: time, stage, what happened, and what it means. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import type { WireEntry } from '../../../session/wire/wireLogEntry';
import { StatusDot } from '../../../ui/text/StatusDot';
import type { LaneItem } from '../lanes/laneItems';
import { stageHelp, stageName } from './stepWords';
import './StepList.css';

export interface StepListProps {
  entry: WireEntry;
  items: readonly LaneItem[];
  isUpload: boolean;
  /** The step that is selected in the diagram. */
  selected: string | null;
}

export function StepList({ entry, items, isUpload, selected }: StepListProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const list = useRef<HTMLOListElement>(null);
  const begin = items[0]?.from ?? entry.startedAt;
  useEffect(() => {
    if (selected !== null) list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [selected]);
  return (
    <>
      {entry.letGo > 0 ? <p className="quiet">{text('wire.stepsLetGo', { count: entry.letGo })}</p> : null}
      <ol ref={list} className="step-list" aria-label={text('wire.steps')}>
        {items.map(item => (
          <li key={item.id} className="step-list-item" aria-current={item.id === selected ? 'step' : undefined}>
            <span className="step-list-when numeric">{text('wire.after', { time: formats.duration(item.from - begin) })}</span>
            <StatusDot tone={item.tone} />
            <span className="step-list-stage" title={stageHelp({ text }, item.lane, isUpload)}>
              {stageName({ text }, item.lane, isUpload)}
            </span>
            <span className="step-list-words">
              <span className="step-list-title">{item.title}</span>
              {item.help ? <span className="step-list-help">{item.help}</span> : null}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
