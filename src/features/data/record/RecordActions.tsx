/** The actions on a record: links to the forms of mutations that take such a record, with its key filled in. */
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import type { Row } from '../../../schema/documents/documents';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { offeredActions, type RecordAction } from '../../../schema/mutations/recordActions';
import type { Session } from '../../../session/connections/session';
import { Menu } from '../../../ui/frame/menu/Menu';
import { Button } from '../../../ui/inputs/Button';
import { Icon } from '../../../ui/text/Icon';
import { isEditable } from '../change/RecordTools';
import { isDeniedByRecord } from '../change/refusedOffers';
import { deletionOf } from '../change/rows/rowActions';
import { useRefused } from '../change/useRefused';
import { updateOf } from '../edit/fields/editableField';
import { offeredHref } from './actionHref';

/** Number of visible links; the others are in a menu. */
const IN_VIEW = 3;
const BESIDE_TOOLS = 1;
const AFTER_OWN = 2.5;
const BEFORE_DANGER = 2.8;
/** Names of mutations that undo a deletion, and of fields that mark a deleted record. */
const RESTORES = /^(restore|unarchive|undelete|untrash)|(Restore|Unarchive|Undelete|Untrash)$/;
const GONE = /^(is_?)?(archived|deleted|removed|trashed|discarded)(_?(at|on|date))?$/i;

/** Updates come first, deletions last. Between them, actions on the record itself come before actions on other records. */
const orderOf = ({ action, isOwn }: RecordAction): number =>
  action.danger || action.verb === 'delete' ? 3 : action.verb === 'update' && isOwn ? 0 : isOwn ? 1 : 2;

/** True if a field of the record marks it as deleted or archived. */
const isGone = (row: Row): boolean => Object.entries(row).some(([name, value]) => GONE.test(name) && Boolean(value));

/** Renders the links; nothing if no action takes such a record. */
export function RecordActions({
  session,
  model,
  typeName,
  row,
  tools = null,
}: {
  session: Session;
  model: SchemaModel;
  typeName: string;
  row: Row;
  /** Buttons that change the record in place; they come first. */
  tools?: ReactNode;
}): ReactNode {
  const text = useText();
  const refused = useRefused(session, model);
  const deletion = deletionOf(model, typeName)?.action.id;
  const update = updateOf(model, typeName)?.action.id;
  const offered = offeredActions(model, typeName).flatMap(entry => {
    // The deletion has its own button, which asks for confirmation.
    if (entry.action.id === deletion || refused.has(entry.action.id)) return [];
    if (entry.action.id === update && isDeniedByRecord(row, 'update')) return [];
    const to = offeredHref(entry, row);
    return to === null ? [] : [{ ...entry, to }];
  });
  if (offered.length === 0 && tools === null) return null;
  // The record's fields are edited in place; the form of the update mutation remains available as a link.
  const edited = isEditable(model, typeName) ? update : undefined;
  const rankOf = (entry: RecordAction): number => {
    if (entry.action.id === edited) return AFTER_OWN;
    if (!RESTORES.test(entry.action.path.at(-1) ?? '')) return orderOf(entry);
    return isGone(row) ? 0 : BEFORE_DANGER;
  };
  offered.sort((a, b) => rankOf(a) - rankOf(b));
  const most = tools === null ? IN_VIEW : BESIDE_TOOLS;
  const links = offered.filter(entry => tools === null || entry.action.id !== edited);
  // A menu with one item would take as much space as the item.
  const inView = links.slice(0, links.length === offered.length && links.length === most + 1 ? most + 1 : most);
  const rest = offered.filter(entry => !inView.includes(entry));
  return (
    <section className="record-actions" aria-label={text('data.recordActions')}>
      {tools}
      {inView.map(({ action, to }) => (
        <a
          key={action.id}
          className={action.danger ? 'button button-secondary record-action-danger' : 'button button-secondary'}
          href={to}
          title={[action.path.join('.'), action.description].filter(Boolean).join('\n').slice(0, 1000)}
        >
          <Icon name={action.danger ? 'trash' : 'action'} />
          <span dir="auto">{action.label}</span>
        </a>
      ))}
      {rest.length > 0 ? (
        <Menu items={rest.map(({ action, to }) => ({ label: action.label, href: to, danger: action.danger }))} align="end">
          {trigger => (
            <Button kind="quiet" {...trigger}>
              {text('data.recordActionsMore', { count: rest.length })}
              <Icon name="chevronDown" />
            </Button>
          )}
        </Menu>
      ) : null}
    </section>
  );
}
