// biome-ignore-all lint/a11y/useSemanticElements: a line between has no value that keys change
/**
 * Two panes and the edge between them, which mouse, touch and keys move (APG, window splitter). At either end a pane is folded away; the edge
 * stays, and brings it back. What stands in the panes is not rendered again while the edge moves. In narrow windows the panes stand below each
 * other in their own heights, without an edge.
 */
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useLanguage } from '../../../i18n/LanguageProvider';
import './PaneSplit.css';

/** Props of `PaneSplit`. */
export interface PaneSplitProps {
  /** Sets `--initial` as well: what a server renders has no styles of its own. */
  className: string;
  /** Of the edge. */
  label: string;
  /** How the panes stand to each other. */
  direction: 'row' | 'column';
  /** Share of the first pane in per cent; 0 and 100: one of them is folded away. null: `initial`. */
  value: number | null;
  initial: number;
  /** The smallest share of a pane that is not folded away. */
  least: number;
  /** False: neither pane can be folded away. Default true. */
  folds?: boolean;
  /** null: back to `initial`. */
  onChange: (value: number | null) => void;
  /** null: there is only the second. */
  first: ReactNode;
  second: ReactNode;
}

const STEP = 2;
const LARGE_STEP = 10;

/** The panes. */
export function PaneSplit(props: PaneSplitProps): ReactNode {
  const { className, label, direction, initial, least, folds = true, onChange, first, second } = props;
  const { direction: reading } = useLanguage();
  const id = useId();
  const split = useRef<HTMLDivElement>(null);
  /** Where the edge is while it is dragged. */
  const [dragged, setDragged] = useState<number | null>(null);
  const value = dragged ?? props.value ?? initial;
  const isMirrored = direction === 'row' && reading === 'rtl';

  /** What can be of a share that was asked for. */
  const fitted = (share: number): number => {
    if (folds && share < least / 2) return 0;
    if (folds && share > 100 - least / 2) return 100;
    return Math.round(Math.min(100 - least, Math.max(least, share)) * 10) / 10;
  };
  const shareAt = (event: PointerEvent): number => {
    const { left, top, width, height } = split.current?.getBoundingClientRect() ?? new DOMRect();
    const share = direction === 'row' ? (event.clientX - left) / width : (event.clientY - top) / height;
    return fitted((isMirrored ? 1 - share : share) * 100);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? LARGE_STEP : STEP;
    const [less, more] = direction === 'column' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
    const by = event.key === less ? -step : event.key === more ? step : 0;
    if (by !== 0) onChange(moved(value + (isMirrored ? -by : by), least));
    else if (event.key === 'Home') onChange(folds ? 0 : least);
    else if (event.key === 'End') onChange(folds ? 100 : 100 - least);
    else if (event.key === 'Enter' && folds) onChange(value === 0 || value === 100 ? null : 0);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const folded = value === 0 ? ' pane-split-no-first' : value === 100 ? ' pane-split-no-second' : '';
  const size: CSSProperties | undefined = first && value !== initial ? ({ '--first': value } as CSSProperties) : undefined;
  return (
    <div
      ref={split}
      className={`pane-split pane-split-${direction} ${className}${first ? folded : ''}${dragged === null ? '' : ' pane-split-moving'}`}
      style={size}
    >
      {first ? (
        <div id={id} className="pane-first">
          {first}
        </div>
      ) : null}
      {first ? (
        <div
          role="separator"
          tabIndex={0}
          aria-label={label}
          aria-controls={id}
          aria-orientation={direction === 'row' ? 'vertical' : 'horizontal'}
          aria-valuemin={folds ? 0 : least}
          aria-valuemax={folds ? 100 : 100 - least}
          aria-valuenow={Math.round(value)}
          className="pane-edge"
          onPointerDown={event => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            setDragged(value);
          }}
          onPointerMove={event => dragged !== null && setDragged(shareAt(event))}
          onPointerUp={() => {
            if (dragged !== null && dragged !== (props.value ?? initial)) onChange(dragged);
            setDragged(null);
          }}
          onPointerCancel={() => setDragged(null)}
          onDoubleClick={() => onChange(null)}
          onKeyDown={onKeyDown}
        />
      ) : null}
      <div className="pane-second">{second}</div>
    </div>
  );
}

/** One step on; the first step out of the end where a pane is folded away brings it back in its smallest size. */
function moved(share: number, least: number): number {
  return Math.min(100 - least, Math.max(least, share));
}
