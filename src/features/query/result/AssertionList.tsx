/** The results of the assertions in the head of the document, shown after a run. */
import { type ReactNode, useEffect, useState } from 'react';
import { queryResult } from '../../../i18n/english/query/queryResult';
import { useText } from '../../../i18n/LanguageProvider';
import { withMessages } from '../../../i18n/withMessages';
import type { Session } from '../../../session/connections/session';
import { StatusDot } from '../../../ui/text/StatusDot';
import type { QueryRun } from '../run/queryRun';
import { type RunAssertions, runAssertions } from './runAssertions';

/** Renders nothing before the result, or before the first event of a subscription. */
function AssertionList({
  session,
  run,
  document,
}: {
  session: Session;
  run: QueryRun;
  /** The text of the tab, including its head. */
  document: string;
}): ReactNode {
  const text = useText();
  const [checked, setChecked] = useState<RunAssertions | null>(null);
  const isOver = run.state === 'done' || run.first !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the checked part of the run does not change any more
  useEffect(() => {
    setChecked(null);
    if (!isOver) return;
    let isCurrent = true;
    runAssertions(run, document, session.schema.introspection()).then(
      found => isCurrent && setChecked(found),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [isOver, run.startedAt, document]);
  if (!checked) return null;
  return (
    <ul className="query-assertions" aria-label={text('query.assertions')} aria-live="polite">
      {checked.problems.map(({ line, message }) => (
        <li key={`${line} ${message}`}>
          <StatusDot tone="danger" /> {text('query.assertionLine', { line, message })}
        </li>
      ))}
      {checked.results.map(({ text: assertion, line, holds, found }) => (
        <li key={line}>
          <StatusDot tone={holds ? 'ok' : 'danger'} />{' '}
          {holds ? text('query.assertionHolds', { assertion }) : text('query.assertionFails', { assertion, found })}
        </li>
      ))}
    </ul>
  );
}

/** The lazy entry point: loads the messages with the component. */
export default withMessages({ query: queryResult }, AssertionList);
