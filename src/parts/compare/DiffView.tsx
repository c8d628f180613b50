/** A unified line diff, which fits narrow screens. */
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { type DiffLine, type LineDiff, LONGEST_LINE } from '../../lib/text/lineDiff';
import { Button } from '../../ui/inputs/Button';
import './compare.css';

/** Number of lines shown at first, and added by each click, to limit the layout work. */
const FIRST_LINES = 300;
const MORE_LINES = 2000;

const SIGNS = { both: ' ', first: '−', second: '+' } as const;

/** Shows a diff with the number of changed lines. Needs the messages of english/comparing.ts. */
export function DiffView({ diff }: { diff: LineDiff }): ReactNode {
  const text = useText();
  const [most, setMost] = useState(FIRST_LINES);
  if (diff.first + diff.second === 0) return <p className="quiet">{text('wire.compareSame')}</p>;
  const total = diff.parts.reduce((sum, { lines }) => sum + lines.length, 0);
  let left = most;
  return (
    <>
      <p className="quiet">{text('wire.compareCounts', { first: diff.first, second: diff.second })}</p>
      <div className="diff-view ltr">
        {diff.parts.map((part, at) => {
          const shown = part.lines.slice(0, Math.max(0, left));
          left -= part.lines.length;
          return shown.length === 0 ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no id but their index
            <div key={at}>
              <Skipped count={part.skipped} />
              {shown.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <Line key={index} line={line} />
              ))}
            </div>
          );
        })}
        {left >= 0 && !diff.left ? <Skipped count={diff.rest} /> : null}
      </div>
      {total > most ? (
        <Button kind="quiet" onClick={() => setMost(most + MORE_LINES)}>
          {text('ui.showMore', { count: total - most })}
        </Button>
      ) : diff.left ? (
        <p className="quiet">{text('wire.compareLeft', { count: diff.left })}</p>
      ) : null}
    </>
  );
}

function Line({ line: { kind, text: content } }: { line: DiffLine }): ReactNode {
  const text = useText();
  const long = content.length > LONGEST_LINE;
  const shown = (
    <>
      <span className="diff-sign" aria-hidden="true">
        {SIGNS[kind]}
      </span>
      <code>{long ? `${content.slice(0, LONGEST_LINE)}…` : content}</code>
    </>
  );
  if (kind === 'both') return <div className="diff-line">{shown}</div>;
  const Mark = kind === 'first' ? 'del' : 'ins';
  return (
    <Mark className={`diff-line diff-${kind}`}>
      <span className="visually-hidden">{text(kind === 'first' ? 'wire.compareFirst' : 'wire.compareSecond')}: </span>
      {shown}
    </Mark>
  );
}

function Skipped({ count }: { count: number }): ReactNode {
  const text = useText();
  return count === 0 ? null : <div className="diff-skipped">{text('wire.compareSkipped', { count })}</div>;
}
