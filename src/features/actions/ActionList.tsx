/** The list of all actions of the schema, grouped by subject. */
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import type { SchemaModel } from '../../schema/model/schemaModel';
import { type Action, findActions } from '../../schema/mutations/actions';
import { href } from '../../session/navigation/navigation';
import { EmptyState } from '../../ui/frame/EmptyState';
import { ScreenFrame } from '../../ui/frame/ScreenFrame';
import { SearchInput } from '../../ui/inputs/SearchInput';
import { Markdown } from '../../ui/text/markdown/Markdown';
import { Pill } from '../../ui/text/Pill';
import './actions.css';

/** From more actions than this on, the list has a filter. */
const MANY = 12;
/** Maximum number of actions rendered at once; the others are found with the filter. */
const MOST_SHOWN = 300;

export function ActionList({ model }: { model: SchemaModel }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const actions = useMemo(() => findActions(model).filter(action => !action.field.hidden), [model]);
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed).trim().toLowerCase();
  const groups = useMemo(() => {
    const byGroup = new Map<string, Action[]>();
    let room = MOST_SHOWN;
    for (const action of actions) {
      if (!`${action.label} ${action.id} ${action.description ?? ''}`.toLowerCase().includes(wanted)) continue;
      if (room-- <= 0) break;
      const group = action.group ?? '';
      const members = byGroup.get(group);
      if (members) members.push(action);
      else byGroup.set(group, [action]);
    }
    // Actions without a subject come last.
    return [...byGroup].sort(([a], [b]) => Number(a === '') - Number(b === '') || formats.compare(a, b));
  }, [actions, wanted, formats]);
  return (
    <ScreenFrame
      crumbs={[{ label: text('actions.title') }]}
      toolbar={actions.length > MANY ? <SearchInput label={text('actions.filter')} value={typed} onChange={setTyped} /> : null}
      page
    >
      {actions.length === 0 ? (
        <EmptyState icon="action" title={text('actions.noActions')} help={text('actions.noActionsHelp')} />
      ) : groups.length === 0 ? (
        <EmptyState icon="search" title={text('actions.nothingFound')} />
      ) : (
        groups.map(([group, members]) => (
          <section key={group} className="action-group">
            <h2 dir="auto">{group === '' ? text('actions.other') : group}</h2>
            <ul>
              {members.map(action => (
                <li key={action.id} className="action-entry">
                  <a href={href(['actions', action.id])} title={action.id} dir="auto">
                    {action.label}
                  </a>
                  {action.danger ? <Pill tone="danger">{text('actions.danger')}</Pill> : null}
                  {action.deprecationReason === null ? null : (
                    <Pill title={action.deprecationReason}>{text('form.deprecated')}</Pill>
                  )}
                  {action.description ? (
                    <p className="quiet truncate" dir="auto" title={action.description.slice(0, 1000)}>
                      <Markdown inline>{action.description.split('\n', 1)[0]?.slice(0, 300) ?? ''}</Markdown>
                    </p>
                  ) : null}
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
    </ScreenFrame>
  );
}
