/** Shows a JSON value as a collapsible tree. The lines are computed during render; for large values use JsonTreeView, whose caller provides them. */

import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { laidOutJson } from '../../lib/text/laidOutJson';
import { JsonTreeView } from './JsonTreeView';
import { type JsonLine, jsonLines } from './jsonLines';
import { jsonMatches } from './jsonMatches';

/** Props of `JsonTree`. */
export interface JsonTreeProps {
  value: unknown;
  /** Accessible name of the tree. Default: "JSON". */
  label?: string;
  /** Number of initially expanded levels. Default 2. */
  depth?: number;
  /** Fill the available height and scroll inside. Default false: as high as its lines, up to `maxLines`. */
  fill?: boolean;
  /** Maximum height in lines without `fill`. Default 24. */
  maxLines?: number;
  /** Text to highlight. */
  search?: string;
  /** Index of the current search match: it is expanded and scrolled into view when the index changes. */
  match?: number;
  /** Called with the number of matches of `search`. */
  onMatches?: (count: number) => void;
}

export function JsonTree(props: JsonTreeProps): ReactNode {
  const { value, label, depth = 2, fill = false, maxLines = 24, search = '', match = -1, onMatches } = props;
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [activePath, setActivePath] = useState('');
  const [revealed, setRevealed] = useState(0);
  const lines = useMemo(() => jsonLines(value, { folds, depth }), [value, folds, depth]);
  const active = Math.max(
    0,
    lines.findIndex(line => line.path === activePath),
  );
  const matches = useMemo(() => (onMatches ? jsonMatches(value, search) : []), [value, search, onMatches]);
  useEffect(() => onMatches?.(matches.length), [matches, onMatches]);
  useEffect(() => {
    const path = matches[match];
    if (path === undefined) return;
    const parts = path.split('/');
    setFolds(now => new Map([...now, ...parts.slice(0, -1).map((_, at) => [parts.slice(0, at + 1).join('/'), true] as const)]));
    setActivePath(path);
    setRevealed(turn => turn + 1);
  }, [match, matches]);
  return (
    <JsonTreeView
      count={lines.length}
      line={at => lines[at]}
      active={active}
      onActive={at => setActivePath(lines[at]?.path ?? '')}
      onFold={(line, open) => setFolds(now => new Map(now).set(line.path, open))}
      onFoldBeside={line => {
        const beside = lines.filter(other => other.depth === line.depth && other.size > 0 && typeof other.value !== 'string');
        setFolds(now => new Map([...now, ...beside.map(other => [other.path, true] as const)]));
      }}
      copied={rawText}
      revealed={revealed}
      {...(label === undefined ? {} : { label })}
      fill={fill}
      maxLines={maxLines}
      search={search}
    />
  );
}

/** The text to copy: a string without quotes, anything else as JSON. */
function rawText({ value }: JsonLine): string {
  return typeof value === 'string' ? value : (laidOutJson(value) ?? String(value));
}
