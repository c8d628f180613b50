/** The actions that add a record to a list of another record, such as `attachDocument(visitId, file)`, with that record's key filled in. */
import type { ReactNode } from 'react';
import type { Collection } from '../../../schema/collections/collections';
import type { RecordRef } from '../../../schema/collections/records';
import type { Row } from '../../../schema/documents/documents';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { actionsFor } from '../../../schema/mutations/recordActions';
import { Icon } from '../../../ui/text/Icon';
import { offeredHref } from '../record/actionHref';

/** Props of `AddingActions`. */
export interface AddingActionsProps {
  model: SchemaModel;
  /** The record that has the list. */
  within: RecordRef;
  row: Row;
  list: Collection;
}

/** Renders links to the forms of the actions; nothing if there are none. */
export function AddingActions({ model, within, row, list }: AddingActionsProps): ReactNode {
  // An action that takes a record of the list changes one that exists.
  const existing = new Set(actionsFor(model, list.rowType).map(({ action }) => action));
  return actionsFor(model, within.typeName).map(entry => {
    const { action, isOwn } = entry;
    const adds = action.about === list.rowType && (action.verb === 'create' || action.verb === 'other') && !action.danger;
    const to = adds && !isOwn && !existing.has(action) ? offeredHref(entry, row) : null;
    return to === null ? null : (
      <a key={action.id} className="button button-secondary" href={to}>
        <Icon name="plus" />
        <span dir="auto">{action.label}</span>
      </a>
    );
  });
}
