/** Compares two rows side by side: their figures, and the differences in what was sent and received. */
import { type ReactNode, useMemo } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { lineDiff } from '../../../lib/text/lineDiff';
import { CompareFigures } from '../../../parts/compare/CompareFigures';
import { DiffView } from '../../../parts/compare/DiffView';
import type { WireEntry } from '../../../session/wire/wireLogEntry';
import type { WireSummary } from '../../../session/wire/wireLogSummary';
import { Field } from '../../../ui/inputs/Field';
import { Select } from '../../../ui/inputs/Select';
import { entryTitle, outcomeName } from '../details/outcomeWords';
import { COMPARED_PARTS, type ComparedPart, type ComparedRow, comparedText } from './comparedTexts';

export interface CompareRowsProps {
  row: ComparedRow;
  /** The row to compare with. */
  other: ComparedRow;
  /** Rows offered for comparison, oldest first. */
  choices: readonly WireEntry[];
  summaryOf: (entry: WireEntry) => WireSummary;
  onChoose: (id: string) => void;
}

const TITLES = {
  document: 'wire.document',
  variables: 'wire.variables',
  requestHeaders: 'wire.compareRequestHeaders',
  responseHeaders: 'wire.compareResponseHeaders',
  response: 'wire.responseSection',
} as const satisfies Record<ComparedPart, string>;

/** Shows the earlier of the two rows first. */
export default function CompareRows({ row, other, choices, summaryOf, onChoose }: CompareRowsProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const [first, second] = other.entry.startedAt <= row.entry.startedAt ? [other, row] : [row, other];
  const label = (entry: WireEntry, summary: WireSummary): string =>
    `${formats.time(entry.startedAt, { seconds: true })} · ${entryTitle(text, entry, summary)}`;
  return (
    <div className="compare-rows">
      <Field label={text('wire.compareWith')}>
        {control => (
          <Select
            {...control}
            value={other.entry.id}
            onChange={onChoose}
            options={choices.map(entry => ({ value: entry.id, label: label(entry, summaryOf(entry)) }))}
          />
        )}
      </Field>
      <Figures first={first} second={second} />
      {COMPARED_PARTS.map(part => (
        <Part key={part} part={part} first={first} second={second} />
      ))}
    </div>
  );
}

function Part({ part, first, second }: { part: ComparedPart; first: ComparedRow; second: ComparedRow }): ReactNode {
  const text = useText();
  // biome-ignore lint/correctness/useExhaustiveDependencies: entries are mutated in place; the revision changes with them
  const diff = useMemo(() => {
    const [one, two] = [comparedText(first, part), comparedText(second, part)];
    if (one === null || two === null) return null;
    return one === '' && two === '' ? undefined : lineDiff(one, two);
  }, [part, first.entry, first.entry.revision, second.entry, second.entry.revision]);
  if (diff === undefined) return null;
  const title = text(TITLES[part]);
  return (
    <section className="compare-part" aria-label={title}>
      <h3>{title}</h3>
      {diff === null ? <p className="quiet">{text('wire.compareGone')}</p> : <DiffView diff={diff} />}
    </section>
  );
}

/** Result, sizes and times of both rows. */
function Figures({ first, second }: { first: ComparedRow; second: ComparedRow }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const ms = (value: number | null | undefined): string => (value == null ? '–' : formats.duration(value));
  const figures: [string, (row: ComparedRow) => string][] = [
    [text('wire.columnTime'), ({ entry }) => formats.time(entry.startedAt, { seconds: true })],
    [
      text('wire.columnResult'),
      ({ summary: { outcome, status } }) => `${outcomeName(text, outcome)}${status === null ? '' : `, ${status}`}`,
    ],
    [text('wire.columnDuration'), ({ summary }) => ms(summary.ms)],
    [text('wire.timingWait'), ({ summary }) => ms(summary.attempts.at(-1)?.response?.firstByteMs)],
    [
      text('wire.timingReceive'),
      ({ summary }) => {
        const response = summary.attempts.at(-1)?.response;
        return ms(response && Math.max(0, response.ms - response.firstByteMs));
      },
    ],
    [text('wire.timingParse'), ({ summary }) => ms(summary.attempts.at(-1)?.parsed?.ms)],
    [text('wire.compareSent'), ({ summary }) => formats.bytes(summary.bytesUp)],
    [text('wire.compareReceived'), ({ summary }) => formats.bytes(summary.bytesDown)],
    [text('wire.compareRequests'), ({ summary }) => formats.number(summary.attempts.length)],
  ];
  return <CompareFigures figures={figures.map(([name, of]) => [name, of(first), of(second)])} />;
}
