/** The headers of the response and of the request. */
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { EmptyState } from '../../../ui/frame/EmptyState';
import type { QueryRun } from '../run/queryRun';

export function ResultHeaders({ run }: { run: QueryRun }): ReactNode {
  const text = useText();
  return (
    <div className="query-response">
      {run.response ? <HeaderList title={text('query.received')} headers={run.response.headers} /> : null}
      {run.sentHeaders ? <HeaderList title={text('query.sentHeaders')} headers={run.sentHeaders} /> : null}
      {run.response || run.sentHeaders ? null : <EmptyState icon="info" title={text('query.rawNone')} />}
    </div>
  );
}

function HeaderList({ title, headers }: { title: string; headers: Readonly<Record<string, string>> }): ReactNode {
  return (
    <section>
      <h3>{title}</h3>
      <dl className="query-header-list">
        {Object.entries(headers).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
