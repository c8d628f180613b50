/**
 * Two results of a tab side by side: their key figures, the differences of their requests, of their results, and of the schemas of their
 * connections.
 */

import { type ReactNode, useState } from 'react';
import { comparing } from '../../../i18n/english/comparing';
import { queryCompare } from '../../../i18n/english/query/queryCompare';
import { schemaChanges } from '../../../i18n/english/schemaChanges';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import type { Text } from '../../../i18n/language';
import { laidOutJson } from '../../../lib/text/laidOutJson';
import { lineDiff } from '../../../lib/text/lineDiff';
import { CompareFigures } from '../../../parts/compare/CompareFigures';
import { DiffView } from '../../../parts/compare/DiffView';
import { FailureState } from '../../../parts/FailureState';
import type { Session } from '../../../session/connections/session';
import { EmptyState } from '../../../ui/frame/EmptyState';
import { SkeletonLines } from '../../../ui/frame/Skeleton';
import { Button } from '../../../ui/inputs/Button';
import { Field } from '../../../ui/inputs/Field';
import { Select } from '../../../ui/inputs/Select';
import { useReadable } from '../../../ui/useReadable';
import { withMessagesAndIcons } from '../../../ui/withMessagesAndIcons';
import { refusalWords } from '../run/NotSent';
import { withFileNames } from '../variables/variablesCheck';
import { CompareSchemas } from './CompareSchemas';
import { type KeptResult, keptResultsOf } from './keptResults';
import { type ComparedQuery, type NotCompared, runElsewhere } from './runElsewhere';
import { useResultDiff } from './useResultDiff';
import './CompareResults.css';

/** Props of `CompareResults`. */
export interface CompareResultsProps {
  session: Session;
  compared: ComparedQuery;
}

/** Maximum total length of two documents that are compared, in characters. */
const LONGEST_DOCUMENT = 100_000;

/** By default, compares the latest result with the one before it. */
function CompareResults({ session, compared }: CompareResultsProps): ReactNode {
  const text = useText();
  const results = useReadable(keptResultsOf(session).of(compared.tab.id));
  const [chosen, setChosen] = useState<{ first?: number; second?: number }>({});
  const second = results.find(({ id }) => id === chosen.second) ?? results.at(-1);
  const others = results.filter(result => result !== second);
  const first = others.find(({ id }) => id === chosen.first) ?? others.at(-1);
  return (
    <section className="query-compare compare-rows" aria-label={text('query.compare')}>
      <Elsewhere session={session} compared={compared} onDone={() => setChosen({})} />
      {first && second ? (
        <>
          <div className="query-compare-choice">
            <ResultChoice
              label={text('wire.compareFirst')}
              value={first}
              results={results}
              onChoose={id => setChosen({ first: id, second: id === second.id ? first.id : second.id })}
            />
            <ResultChoice
              label={text('wire.compareSecond')}
              value={second}
              results={results}
              onChoose={id => setChosen({ second: id, first: id === first.id ? second.id : first.id })}
            />
          </div>
          <Figures first={first} second={second} />
          <Sent first={first} second={second} />
          <ResultComparison session={session} first={first} second={second} />
          {first.connection.id === second.connection.id ? null : (
            <CompareSchemas
              key={`${first.connection.id} ${second.connection.id}`}
              session={session}
              first={first.connection.id}
              second={second.connection.id}
            />
          )}
        </>
      ) : (
        <EmptyState icon="columns" title={text('query.compareFewTitle')} help={text('query.compareFew')} />
      )}
    </section>
  );
}

/** Sends the same query to another connection. */
function Elsewhere({ session, compared, onDone }: CompareResultsProps & { onDone: () => void }): ReactNode {
  const text = useText();
  const others = useReadable(session.connections.list).filter(({ id }) => id !== session.connection.id);
  const [id, setId] = useState('');
  const [isRunning, setRunning] = useState(false);
  const [refusal, setRefusal] = useState<NotCompared | null>(null);
  const connection = others.find(other => other.id === id);
  if (others.length === 0) return null;
  const isQuery = compared.operation === undefined || compared.operation.kind === 'query';
  const run = (): void => {
    if (!connection) return;
    setRunning(true);
    setRefusal(null);
    runElsewhere(session, compared, connection)
      .then(refused => {
        setRefusal(refused);
        if (!refused) onDone();
      })
      .finally(() => setRunning(false));
  };
  return (
    <div className="query-compare-elsewhere">
      <Field
        label={text('query.compareElsewhere')}
        help={text(isQuery ? 'query.compareHeaders' : 'query.compareQueriesOnly')}
        error={refusal ? notComparedWords(text, refusal) : null}
      >
        {control => (
          <span className="query-compare-run">
            <Select
              {...control}
              value={id}
              onChange={setId}
              options={[{ value: '', label: '–' }, ...others.map(other => ({ value: other.id, label: other.name }))]}
            />
            <Button icon="play" busy={isRunning} disabled={!isQuery || !connection} onClick={run}>
              {text('query.compareRun')}
            </Button>
          </span>
        )}
      </Field>
    </div>
  );
}

function notComparedWords(text: Text, refusal: NotCompared): string {
  switch (refusal.code) {
    case 'secret':
      return text('query.compareSecret');
    case 'gone':
      return text('wire.compareGone');
    default:
      return refusalWords(text, refusal);
  }
}

function ResultChoice({
  label,
  value,
  results,
  onChoose,
}: {
  label: string;
  value: KeptResult;
  results: readonly KeptResult[];
  onChoose: (id: number) => void;
}): ReactNode {
  const formats = useFormats();
  const name = ({ run, connection }: KeptResult): string =>
    [formats.time(run.startedAt, { seconds: true }), run.request.name, connection.name].filter(Boolean).join(' · ');
  return (
    <Field label={label}>
      {control => (
        <Select
          {...control}
          value={String(value.id)}
          onChange={id => onChoose(Number(id))}
          options={results.map(result => ({ value: String(result.id), label: name(result) }))}
        />
      )}
    </Field>
  );
}

/** Status, sizes and times of both results. */
function Figures({ first, second }: { first: KeptResult; second: KeptResult }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const ms = (value: number | undefined): string => (value === undefined ? '–' : formats.duration(value));
  const figures: [string, (result: KeptResult) => string][] = [
    [text('query.compareElsewhere'), ({ connection }) => connection.name],
    [text('wire.columnTime'), ({ run }) => formats.time(run.startedAt, { seconds: true })],
    [
      text('wire.columnResult'),
      ({ run: { response } }) => (response ? text('query.status', { status: String(response.status) }) : '–'),
    ],
    [text('wire.columnDuration'), ({ run }) => ms(run.response?.ms)],
    [text('wire.timingWait'), ({ run }) => ms(run.response?.firstByteMs)],
    [
      text('wire.timingReceive'),
      ({ run: { response } }) => ms(response ? Math.max(0, response.ms - response.firstByteMs) : undefined),
    ],
    [text('wire.compareReceived'), ({ run }) => (run.response ? formats.bytes(run.response.bytes) : '–')],
  ];
  return <CompareFigures figures={figures.map(([name, of]) => [name, of(first), of(second)])} />;
}

/** The differences of the documents and of the variables; nothing for those that are equal. */
function Sent({ first, second }: { first: KeptResult; second: KeptResult }): ReactNode {
  const text = useText();
  const parts = [
    { title: text('query.operation'), of: ({ run }: KeptResult) => run.hide.sent(run.request.text) },
    {
      title: text('query.variables'),
      of: ({ run }: KeptResult) => run.hide.sent(laidOutJson(withFileNames(run.request.variables))),
    },
  ];
  return parts.map(({ title, of }) => {
    const [one, two] = [of(first), of(second)];
    if (one === two || one.length + two.length > LONGEST_DOCUMENT) return null;
    return (
      <section key={title} className="compare-part" aria-label={title}>
        <h3>{title}</h3>
        <DiffView diff={lineDiff(one, two)} />
      </section>
    );
  });
}

/** The difference of the results; if one is missing, the reason. */
function ResultComparison({ session, first, second }: { session: Session; first: KeptResult; second: KeptResult }): ReactNode {
  const text = useText();
  const failed = [first, second].filter(({ run }) => run.failure !== null && run.data === undefined);
  if (failed.length === 0) return <ResultDiff first={first} second={second} />;
  return (
    <section className="compare-part" aria-label={text('query.response')}>
      <h3>{text('query.response')}</h3>
      {failed.map(({ id, run: { failure }, connection }) =>
        failure ? (
          <FailureState
            key={id}
            inline
            failure={failure}
            endpoint={session.connections.list.get().find(each => each.id === connection.id)?.httpEndpoint ?? connection.name}
          />
        ) : null,
      )}
    </section>
  );
}

function ResultDiff({ first, second }: { first: KeptResult; second: KeptResult }): ReactNode {
  const text = useText();
  const diff = useResultDiff(first, second);
  const title = text('query.response');
  return (
    <section className="compare-part" aria-label={title} aria-busy={diff === null}>
      <h3>{title}</h3>
      {diff === null ? (
        <SkeletonLines lines={4} />
      ) : diff === 'failed' ? (
        <p className="quiet">{text('wire.compareGone')}</p>
      ) : (
        <DiffView diff={diff} />
      )}
    </section>
  );
}

/** The lazy entry point: loads the messages and icons with the component. */
export default withMessagesAndIcons({ query: queryCompare, wire: comparing, docs: schemaChanges }, CompareResults);
