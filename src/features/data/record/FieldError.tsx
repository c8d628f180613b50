/** Shown in place of a value that the server could not resolve: the server's error message. */
import type { ReactNode } from 'react';
import { dataMore } from '../../../i18n/english/data/dataMore';
import { useText } from '../../../i18n/LanguageProvider';
import { Icon } from '../../../ui/text/Icon';
import { withMessagesAndIcons } from '../../../ui/withMessagesAndIcons';
import './RecordFields.css';

const LONGEST = 300;

/** Renders the error of a field. */
export function FieldError({ message }: { message: string }): ReactNode {
  const text = useText();
  const words = text('data.fieldFailed', { message: message.slice(0, LONGEST) });
  return (
    <span className="record-field-error" dir="auto" title={words}>
      <Icon name="error" size={14} />
      {words}
    </span>
  );
}

/** Default export for lazy loading: the component with its messages and icon. */
export default withMessagesAndIcons({ data: dataMore }, FieldError);
