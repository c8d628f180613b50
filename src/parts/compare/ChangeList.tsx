/** The differences of two schemas, grouped by their effect on existing operations. Needs the messages of english/schemaChanges.ts. */
import type { ReactNode } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import type { ChangeWord, SchemaChange } from '../../schema/docs/schemaChanges';
import { href } from '../../session/navigation/navigation';
import { Pill } from '../../ui/text/Pill';
import { ShowMore } from '../ShowMore';
import './ChangeList.css';

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

/** Number of changes of a group that are shown at first. */
const FIRST = 100;

/** `hasLinks`: link the changes to their pages in Docs. Default true. */
export function ChangeList({
  changes: all,
  hasLinks = true,
}: {
  changes: readonly SchemaChange[];
  hasLinks?: boolean;
}): ReactNode {
  const text = useText();
  const formats = useFormats();
  return (
    <>
      {GROUPS.map(([weight, tone, head, help]) => {
        const group = all.filter(change => change.weight === weight);
        return group.length === 0 ? null : (
          <section key={weight}>
            <h2>
              {text(head)} <span className="docs-quiet">{formats.number(group.length)}</span>
            </h2>
            <p className="docs-quiet">{text(help)}</p>
            <ShowMore items={group} first={FIRST}>
              {shown => (
                <ul className="docs-changes">
                  {shown.map(change => (
                    <Change
                      key={`${change.what} ${change.place} ${change.from} ${change.to}`}
                      change={change}
                      tone={tone}
                      hasLinks={hasLinks}
                    />
                  ))}
                </ul>
              )}
            </ShowMore>
          </section>
        );
      })}
    </>
  );
}

function Change({
  change,
  tone,
  hasLinks,
}: {
  change: SchemaChange;
  tone: 'danger' | 'warning' | 'ok';
  hasLinks: boolean;
}): ReactNode {
  const text = useText();
  const { what, place, path, from, to } = change;
  const name = <code className="code">{place}</code>;
  return (
    <li className="docs-change">
      <span dir="ltr">{path === null || !hasLinks ? name : <a href={href(['docs', ...path])}>{name}</a>}</span>
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
