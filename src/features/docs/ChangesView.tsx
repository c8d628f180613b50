/** What differs between the schema and the copy of it that was seen last, by what it means for requests that are there. */
import { type ReactNode, useEffect, useState } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import type { SchemaModel } from '../../schema/model/schemaModel';
import type { Session } from '../../session/connections/session';
import { href } from '../../session/navigation/navigation';
import { useAnnounce } from '../../ui/frame/Announcer';
import { EmptyState } from '../../ui/frame/EmptyState';
import { SkeletonLines } from '../../ui/frame/Skeleton';
import { Button } from '../../ui/inputs/Button';
import { Pill } from '../../ui/text/Pill';
import { useReadable } from '../../ui/text/useReadable';
import { ShowMore } from './ShowMore';
import type { ChangeWord, SchemaChange } from './schemaChanges';

const GROUPS = [
  ['breaking', 'danger', 'docs.breaking', 'docs.breakingHelp'],
  ['dangerous', 'warning', 'docs.dangerous', 'docs.dangerousHelp'],
  ['safe', 'ok', 'docs.safe', 'docs.safeHelp'],
] as const;

const WORDS = {
  added: 'docs.changeAdded',
  removed: 'docs.changeRemoved',
  typeChanged: 'docs.changeType',
  kindChanged: 'docs.changeKind',
  requiredAdded: 'docs.changeRequired',
  optionalAdded: 'docs.changeOptional',
  noLongerImplements: 'docs.changeNoLongerImplements',
  nowImplements: 'docs.changeNowImplements',
  noLongerMember: 'docs.changeNoLongerMember',
  newMember: 'docs.changeNewMember',
  defaultChanged: 'docs.changeDefault',
  repeatableRemoved: 'docs.changeNotRepeatable',
  deprecated: 'docs.changeDeprecated',
  undeprecated: 'docs.changeUndeprecated',
  other: 'docs.changeOther',
} as const satisfies Record<ChangeWord, string>;

/** How many of a group are shown at once. */
const FIRST = 100;

/** The differences, and the button that makes the schema as it is now the copy seen last. */
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
        // The button goes away; the tab it stood under is where one was.
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
      {GROUPS.map(([weight, tone, head, help]) => {
        const changes = found.changes.filter(change => change.weight === weight);
        return changes.length === 0 ? null : (
          <section key={weight}>
            <h2>
              {text(head)} <span className="docs-quiet">{formats.number(changes.length)}</span>
            </h2>
            <p className="docs-quiet">{text(help)}</p>
            <ShowMore items={changes} first={FIRST}>
              {shown => (
                <ul className="docs-changes">
                  {shown.map(change => (
                    <Change key={`${change.what} ${change.place} ${change.from} ${change.to}`} change={change} tone={tone} />
                  ))}
                </ul>
              )}
            </ShowMore>
          </section>
        );
      })}
    </div>
  );
}

function Change({ change, tone }: { change: SchemaChange; tone: 'danger' | 'warning' | 'ok' }): ReactNode {
  const text = useText();
  const { what, place, path, from, to } = change;
  const name = <code className="code">{place}</code>;
  return (
    <li className="docs-change">
      <span dir="ltr">{path === null ? name : <a href={href(['docs', ...path])}>{name}</a>}</span>
      <span>
        <Pill tone={tone}>{text(WORDS[what])}</Pill>
      </span>
      <span className="docs-change-values" dir="auto">
        {from === null ? null : <span>{text('docs.changeBefore', { value: from })}</span>}
        {to === null ? null : <span>{text('docs.changeNow', { value: to })}</span>}
      </span>
    </li>
  );
}

type Found = { changes: readonly SchemaChange[] } | { reason: string };

/** The differences; null while they are looked for. */
function useChanges(session: Session, model: SchemaModel, since: number | null): Found | null {
  const [found, setFound] = useState<{ of: SchemaModel; since: number | null; result: Found } | null>(null);
  useEffect(() => {
    if (since === null) return;
    let isHere = true;
    const tell = (result: Found): void => {
      if (isHere) setFound({ of: model, since, result });
    };
    Promise.all([session.schema.seenBefore(), import(/* webpackChunkName: "schema-changes" */ './schemaChanges')])
      .then(([before, { schemaChanges }]) => schemaChanges(before, session.schema.introspection()))
      .then(changes => tell({ changes }))
      .catch((error: unknown) => tell({ reason: error instanceof Error ? error.message : String(error) }));
    return () => {
      isHere = false;
    };
  }, [session, model, since]);
  return found && found.of === model && found.since === since ? found.result : null;
}
