/** A way to add the first record where there is none: the form of the action that creates one. */
import type { ReactNode } from 'react';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { findActions } from '../../../schema/mutations/actions';
import { href } from '../../../session/navigation/navigation';

/** The link; nothing where the API has no such action. */
export default function AddLink({ model, typeName }: { model: SchemaModel; typeName: string }): ReactNode {
  const action = findActions(model).find(
    entry => entry.verb === 'create' && entry.about === typeName && entry.isComplete && entry.deprecationReason === null,
  );
  return action ? (
    <a className="button button-secondary" href={href(['actions', action.id])} dir="auto">
      {action.label}
    </a>
  ) : null;
}
