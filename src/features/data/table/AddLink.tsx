/** A way to add a record: its form in place where that is certain, else the link to the action that creates one. */
import type { ReactNode } from 'react';
import { dataMore } from '../../../i18n/english/data/dataMore';
import { findActions } from '../../../schema/mutations/actions';
import { href } from '../../../session/navigation/navigation';
import { withMessagesAndIcons } from '../../../ui/withMessagesAndIcons';
import { AddRecord, type AddRecordProps } from '../change/AddRecord';

/** The button or the link; nothing where the API has no such action. */
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

/** Default export for lazy loading: the component with its messages and icons. */
export default withMessagesAndIcons({ data: dataMore }, AddLink);
