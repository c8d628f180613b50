/** All deprecated elements of the schema with their deprecation reasons. */
import { type ReactNode, useMemo } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { ShowMore } from '../../parts/ShowMore';
import { deprecationsOf } from '../../schema/model/deprecations';
import type { SchemaModel } from '../../schema/model/schemaModel';
import { href } from '../../session/navigation/navigation';
import { EmptyState } from '../../ui/frame/EmptyState';
import { Markdown } from '../../ui/text/markdown/Markdown';

/** Number of entries shown at first. */
const FIRST = 100;

export function DeprecatedList({ model }: { model: SchemaModel }): ReactNode {
  const text = useText();
  const found = useMemo(() => deprecationsOf(model), [model]);
  if (found.length === 0) return <EmptyState icon="check" title={text('docs.noDeprecated')} />;
  return (
    <div className="docs-page">
      <ShowMore items={found} first={FIRST}>
        {shown => (
          <dl className="docs-fields">
            {shown.map(({ path, argument, reason }) => (
              <div key={`${path.join('.')} ${argument ?? ''}`} className="docs-field">
                <dt>
                  <a className="code" dir="ltr" href={href(['docs', ...path])}>
                    {path.join('.')}
                    {argument === null ? '' : `(${argument}:)`}
                  </a>
                </dt>
                <dd>
                  <Markdown>{reason}</Markdown>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </ShowMore>
    </div>
  );
}
