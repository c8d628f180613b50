/**
 * The map of types around one type: boxes are links, lines are the fields that refer from one type to another. It is one tab stop; the
 * arrow keys move between the boxes by their position, Enter follows the link.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useFormats, useLanguage, useText } from '../../i18n/LanguageProvider';
import { type MapEdge, typeMap } from '../../schema/docs/typeMap';
import type { SchemaModel } from '../../schema/model/schemaModel';
import { href } from '../../session/navigation/navigation';
import { edgePath, layoutMap, loopPath, NODE_HEIGHT, type PlacedNode } from './mapLayout';
import './TypeMapView.css';

/** Maximum number of field names in a node's accessible name. */
const MOST_NAMES = 6;

/** Renders nothing for a type that is not related to any other. */
export function TypeMapView({ model, name }: { model: SchemaModel; name: string }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const { direction } = useLanguage();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const drawing = useRef<SVGSVGElement>(null);
  const map = useMemo(() => typeMap(model, name), [model, name]);
  const layout = useMemo(() => map && layoutMap(map, direction === 'rtl'), [map, direction]);
  const [active, setActive] = useState(name);
  const [pointed, setPointed] = useState<string | null>(null);
  useEffect(() => {
    const self = layout?.nodes.find(node => node.layer === 0);
    // Scrolls horizontally so that the current type is in the centre.
    if (self && frame.current) frame.current.scrollLeft = self.x + self.width / 2 - frame.current.clientWidth / 2;
  }, [layout]);
  if (!map || !layout) return null;
  const nodes = new Map(layout.nodes.map(node => [node.name, node]));
  const stop = nodes.has(active) ? active : name;

  const go = (to: PlacedNode | undefined): void => {
    if (!to) return;
    setActive(to.name);
    const link = drawing.current?.querySelector<SVGAElement>(`[data-type="${to.name}"]`);
    link?.focus();
    link?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const from = nodes.get(stop);
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    const column = layout.nodes.filter(node => node.layer === from.layer);
    const at = column.indexOf(from);
    if (event.key === 'ArrowDown') go(column[at + 1]);
    else if (event.key === 'ArrowUp') go(column[at - 1]);
    else if (event.key === 'Home') go(nodes.get(name));
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft')
      go(beside(layout.nodes, from, event.key === 'ArrowRight' ? 1 : -1));
    else return;
    event.preventDefault();
  };
  const highlighted = pointed ?? (stop === name ? null : stop);
  return (
    // `layoutMap` has mirrored the layout already, so the drawing itself is always left to right.
    <div ref={frame} className="docs-map" dir="ltr">
      {/* biome-ignore lint/a11y/useSemanticElements: SVG has no element for a group of links */}
      <svg
        ref={drawing}
        role="group"
        aria-label={text('docs.mapOf', { name })}
        width={layout.width}
        height={layout.height}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        onKeyDown={onKeyDown}
      >
        <Arrow id={`${id}-end`} />
        <Edges edges={map.edges} nodes={nodes} highlighted={highlighted} arrow={`url(#${id}-end)`} />
        {layout.nodes.map(node => {
          const fieldNames = edgeWords(map.edges, node.name);
          const label =
            node.name === name
              ? text('docs.mapSelf', { name })
              : fieldNames.length === 0
                ? node.name
                : text('docs.mapNode', { name: node.name, fields: formats.list(fieldNames) });
          return (
            <MapNode
              key={node.name}
              node={node}
              label={label}
              isSelf={node.name === name}
              isStop={node.name === stop}
              onFocus={() => setActive(node.name)}
              onPoint={setPointed}
            />
          );
        })}
        {layout.moreBefore ? <More {...layout.moreBefore} count={map.hiddenBefore} /> : null}
        {layout.moreAfter ? <More {...layout.moreAfter} count={map.hiddenAfter} /> : null}
      </svg>
    </div>
  );
}

/** The arrow head at the end of a line. */
function Arrow({ id }: { id: string }): ReactNode {
  return (
    <defs>
      <marker id={id} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse">
        <path d="M0 0 8 4 0 8Z" className="docs-map-arrow" />
      </marker>
    </defs>
  );
}

/** The box of a type, which is a link to its page. */
function MapNode({
  node,
  label,
  isSelf,
  isStop,
  onFocus,
  onPoint,
}: {
  node: PlacedNode;
  label: string;
  /** True for the type of this page. */
  isSelf: boolean;
  /** True for the box with the tab stop. */
  isStop: boolean;
  onFocus: () => void;
  /** Receives the name of the type under the pointer; null: none. */
  onPoint: (name: string | null) => void;
}): ReactNode {
  return (
    <a
      data-type={node.name}
      href={href(['docs', node.name])}
      className={`docs-map-node docs-map-${node.kind}${isSelf ? ' docs-map-self' : ''}`}
      aria-label={label}
      {...(isSelf ? { 'aria-current': 'page' as const } : {})}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      onPointerEnter={() => onPoint(node.name)}
      onPointerLeave={() => onPoint(null)}
    >
      <title>{label}</title>
      <rect x={node.x} y={node.y} width={node.width} height={NODE_HEIGHT} rx={node.kind === 'enum' ? 13 : 5} />
      <text
        x={node.x + node.width / 2}
        y={node.y + NODE_HEIGHT / 2}
        textAnchor="middle"
        dominantBaseline="central"
        direction="ltr"
      >
        {node.label}
      </text>
    </a>
  );
}

/** The lines between types. `arrow`: id of the marker at their ends. */
function Edges({
  edges,
  nodes,
  highlighted,
  arrow,
}: {
  edges: readonly MapEdge[];
  nodes: ReadonlyMap<string, PlacedNode>;
  highlighted: string | null;
  arrow: string;
}): ReactNode {
  return (
    <g>
      {edges.map(edge => {
        const [from, to] = [nodes.get(edge.from), nodes.get(edge.to)];
        if (!from || !to) return null;
        const isLit = highlighted !== null && (edge.from === highlighted || edge.to === highlighted);
        const isBothWays = edge.back.length > 0;
        return (
          <path
            key={`${edge.from} ${edge.to}`}
            d={from === to ? loopPath(from) : edgePath(from, to)}
            className={`docs-map-edge${edge.isKinship ? ' docs-map-kin' : ''}${isLit ? ' docs-map-lit' : ''}`}
            {...(edge.onward.length > 0 || edge.isKinship ? { markerEnd: arrow } : {})}
            {...(isBothWays ? { markerStart: arrow } : {})}
          />
        );
      })}
    </g>
  );
}

function More({ x, y, count }: { x: number; y: number; count: number }): ReactNode {
  const text = useText();
  return (
    <text x={x} y={y} className="docs-map-more" textAnchor="middle" dominantBaseline="central">
      {text('docs.usedByMore', { count })}
    </text>
  );
}

/** Returns the box closest in height in the next column to the right (1) or left (-1). */
function beside(nodes: readonly PlacedNode[], from: PlacedNode, side: 1 | -1): PlacedNode | undefined {
  const beyond = nodes.filter(node => (node.x - from.x) * side > 0 && node.layer !== from.layer);
  const nearest = Math.min(...beyond.map(node => Math.abs(node.layer - from.layer)));
  return beyond
    .filter(node => Math.abs(node.layer - from.layer) === nearest)
    .sort((a, b) => Math.abs(a.y - from.y) - Math.abs(b.y - from.y))[0];
}

/** Returns the fields that connect a type to the map: those of edges that end at it, or else those of edges that start at it. */
function edgeWords(edges: readonly MapEdge[], name: string): string[] {
  const words = edges.flatMap(({ from, to, onward, back }) =>
    to === name && from !== name ? [...onward.map(by => `${from}.${by}`), ...back.map(by => `${name}.${by}`)] : [],
  );
  const own = edges.flatMap(({ from, to, onward, back }) =>
    from === name && to !== name ? [...onward.map(by => `${name}.${by}`), ...back.map(by => `${to}.${by}`)] : [],
  );
  const fieldNames = words.length > 0 ? words : own;
  return fieldNames.length > MOST_NAMES ? [...fieldNames.slice(0, MOST_NAMES), '…'] : fieldNames;
}
