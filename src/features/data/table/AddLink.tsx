/** Adds a record: with a form in place if the creation mutation is certain, otherwise with a link to the mutation. */
import type { ReactNode } from 'react';
import { findActions } from '../../../schema/mutations/actions';
import { href } from '../../../session/navigation/navigation';
import { AddRecord, type AddRecordProps } from '../change/AddRecord';

/** Renders the button or link; nothing if the API has no such mutation. */
export function AddLink(props: Omit<AddRecordProps, 'otherwise'>): ReactNode {
  const { model, typeName } = props;
  const action = findActions(model).find(
    entry => entry.verb === 'create' && entry.about === typeName && entry.isComplete && entry.deprecationReason === null,
  );
  const link = action ? (
    <a className="button button-secondary" href={href(['actions', action.id])} dir="auto">
      {action.label}
    </a>
  ) : null;
  return <AddRecord {...props} otherwise={link} />;
}
