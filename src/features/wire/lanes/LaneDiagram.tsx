/**
 * The path of an operation through the pipeline: one lane for each stage, the steps on a time axis, and a line from each step to the next.
 * Each step is a button. Tab moves into the diagram, Left and Right move along the line, Up and Down move to another lane. The list of
 * steps below has the same items and describes the focused one in full.
 */
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useFormats, useLanguage, useText } from '../../../i18n/LanguageProvider';
import { type StageState, WIRE_STAGES, type WireSummary } from '../../../session/wire/wireLogSummary';
import { type Lane, stageHelp, stageName } from '../details/stepWords';
import type { LaneItem } from './laneItems';
import { labelPlace, laneLayout, type PlacedItem, pillWidth } from './laneLayout';
import './LaneDiagram.css';

export interface LaneDiagramProps {
  items: readonly LaneItem[];
  summary: WireSummary;
  /** A connection has its own lanes. */
  isSocket: boolean;
  /** Id of the item that is described in full; null if none is. */
  selected: string | null;
  onSelect: (id: string) => void;
}

/** Height of a lane in px, the same as in LaneDiagram.css. */
const LANE = 32;
const UNMEASURED_WIDTH = 560;

const ALL_LANES: readonly Lane[] = WIRE_STAGES;
const SOCKET_LANES: readonly Lane[] = ['connection', 'out', 'in'];

/** Returns the state that colours a lane. The lanes of a connection have no states of their own, except the first. */
function stateOf(summary: WireSummary, lane: Lane): StageState {
  if (lane === 'connection') return summary.stages.subscription;
  return lane === 'in' || lane === 'out' ? 'passed' : summary.stages[lane];
}

export function LaneDiagram({ items, summary, isSocket, selected, onSelect }: LaneDiagramProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const id = useId();
  const track = useRef<HTMLDivElement>(null);
  const width = useWidth(track);
  const lanes = isSocket ? SOCKET_LANES : ALL_LANES;
  const isUpload = summary.upload !== null;
  const layout = laneLayout(items, width);
  const begin = items[0]?.from ?? 0;
  const end = items.reduce((latest, { to }) => Math.max(latest, to), begin);
  const marks = layout.marks.map(mark => ({ ...mark, label: formats.duration(mark.ms) }));
  const active = items.some(item => item.id === selected) ? selected : (items[0]?.id ?? null);
  return (
    <section className="lanes" aria-label={text('wire.diagram')} aria-describedby={id}>
      <p id={id} className="visually-hidden">
        {text('wire.diagramHelp', { count: items.length, time: formats.duration(end - begin) })}
      </p>
      <div className="lanes-names">
        {lanes.map(lane => {
          const state = stateOf(summary, lane);
          const help = stageHelp({ text }, lane, isUpload);
          return (
            <div
              key={lane}
              className={`lanes-name lanes-${state}`}
              title={state === 'none' ? `${help} (${text('wire.stageNothing')})` : help}
            >
              {stageName({ text }, lane, isUpload)}
            </div>
          );
        })}
      </div>
      <div className="lanes-scroller" ref={track}>
        <Steps
          layout={{ placed: layout.placed, width: layout.width }}
          lanes={lanes}
          stateOf={lane => stateOf(summary, lane)}
          begin={begin}
          active={active}
          selected={selected}
          onSelect={onSelect}
          isUpload={isUpload}
        />
        <div className="lanes-axis" aria-hidden="true" style={{ width: layout.width }}>
          {marks.map(mark => (
            <span
              key={mark.at}
              className={mark.at > layout.width - 60 ? 'lanes-mark lanes-mark-end' : 'lanes-mark'}
              style={{ insetInlineStart: mark.at }}
            >
              <span className="lanes-mark-words">{mark.label}</span>
            </span>
          ))}
        </div>
      </div>
    </section>
  );
}

interface StepsProps {
  layout: { placed: readonly PlacedItem[]; width: number };
  lanes: readonly Lane[];
  stateOf: (lane: Lane) => StageState;
  begin: number;
  /** Id of the item with tabindex 0; null if there is none. */
  active: string | null;
  selected: string | null;
  onSelect: (id: string) => void;
  isUpload: boolean;
}

function Steps({ layout, lanes, stateOf, begin, active, selected, onSelect, isUpload }: StepsProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const { direction } = useLanguage();
  const field = useRef<HTMLDivElement>(null);
  const { placed, width } = layout;
  const laneOf = (place: PlacedItem): number => lanes.indexOf(place.item.lane);

  const onKeyDown = (event: KeyboardEvent): void => {
    const at = placed.findIndex(place => place.item.id === active);
    const onward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const back = direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
    let next: PlacedItem | undefined;
    if (event.key === onward) next = placed[at + 1];
    else if (event.key === back) next = placed[at - 1];
    else if (event.key === 'Home') next = placed[0];
    else if (event.key === 'End') next = placed.at(-1);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      next = acrossLanes(placed, at, event.key === 'ArrowDown' ? 1 : -1, laneOf);
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (!next) return;
    onSelect(next.item.id);
    field.current?.querySelectorAll<HTMLElement>('.lanes-step')[placed.indexOf(next)]?.focus();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div ref={field} role="group" className="lanes-field" style={{ width, height: lanes.length * LANE }} onKeyDown={onKeyDown}>
      {lanes.map((stage, lane) => (
        <div
          key={stage}
          className={`lanes-lane lanes-${stateOf(stage)}`}
          style={{ insetBlockStart: lane * LANE }}
          aria-hidden="true"
        />
      ))}
      <svg className="lanes-flow" width={width} height={lanes.length * LANE} aria-hidden="true" focusable="false">
        <path d={flow(placed, laneOf)} />
      </svg>
      {placed.map(place => {
        const { item, start, end, room } = place;
        const isBar = item.to > item.from || item.open;
        const shown = item.id === selected;
        const { title, short } = item;
        // The visible label has to be part of the accessible name.
        const fullTitle = short === null || title.includes(short) ? title : text('wire.diagramTitle', { title, short });
        const barWidth = Math.max(0, end - start);
        const pill = pillWidth(item);
        const inside = isBar ? barWidth : (pill ?? 0);
        const label = pill === undefined ? labelPlace(place, width) : 'pill';
        const after = formats.duration(item.from - begin);
        return (
          <button
            key={item.id}
            type="button"
            className={`lanes-step ${isBar ? 'lanes-bar' : pill === undefined ? 'lanes-point' : 'lanes-pill'} tone-${item.tone}${item.open ? ' lanes-open' : ''}`}
            style={
              {
                insetInlineStart: isBar || pill !== undefined ? start : start - 12,
                insetBlockStart: laneOf(place) * LANE + 4,
                ...(isBar || pill !== undefined ? { width: Math.max(inside, 8) } : {}),
                '--lane-room': `${Math.max(0, room - 14)}px`,
              } as CSSProperties
            }
            tabIndex={item.id === active ? 0 : -1}
            aria-pressed={shown}
            aria-label={text('wire.diagramStep', {
              stage: stageName({ text }, item.lane, isUpload),
              time: after,
              title: fullTitle,
            })}
            title={`${title}\n+${after}${isBar ? ` · ${formats.duration(item.to - item.from)}` : ''}`}
            onClick={() => onSelect(item.id)}
          >
            {label === 'none' ? null : (
              <span className={`lanes-label lanes-label-${label}`} aria-hidden="true">
                {label === 'pill' || label === 'short' ? item.short : title}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}

/** Returns the item closest in time in the next lane above or below that has items. */
function acrossLanes(
  placed: readonly PlacedItem[],
  at: number,
  step: 1 | -1,
  laneOf: (place: PlacedItem) => number,
): PlacedItem | undefined {
  const from = placed[at];
  if (!from) return placed[0];
  const lanes = [...new Set(placed.map(laneOf))].sort((a, b) => (a - b) * step);
  const lane = lanes.find(other => (other - laneOf(from)) * step > 0);
  const there = placed.filter(place => laneOf(place) === lane);
  return there.sort((a, b) => Math.abs(a.start - from.start) - Math.abs(b.start - from.start))[0];
}

/** The line from item to item: along the lane, then across to the lane of the next item. */
function flow(placed: readonly PlacedItem[], laneOf: (place: PlacedItem) => number): string {
  const y = (place: PlacedItem): number => laneOf(place) * LANE + LANE / 2;
  let path = '';
  placed.forEach((place, at) => {
    const before = placed[at - 1];
    if (!before) {
      path = `M${place.start} ${y(place)}`;
      return;
    }
    path += `L${Math.min(before.end, place.start)} ${y(before)}L${place.start} ${y(before)}L${place.start} ${y(place)}`;
  });
  return path;
}

/** Returns the current width of an element in px. */
function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(UNMEASURED_WIDTH);
  useEffect(() => {
    const { current } = element;
    if (!current || typeof ResizeObserver === 'undefined') return;
    const watcher = new ResizeObserver(() => {
      if (current.clientWidth > 0) setWidth(current.clientWidth);
    });
    watcher.observe(current);
    return () => watcher.disconnect();
  }, [element]);
  return width;
}
