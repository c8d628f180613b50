/** The differences between the schema and the version that was last marked as seen, grouped by their effect on existing requests. */
import { type ReactNode, useEffect, useState } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import { ChangeList } from '../../parts/compare/ChangeList';
import type { SchemaChange } from '../../schema/docs/schemaChanges';
import type { SchemaModel } from '../../schema/model/schemaModel';
import type { Session } from '../../session/connections/session';
import { useAnnounce } from '../../ui/frame/Announcer';
import { EmptyState } from '../../ui/frame/EmptyState';
import { SkeletonLines } from '../../ui/frame/Skeleton';
import { Button } from '../../ui/inputs/Button';
import { useReadable } from '../../ui/useReadable';

/** The differences, with a button that marks the current schema as seen. */
export function ChangesView({ session, model }: { session: Session; model: SchemaModel }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const since = useReadable(session.schema.changedSince);
  const found = useChanges(session, model, since);
  if (since === null) return <EmptyState icon="check" title={text('docs.noChanges')} help={text('docs.noChangesHelp')} />;
  const date = formats.dateTime(since);
  const seen = (
    <Button
      icon="check"
      onClick={event => {
        // The button disappears, so the focus moves to the current tab.
        event.currentTarget.closest('.tabs')?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
        void session.schema.markSeen().then(() => announce.note({ text: text('docs.marked') }));
      }}
    >
      {text('docs.markSeen')}
    </Button>
  );
  if (found === null) return <SkeletonLines lines={8} />;
  if ('reason' in found)
    return <EmptyState icon="error" title={text('docs.changesFailed', { reason: found.reason })} actions={seen} />;
  if (found.changes.length === 0) return <EmptyState icon="docs" title={text('docs.onlyWords', { date })} actions={seen} />;
  return (
    <div className="docs-page">
      <div className="docs-notice">
        <p>{text('docs.changed', { date })}</p>
        {seen}
      </div>
      <ChangeList changes={found.changes} />
    </div>
  );
}

type Found = { changes: readonly SchemaChange[] } | { reason: string };

/** Returns the differences; null while they are being computed. */
function useChanges(session: Session, model: SchemaModel, since: number | null): Found | null {
  const [found, setFound] = useState<{ of: SchemaModel; since: number | null; result: Found } | null>(null);
  useEffect(() => {
    if (since === null) return;
    let isCurrent = true;
    const report = (result: Found): void => {
      if (isCurrent) setFound({ of: model, since, result });
    };
    Promise.all([session.schema.seenBefore(), import(/* webpackChunkName: "schema-changes" */ '../../schema/docs/schemaChanges')])
      .then(([before, { schemaChanges }]) => schemaChanges(before, session.schema.introspection()))
      .then(changes => report({ changes }))
      .catch((error: unknown) => report({ reason: error instanceof Error ? error.message : String(error) }));
    return () => {
      isCurrent = false;
    };
  }, [session, model, since]);
  return found && found.of === model && found.since === since ? found.result : null;
}
