// biome-ignore-all lint/a11y/useSemanticElements: an `hr` has no value that keys can change
/**
 * Two panes with a movable separator, for mouse, touch and keyboard (APG window splitter pattern). At either end a pane is collapsed; the
 * separator stays visible and restores it. The content of the panes is not rendered again while the separator moves. In narrow windows the
 * panes are stacked in their natural heights, without a separator.
 */
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useLanguage } from '../../../i18n/LanguageProvider';
import './PaneSplit.css';

/** Props of `PaneSplit`. */
export interface PaneSplitProps {
  /** Must also set `--initial`, because server rendering writes no inline styles. */
  className: string;
  /** Label of the separator. */
  label: string;
  /** Layout of the panes. */
  direction: 'row' | 'column';
  /** Size of the first pane in percent; at 0 or 100 one pane is collapsed. Null for `initial`. */
  value: number | null;
  initial: number;
  /** The minimum size of a pane that is not collapsed, in percent. */
  least: number;
  /** Whether panes can be collapsed. Default true. */
  folds?: boolean;
  /** Called with null to reset to `initial`. */
  onChange: (value: number | null) => void;
  /** Null to render only the second pane. */
  first: ReactNode;
  second: ReactNode;
}

const STEP = 2;
const LARGE_STEP = 10;

export function PaneSplit(props: PaneSplitProps): ReactNode {
  const { className, label, direction, initial, least, folds = true, onChange, first, second } = props;
  const { direction: reading } = useLanguage();
  const id = useId();
  const split = useRef<HTMLDivElement>(null);
  /** Position of the separator during a drag. */
  const [dragged, setDragged] = useState<number | null>(null);
  const value = dragged ?? props.value ?? initial;
  /** The pane's size before it was collapsed. */
  const lastOpen = useRef<number | null>(null);
  const resize = (next: number | null): void => {
    if (props.value !== 0 && props.value !== 100) lastOpen.current = props.value;
    onChange(next);
  };
  const isMirrored = direction === 'row' && reading === 'rtl';

  /** Clamps a requested size to the allowed range. */
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
    if (by !== 0) resize(moved(value + (isMirrored ? -by : by), least));
    else if (event.key === 'Home') resize(folds ? 0 : least);
    else if (event.key === 'End') resize(folds ? 100 : 100 - least);
    else if (event.key === 'Enter' && folds) resize(value === 0 || value === 100 ? lastOpen.current : 0);
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
            if (dragged !== null && dragged !== (props.value ?? initial)) resize(dragged);
            setDragged(null);
          }}
          onPointerCancel={() => setDragged(null)}
          onDoubleClick={() => resize(null)}
          onKeyDown={onKeyDown}
        />
      ) : null}
      <div className="pane-second">{second}</div>
    </div>
  );
}

/** Moves by one step. The first step away from the end restores a collapsed pane at its minimum size. */
function moved(share: number, least: number): number {
  return Math.min(100 - least, Math.max(least, share));
}
